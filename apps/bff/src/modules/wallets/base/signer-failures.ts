import type { SignerFailure, SignerFailureCode } from '@corridor/signer'
import { fail } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'

/** Codes that the wallet operations answer with; the signer's are among them. */
export type WalletFailureCode =
  | SignerFailureCode
  | 'ENTITY_NOT_FOUND'
  | 'ACCOUNT_NOT_FOUND'
  | 'FIELD_REQUIRED'
  | 'PROVIDER_UNAVAILABLE'
export type WalletFailure = Failure<WalletFailureCode>

/** Which field of a submit a refusal is about. */
const fieldOf: Partial<Record<SignerFailureCode, string>> = {
  SIGNATURE_INVALID: 'payloadSignature',
  SIGNATURE_TYPE_INVALID: 'signatureType',
  SESSION_EXPIRED: 'payloadSignature',
  PUBLIC_KEY_INVALID: 'publicKey',
  OTP_INVALID: 'otpCode',
  OTP_EXPIRED: 'otpCode',
  OIDC_TOKEN_INVALID: 'oidcToken',
  OIDC_NONCE_MISMATCH: 'oidcToken',
  ACTIVITY_NOT_FOUND: 'activityId',
  ACTIVITY_EXPIRED: 'activityId',
  WALLET_NOT_FOUND: 'walletId',
  PASSKEY_IS_SECONDARY: 'authType',
}

/** Why a wallet's policy refuses, in its own sentences; FURTHER_STAMP_REQUIRED only waits. */
export function policyDetails(path: string, { reason, because = [] }: SignerFailure) {
  const code = reason ?? 'POLICY_DENIED'
  const sentences = because.length > 0 ? because : [policyTexts[code] ?? policyTexts.POLICY_DENIED]
  return sentences.map((sentence) => detail(path, code, sentence))
}

const policyTexts = {
  POLICY_DENIED: 'The policy of the wallet refuses it.',
  FURTHER_STAMP_REQUIRED: 'The policy of the wallet asks for the signature of another person.',
  OUT_OF_BOUNDS: 'The payload is not what was quoted.',
} as Record<string, string> & { POLICY_DENIED: string }

/**
 * The signer's refusal with its reason as `details[0].code` (operations.md 9). `fields`: where
 * the refused value came in another field than is usual.
 */
export function refusalOf(
  failure: SignerFailure,
  fields: Partial<Record<SignerFailureCode, string>> = fieldOf,
): { ok: false; failure: WalletFailure } {
  const { code, reason, retryAfterSeconds } = failure
  if (code === 'POLICY_BLOCKED')
    return { ok: false, failure: { code, details: policyDetails('payloadSignature', failure) } }
  const isField = code === 'FIELD_INVALID' || code === 'RECORD_NOT_FOUND'
  const path = isField ? (reason ?? '') : (fields[code] ?? fieldOf[code] ?? '')
  const details =
    path === ''
      ? []
      : [detail(path, isField ? code : (reason ?? code), texts[code] ?? 'This value is refused.')]
  return {
    ok: false,
    failure: { code, details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
  }
}

export const required = (path: string, message: string) =>
  fail({ code: 'FIELD_REQUIRED' as const, details: [detail(path, 'FIELD_REQUIRED', message)] })
export const invalid = (path: string, message: string) =>
  fail({ code: 'FIELD_INVALID' as const, details: [detail(path, 'FIELD_INVALID', message)] })

const texts: Partial<Record<SignerFailureCode, string>> = {
  SIGNATURE_INVALID: 'The signature does not fit the prepared payload.',
  SIGNATURE_TYPE_INVALID: 'Use ApiKey or WebAuthn, as the stamp is.',
  SESSION_EXPIRED: 'Start a new session and sign again.',
  PUBLIC_KEY_INVALID: 'This is no usable P-256 public key.',
}
