const dots = '••••'

/** `+44 •••• 56`, as the service masks it for members; what is masked already stays as it is. */
export function maskedPhone(phone: string): string {
  if (phone.includes(dots)) return phone
  const digits = phone.replaceAll(/[^\d+]/g, '')
  return digits.length < 8 ? masked(phone) : `${digits.slice(0, 3)} ${dots} ${digits.slice(-2)}`
}

/** A value of which nothing may be seen; one that is missing stays missing. */
export function masked(text: string): string {
  return text === '' ? '' : dots
}

/** `••••3000`, as the service masks account numbers in lists; what is masked already stays as it is. */
export function maskedNumber(text: string): string {
  if (text === '' || text.startsWith(dots)) return text
  const shown = text.length >= 9 ? 4 : text.length >= 5 ? 2 : 0
  return dots + text.slice(text.length - shown)
}
