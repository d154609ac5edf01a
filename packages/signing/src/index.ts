export {
  base58check,
  bytesToHex,
  concat,
  equalBytes,
  fromBase64,
  fromBase64Url,
  hexToBytes,
  isHex,
  toBase64,
  toBase64Url,
  utf8,
  utf8Text,
  type Bytes,
} from './base/encoding.ts'
export { fail, ok, type Failed, type Ok, type Result } from './base/result.ts'
export {
  openCredentialBundle,
  sealCredentialBundle,
  type BundleFailure,
} from './bundles/credential-bundle.ts'
export {
  exportedText,
  openExportBundle,
  sealExportBundle,
  type ExportFailure,
  type ExportFormat,
} from './bundles/export-bundle.ts'
export type { EphemeralKey, RecipientKey } from './bundles/hpke.ts'
export {
  openOtpCode,
  openOtpTarget,
  sealOtpCode,
  signOtpTarget,
  type OtpFailure,
  type OtpSubmission,
} from './bundles/otp-bundle.ts'
export { type BundleSigner, type SignedBundleFailure } from './bundles/signed-bundle.ts'
export {
  addressFromBytes,
  addressOfPublicKey,
  checkSignedTransaction,
  decodeTransfer,
  encodeTransfer,
  isAddress,
  isChecksumAddress,
  recoverSender,
  signTransaction,
  toChecksumAddress,
  type EvmTransfer,
  type SignedFailure,
  type SignedTransaction,
} from './evm/index.ts'
export {
  compressKey,
  decompressKey,
  parseCompressedKey,
  parsePublicKey,
  parseUncompressedKey,
  publicKeyOf,
  type PublicKeyFailure,
} from './keys/public-key.ts'
export { oidcNonceBytes, oidcNonceMatches, oidcNonceText } from './sessions/oidc-nonce.ts'
export {
  signSessionJwt,
  verifySessionJwt,
  type SessionClaims,
  type TokenFailure,
} from './sessions/session-jwt.ts'
export {
  createEphemeralKey,
  createSessionKey,
  importSessionKey,
  type SessionKey,
} from './sessions/session-key.ts'
export {
  CLIENT_SIGNATURE_SCHEME,
  loginMessage,
  signVerificationToken,
  verifyClientSignature,
  verifyVerificationToken,
  type ClientSignature,
  type VerificationClaims,
} from './sessions/verification-token.ts'
export {
  ACTIVITY_TYPES,
  activityFingerprint,
  activityPayload,
  parseActivityPayload,
  type Activity,
  type ActivityType,
} from './stamps/activity.ts'
export {
  API_KEY_SCHEME,
  generateP256KeyPair,
  parseApiKeyStamp,
  signWithCryptoKey,
  stampWithApiKey,
  stampWithCryptoKey,
  verifyApiKeyStamp,
  verifyP256,
  type ApiKeyStamp,
  type P256KeyPair,
} from './stamps/api-key-stamp.ts'
export { STAMP_LENGTH_MAX, type StampFailure } from './stamps/stamp-envelope.ts'
export {
  EIP191_SCHEME,
  ED25519_SCHEME,
  parseWalletStamp,
  verifyWalletStamp,
  type WalletStamp,
} from './stamps/wallet-stamp.ts'
export {
  encodeWebauthnStamp,
  parseWebauthnStamp,
  stampFromAssertion,
  webauthnChallenge,
  type AuthenticationResponseJson,
  type WebauthnChallenge,
  type WebauthnStamp,
  type WebauthnStampText,
} from './stamps/webauthn-stamp.ts'
export { verifyWebauthnStamp, type VerifiedAssertion } from './stamps/webauthn-verify.ts'
export {
  deriveEvmKey,
  deriveSolanaKey,
  mnemonicFromEntropy,
  seedFromMnemonic,
  type DerivedKey,
} from './wallets/derivation.ts'
export {
  personalSignArgument,
  signDepositProof,
  verifyDepositProof,
  type DepositProof,
  type DepositProofFailure,
} from './wallets/prepaid-deposit.ts'
export {
  attestationFromRegistration,
  checkAttestation,
  REGISTRATION_ALGORITHMS,
  registrationFromAttestation,
  type Attestation,
  type AttestationFailure,
  type AttestationTransport,
  type BrowserTransport,
  type MappedRegistrationResponse,
  type RegisteredCredential,
  type RegistrationResponseJson,
} from './webauthn/attestation.ts'
export {
  checkAuthenticatorData,
  checkSignCount,
  readAuthenticatorData,
  type AttestedCredential,
  type AuthenticatorData,
} from './webauthn/authenticator-data.ts'
export { checkClientData, type ClientDataFailure } from './webauthn/client-data.ts'
export {
  readCoseKey,
  uncompressedKeyOfCose,
  verifyAssertion,
  type CoseKey,
} from './webauthn/cose.ts'
