import { parseActivityPayload } from '@corridor/signing/browser'

export { attestationFromRegistration } from '@corridor/signing/browser'

/** What a value has to be: itself, or what a question says yes to where the service writes it in its own way. */
type Wanted<T> = T | ((value: unknown) => boolean)

/** What a person asked for, as the prepared text must say it; `accounts` is how many of them. */
export type AskedActivity = { entityId: string } & (
  | {
      type: 'ACTIVITY_TYPE_CREATE_WALLET'
      parameters: { walletName: string; accounts: number }
    }
  | {
      type: 'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS'
      parameters: { walletId: string; accounts: number }
    }
  | {
      type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS'
      parameters: { authenticatorName: string; challenge: string }
    }
  | {
      type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS'
      parameters: { authenticatorIds: readonly [string] }
    }
  | {
      type: 'ACTIVITY_TYPE_CREATE_AUTH_METHOD'
      parameters: { authType: string } & Record<string, Wanted<string>>
    }
  | { type: 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD'; parameters: { authId: string } }
  | {
      type: 'ACTIVITY_TYPE_EXPORT_WALLET'
      parameters: { walletId: string; targetPublicKey: string; delaySeconds: number }
    }
  | {
      type: 'ACTIVITY_TYPE_SET_POLICY'
      parameters: { walletId: string; version: number; policy: object }
    }
)

/**
 * Whether a prepared text says what was asked for, and nothing besides (signing-formats.md 9). It
 * is read before it is stamped, because whoever stamps agrees to every word of it.
 */
export function saysWhatWasAsked(
  prepared: { activityId: string; payloadToSign: string },
  asked: AskedActivity,
): boolean {
  const read = parseActivityPayload(prepared.payloadToSign)
  if (!read.ok) return false
  const { type, organizationId, activityId, parameters } = read.value
  const names = Object.keys(asked.parameters).sort()
  return (
    type === asked.type &&
    organizationId === asked.entityId &&
    activityId === prepared.activityId &&
    Object.keys(parameters).sort().join() === names.join() &&
    Object.entries(asked.parameters).every(([name, wanted]) =>
      name === 'accounts' ? areAccounts(parameters[name], wanted) : fits(parameters[name], wanted),
    )
  )
}

function fits(value: unknown, wanted: unknown): boolean {
  if (typeof wanted === 'function') return (wanted as (value: unknown) => boolean)(value)
  if (typeof wanted !== 'object' || wanted === null) return value === wanted
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value) !== Array.isArray(wanted)) return false
  const entries = Object.entries(wanted)
  return (
    Object.keys(value).length === entries.length &&
    entries.every(([name, part]) => fits((value as Record<string, unknown>)[name], part))
  )
}

function areAccounts(value: unknown, count: unknown): boolean {
  return Array.isArray(value) && value.length === count && value.every(isAccount)
}

const accountMembers: Record<string, RegExp> = {
  curve: /^CURVE_SECP256K1$/,
  pathFormat: /^PATH_FORMAT_BIP32$/,
  path: /^m\/44'\/60'\/0'\/0\/\d{1,10}$/,
  addressFormat: /^ADDRESS_FORMAT_ETHEREUM$/,
}

/** One account of a chain of the service: its four members and no other. */
function isAccount(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const members = Object.entries(value as Record<string, unknown>)
  return (
    members.length === Object.keys(accountMembers).length &&
    members.every(
      ([name, text]) => typeof text === 'string' && accountMembers[name]?.test(text) === true,
    )
  )
}
