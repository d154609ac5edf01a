import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** `a•••@example.com`, `+44•••••12`: enough to recognise, not enough to learn. */
export function masked(channel: 'EMAIL' | 'SMS', contact: string): string {
  if (channel === 'SMS') return `${contact.slice(0, 3)}•••••${contact.slice(-2)}`
  const [name = '', host = ''] = contact.split('@')
  return `${name.slice(0, 1)}•••@${host}`
}

/** A phone number with its country code as E.164, however it is written; undefined for none. */
export function phoneNumberOf(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text)
  return number?.isValid() ? number.number : undefined
}
