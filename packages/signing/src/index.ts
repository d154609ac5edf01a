export {
  ACTIVITY_TYPES,
  activityFingerprint,
  activityPayload,
  parseActivityPayload,
  type Activity,
  type ActivityType,
} from './activity.ts'
export {
  API_KEY_SCHEME,
  generateP256KeyPair,
  parseApiKeyStamp,
  stampWithApiKey,
  stampWithCryptoKey,
  verifyApiKeyStamp,
  verifyP256,
  type ApiKeyStamp,
  type P256KeyPair,
} from './api-key-stamp.ts'
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
} from './attestation.ts'
export {
  checkAuthenticatorData,
  checkSignCount,
  readAuthenticatorData,
  type AttestedCredential,
  type AuthenticatorData,
} from './authenticator-data.ts'
export { checkClientData, type ClientDataFailure } from './client-data.ts'
export { readCoseKey, uncompressedKeyOfCose, verifyAssertion, type CoseKey } from './cose.ts'
export {
  openCredentialBundle,
  sealCredentialBundle,
  type BundleFailure,
} from './credential-bundle.ts'
export {
  deriveEvmKey,
  deriveSolanaKey,
  mnemonicFromEntropy,
  seedFromMnemonic,
  type DerivedKey,
} from './derivation.ts'
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
} from './encoding.ts'
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
  exportedText,
  openExportBundle,
  sealExportBundle,
  type ExportFailure,
  type ExportFormat,
} from './export-bundle.ts'
export type { EphemeralKey, RecipientKey } from './hpke.ts'
export { oidcNonceBytes, oidcNonceMatches, oidcNonceText } from './oidc-nonce.ts'
export {
  openOtpCode,
  openOtpTarget,
  sealOtpCode,
  signOtpTarget,
  type OtpFailure,
  type OtpSubmission,
} from './otp-bundle.ts'
export {
  personalSignArgument,
  signDepositProof,
  verifyDepositProof,
  type DepositProof,
  type DepositProofFailure,
} from './prepaid-deposit.ts'
export {
  compressKey,
  decompressKey,
  parseCompressedKey,
  parsePublicKey,
  parseUncompressedKey,
  publicKeyOf,
  type PublicKeyFailure,
} from './public-key.ts'
export { fail, ok, type Failed, type Ok, type Result } from './result.ts'
export { createEphemeralKey, importSessionKey, type SessionKey } from './session-key.ts'
export {
  signSessionJwt,
  verifySessionJwt,
  type SessionClaims,
  type TokenFailure,
} from './session-jwt.ts'
export { type BundleSigner, type SignedBundleFailure } from './signed-bundle.ts'
export { STAMP_LENGTH_MAX, type StampFailure } from './stamp-envelope.ts'
export {
  CLIENT_SIGNATURE_SCHEME,
  loginMessage,
  signVerificationToken,
  verifyClientSignature,
  verifyVerificationToken,
  type ClientSignature,
  type VerificationClaims,
} from './verification-token.ts'
export {
  EIP191_SCHEME,
  ED25519_SCHEME,
  parseWalletStamp,
  verifyWalletStamp,
  type WalletStamp,
} from './wallet-stamp.ts'
export {
  encodeWebauthnStamp,
  parseWebauthnStamp,
  stampFromAssertion,
  webauthnChallenge,
  type AuthenticationResponseJson,
  type WebauthnChallenge,
  type WebauthnStamp,
  type WebauthnStampText,
} from './webauthn-stamp.ts'
export { verifyWebauthnStamp, type VerifiedAssertion } from './webauthn-verify.ts'
