import { wordOf } from '../../ui/status.ts'

const methods: Record<string, string> = {
  API_Key: 'API key',
  OAuth: 'Identity provider',
  Email_Auth: 'E-mail code',
  SMS_Auth: 'SMS code',
}

/** A primary method in words; one nobody has seen before keeps its own. */
export function methodName(authType: string): string {
  return methods[authType] ?? authType
}

const devices: [string, string][] = [
  ['internal', 'Computer or phone'],
  ['hybrid', 'Phone'],
  ['usb', 'Security key'],
  ['nfc', 'Security key'],
  ['ble', 'Security key'],
]

/** What kind of device a passkey lives in, from how it can be reached (`AUTHENTICATOR_TRANSPORT_INTERNAL`). */
export function deviceClass(transports: readonly string[]): string {
  const words = transports.map((text) => text.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase())
  const known = devices.find(([transport]) => words.includes(transport))
  if (known) return known[1]
  return words[0] ? wordOf(words[0]) : 'Unknown'
}
