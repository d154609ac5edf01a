export { fromBase64Url, toBase64Url } from './base/encoding.ts'
export type { Result } from './base/result.ts'
export { openCredentialBundle, type BundleFailure } from './bundles/credential-bundle.ts'
export type { EphemeralKey } from './bundles/hpke.ts'
export { decodeTransfer, type EvmTransfer } from './evm/transfer.ts'
export { oidcNonceText } from './sessions/oidc-nonce.ts'
export { createEphemeralKey, importSessionKey, type SessionKey } from './sessions/session-key.ts'
export {
  activityFingerprint,
  parseActivityPayload,
  type Activity,
  type ActivityType,
} from './stamps/activity.ts'
export { generateP256KeyPair, stampWithApiKey, stampWithCryptoKey } from './stamps/api-key-stamp.ts'
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
