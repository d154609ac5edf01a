import type { SignerFailure, SignerFailureCode } from '@corridor/signer'
import { detail, type Failure } from '../../api/request/refusal.ts'

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
  POLICY_BLOCKED: 'payloadSignature',
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

/** The signer's refusal with its reason as `details[0].code` (operations.md, part 9). */
export function refusalOf(failure: SignerFailure): { ok: false; failure: WalletFailure } {
  const { code, reason, retryAfterSeconds } = failure
  const isField = code === 'FIELD_INVALID' || code === 'RECORD_NOT_FOUND'
  const path = isField ? (reason ?? '') : (fieldOf[code] ?? '')
  const details =
    path === ''
      ? []
      : [detail(path, isField ? code : (reason ?? code), texts[code] ?? 'This value is refused.')]
  return {
    ok: false,
    failure: { code, details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
  }
}

const texts: Partial<Record<SignerFailureCode, string>> = {
  SIGNATURE_INVALID: 'The signature does not fit the prepared payload.',
  SIGNATURE_TYPE_INVALID: 'Use ApiKey or WebAuthn, as the stamp is.',
  SESSION_EXPIRED: 'Start a new session and sign again.',
  PUBLIC_KEY_INVALID: 'This is no usable P-256 public key.',
}
