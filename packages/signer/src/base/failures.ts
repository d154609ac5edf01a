import type { StampFailure } from '@corridor/signing'

/** Codes of operations.md 10, as far as the signer answers with them. */
export type SignerFailureCode =
  | 'ACTIVITY_ALREADY_SUBMITTED'
  | 'ACTIVITY_EXPIRED'
  | 'ACTIVITY_NOT_FOUND'
  | 'FIELD_INVALID'
  | 'LAST_PRIMARY_AUTH'
  | 'OIDC_NONCE_MISMATCH'
  | 'OIDC_TOKEN_INVALID'
  | 'OTP_EXPIRED'
  | 'OTP_INVALID'
  | 'PASSKEY_IS_SECONDARY'
  | 'POLICY_BLOCKED'
  | 'PRIMARY_AUTH_REQUIRED'
  | 'PROVIDER_UNAVAILABLE'
  | 'PUBLIC_KEY_INVALID'
  | 'RATE_LIMITED'
  | 'RECORD_NOT_FOUND'
  | 'SESSION_EXPIRED'
  | 'SIGNATURE_INVALID'
  | 'SIGNATURE_TYPE_INVALID'
  | 'VERSION_CONFLICT'
  | 'WALLET_NOT_FOUND'

export type SignerFailure = {
  code: SignerFailureCode
  /** For `details[0].code` and the log; for FIELD_INVALID the dotted path of the field. */
  reason?: string
  /** With POLICY_BLOCKED: why, in sentences. */
  because?: readonly string[]
  /** With RATE_LIMITED: seconds until the next try can succeed. */
  retryAfterSeconds?: number
  /** What somebody has to be notified of because of this refusal, once. */
  notice?: CodeNotice
  /** The activity has ended with this refusal; for a transfer its quote is EXPIRED. */
  activityEnded?: true
}

/** A channel that wrong codes have blocked for a day, or a partner's SMS of an hour that are used up. */
export type CodeNotice = { kind: 'OTP_BLOCKED'; channel: 'EMAIL' | 'SMS' } | { kind: 'SMS_LIMIT' }

/** Why an attestation was refused, beside the reasons it shares with stamps. */
export type PasskeyReason =
  | 'MALFORMED_ATTESTATION'
  | 'UNSUPPORTED_ALGORITHM'
  | 'CREDENTIAL_ALREADY_REGISTERED'

/** A refused stamp: 400 SIGNATURE_INVALID, and the reason inside (signing-formats.md 2.2.4). */
export const badSignature = (reason: StampFailure | PasskeyReason): SignerFailure => ({
  code: 'SIGNATURE_INVALID',
  reason,
})
