const dots = '••••'

/** `a••••@example.com`: enough to recognise, not enough to learn. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? masked(email) : `${email.slice(0, 1)}${dots}${email.slice(at)}`
}

/** `+44 •••• 56`: the country code's beginning and the last two digits. */
export function maskedPhone(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '')
  return digits.length < 8 ? masked(phone) : `${digits.slice(0, 3)} ${dots} ${digits.slice(-2)}`
}

/** A value of which nothing may be seen; one that is missing stays missing. */
export function masked(text: string): string {
  return text === '' ? '' : dots
}

/** The last two characters of a number that people compare. */
export function maskedEnd(text: string): string {
  return text.length < 6 ? masked(text) : `${dots} ${text.slice(-2)}`
}
