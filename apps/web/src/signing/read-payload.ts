import {
  type Activity,
  activityFingerprint,
  decodeTransfer,
  type EvmTransfer,
  parseActivityPayload,
} from '@corridor/signing/browser'

/** What a person is about to sign, read from the bytes themselves. */
export type DecodedPayload = {
  activity: Activity
  transfer: EvmTransfer
  /** Address of the wallet that is asked to sign. */
  signWith: string
  /** `sha256:` and the hex digest of the payload's text. */
  fingerprint: string
}

/**
 * Undefined for anything that is not, byte for byte, one token transfer to be signed
 * (signing-formats.md 9.1, 10.2).
 */
export function readPayload(payload: string): DecodedPayload | undefined {
  const activity = parseActivityPayload(payload)
  if (!activity.ok || activity.value.type !== 'ACTIVITY_TYPE_SIGN_TRANSACTION') return undefined
  const { signWith, unsignedTransaction } = activity.value.parameters
  if (typeof signWith !== 'string' || typeof unsignedTransaction !== 'string') return undefined
  const transfer = decodeTransfer(unsignedTransaction)
  if (!transfer.ok) return undefined
  return {
    activity: activity.value,
    transfer: transfer.value,
    signWith,
    fingerprint: activityFingerprint(payload),
  }
}
