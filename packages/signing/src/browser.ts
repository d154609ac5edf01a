export { fromBase64Url, toBase64Url, utf8Text } from './base/encoding.ts'
export type { Result } from './base/result.ts'
export { openExportBundle } from './bundles/export-bundle.ts'
export type { EphemeralKey } from './bundles/hpke.ts'
export { openOtpTarget, sealOtpCode } from './bundles/otp-bundle.ts'
export { decodeTransfer, type EvmTransfer } from './evm/transfer.ts'
export { compressKey } from './keys/public-key.ts'
export { oidcNonceText } from './sessions/oidc-nonce.ts'
export { createEphemeralKey, createSessionKey, type SessionKey } from './sessions/session-key.ts'
export {
  CLIENT_SIGNATURE_SCHEME,
  loginMessage,
  type ClientSignature,
} from './sessions/verification-token.ts'
export {
  activityFingerprint,
  parseActivityPayload,
  type Activity,
  type ActivityType,
} from './stamps/activity.ts'
export {
  generateP256KeyPair,
  signWithCryptoKey,
  stampWithApiKey,
  stampWithCryptoKey,
} from './stamps/api-key-stamp.ts'
export {
  stampFromAssertion,
  webauthnChallenge,
  type AuthenticationResponseJson,
} from './stamps/webauthn-stamp.ts'
export {
  attestationFromRegistration,
  type Attestation,
  type RegistrationResponseJson,
} from './webauthn/attestation.ts'
