import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, isRecord, parseJsonObject, utf8 } from '../base/encoding.ts'
import { fail, ok, type Result } from '../base/result.ts'

/**
 * Activity types of signing-formats.md 9.1; those of authentication methods and policies are ours.
 */
export const ACTIVITY_TYPES = [
  'ACTIVITY_TYPE_CREATE_AUTH_METHOD',
  'ACTIVITY_TYPE_REVOKE_AUTH_METHOD',
  'ACTIVITY_TYPE_CREATE_WALLET',
  'ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS',
  'ACTIVITY_TYPE_CREATE_AUTHENTICATORS',
  'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
  'ACTIVITY_TYPE_SIGN_TRANSACTION',
  'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD',
  'ACTIVITY_TYPE_EXPORT_WALLET',
  'ACTIVITY_TYPE_SET_POLICY',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

export type Activity = {
  type: ActivityType
  /** Epoch milliseconds as decimal text. */
  timestampMs: string
  organizationId: string
  activityId: string
  parameters: Readonly<Record<string, unknown>>
}

const DECIMAL = /^(?:0|[1-9]\d{0,15})$/

/** The text to be stamped, its keys in the order of signing-formats.md 9.1 and without spaces. */
export function activityPayload(activity: Activity): string {
  const { type, timestampMs, organizationId, activityId, parameters } = activity
  return JSON.stringify({ type, timestampMs, organizationId, activityId, parameters })
}

/**
 * Reads a payload before it is shown or stamped. Anything that is not exactly what
 * `activityPayload` writes is refused, so no second member or hidden space can be signed unseen.
 */
export function parseActivityPayload(text: string): Result<Activity, 'MALFORMED'> {
  const value = parseJsonObject(text)
  if (!value) return fail('MALFORMED')
  const { type, timestampMs, organizationId, activityId, parameters } = value
  const known = ACTIVITY_TYPES.find((candidate) => candidate === type)
  if (!known || !isRecord(parameters)) return fail('MALFORMED')
  if (typeof timestampMs !== 'string' || !DECIMAL.test(timestampMs)) return fail('MALFORMED')
  if (typeof organizationId !== 'string' || organizationId === '') return fail('MALFORMED')
  if (typeof activityId !== 'string' || activityId === '') return fail('MALFORMED')

  const activity = { type: known, timestampMs, organizationId, activityId, parameters }
  return activityPayload(activity) === text ? ok(activity) : fail('MALFORMED')
}

/** `sha256:` and the hex digest of the payload's UTF-8 bytes (signing-formats.md 9.1). */
export function activityFingerprint(payload: string): `sha256:${string}` {
  return `sha256:${bytesToHex(sha256(utf8(payload)))}`
}
