import { answersFor } from '../../../api/request/refusal.ts'
import type { WalletFailureCode } from './signer-failures.ts'

/** The value of a call, or its refusal as an answer. */
export const valueOrThrow = answersFor<WalletFailureCode>({
  ENTITY_NOT_FOUND: 'No entity has this id.',
  ACCOUNT_NOT_FOUND: 'This entity has no such address.',
  WALLET_NOT_FOUND: 'This entity has no wallet with this id.',
  ACTIVITY_NOT_FOUND: 'This entity has no such activity.',
  RECORD_NOT_FOUND: 'A record named in the request does not exist.',
  FIELD_REQUIRED: 'A field is missing.',
  FIELD_INVALID: 'Some fields are not valid.',
  PASSKEY_IS_SECONDARY: 'A passkey is added after a primary method, by register-passkey.',
  PUBLIC_KEY_INVALID: 'The public key is no usable P-256 key.',
  PRIMARY_AUTH_REQUIRED: 'This needs the stamp of a primary method of the entity.',
  ACTIVITY_ALREADY_SUBMITTED: 'This activity was submitted with another signature.',
  ACTIVITY_EXPIRED: 'This activity has ended. Prepare it again.',
  SIGNATURE_INVALID: 'The signature does not match the prepared payload.',
  SIGNATURE_TYPE_INVALID: 'signatureType must be WebAuthn or ApiKey and fit the stamp.',
  SESSION_EXPIRED: 'The session has ended. Start a new one and sign again.',
  LAST_PRIMARY_AUTH: 'The last primary method cannot be revoked.',
  OTP_INVALID: 'The code is wrong or used.',
  OTP_EXPIRED: 'The code has expired. Ask for a new one.',
  OIDC_TOKEN_INVALID: 'The identity token is not accepted.',
  OIDC_NONCE_MISMATCH: 'The identity token belongs to another key.',
  POLICY_BLOCKED: 'The signer refuses what the payload says.',
  VERSION_CONFLICT: 'The policy was changed meanwhile. Read it again.',
  RATE_LIMITED: 'Too many codes or wrong tries. Wait before the next.',
  PROVIDER_UNAVAILABLE: 'A service that this needs cannot be reached now. Try again.',
})
