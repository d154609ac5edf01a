import { codeLabel } from '../../messages/service.ts'
import { t } from '../../messages/text.ts'

const methodNames: Record<string, string> = {
  API_Key: t('API key'),
  OAuth: t('Identity provider'),
  Email_Auth: t('E-mail code'),
  SMS_Auth: t('SMS code'),
}

/** The label of a primary method; an unknown one keeps its name. */
export function methodName(authType: string): string {
  return methodNames[authType] ?? authType
}

const devices: [string, string][] = [
  ['internal', t('Computer or phone')],
  ['hybrid', t('Phone')],
  ['usb', t('Security key')],
  ['nfc', t('Security key')],
  ['ble', t('Security key')],
]

/** What kind of device a passkey lives in, from how it can be reached (`AUTHENTICATOR_TRANSPORT_INTERNAL`). */
export function deviceClass(transports: readonly string[]): string {
  const kinds = transports.map((text) => text.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase())
  const known = devices.find(([transport]) => kinds.includes(transport))
  if (known) return known[1]
  return kinds[0] ? codeLabel(kinds[0]) : t('Unknown')
}

/** A primary method as the details list it. */
export type Method = { authType: string; status: string }

const codeChannels: Record<string, 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS'> = {
  Email_Auth: 'OTP_TYPE_EMAIL',
  SMS_Auth: 'OTP_TYPE_SMS',
}

/** How a code reaches the entity; `undefined` when only a program can sign for it. */
export function codeChannel(
  methods: readonly Method[],
): 'OTP_TYPE_EMAIL' | 'OTP_TYPE_SMS' | undefined {
  const live = methods.filter(({ status }) => status !== 'REVOKED')
  if (live.length === 0) return 'OTP_TYPE_EMAIL'
  const types = live.map(({ authType }) => authType)
  const type = ['Email_Auth', 'SMS_Auth'].find((item) => types.includes(item))
  return type === undefined ? undefined : codeChannels[type]
}

/** Methods that open a session here; an API key signs by itself, in a program. */
export type SessionWay = 'Email_Auth' | 'SMS_Auth' | 'OAuth'
const ways: readonly SessionWay[] = ['Email_Auth', 'SMS_Auth', 'OAuth']
export const wayNames: Record<SessionWay, string> = {
  Email_Auth: t('E-mail code'),
  SMS_Auth: t('SMS code'),
  OAuth: t('Identity provider'),
}

/** How a session of the entity can be opened; a code also confirms a method that waits for its first one. */
export function sessionWays(methods: readonly Method[]): SessionWay[] {
  const live = methods.filter(({ status }) => status !== 'REVOKED')
  return ways.filter((way) => live.some(({ authType }) => authType === way))
}

/** Whether some primary method can sign: one that waits for its first code cannot yet. */
export const hasPrimary = (methods: readonly Method[]): boolean =>
  methods.some(({ status }) => status === 'ACTIVE')
