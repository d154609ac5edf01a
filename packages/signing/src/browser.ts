export {
  activityFingerprint,
  parseActivityPayload,
  type Activity,
  type ActivityType,
} from './activity.ts'
export { generateP256KeyPair, stampWithApiKey, stampWithCryptoKey } from './api-key-stamp.ts'
export {
  attestationFromRegistration,
  type Attestation,
  type RegistrationResponseJson,
} from './attestation.ts'
export { openCredentialBundle, type BundleFailure } from './credential-bundle.ts'
export { fromBase64Url, toBase64Url } from './encoding.ts'
export { decodeTransfer, type EvmTransfer } from './evm/transfer.ts'
export type { EphemeralKey } from './hpke.ts'
export { oidcNonceText } from './oidc-nonce.ts'
export type { Result } from './result.ts'
export { createEphemeralKey, importSessionKey, type SessionKey } from './session-key.ts'
export {
  stampFromAssertion,
  webauthnChallenge,
  type AuthenticationResponseJson,
} from './webauthn-stamp.ts'
