import { fileURLToPath } from 'node:url'

export { createSigner, type Signer } from './calls/create-signer.ts'
export { type UnacknowledgedActivity, type WaitingActivity } from './activities/activities.ts'
export { type Execute, type Executed } from './activities/execute.ts'
export { type SignatureType } from './activities/authority.ts'
export { type Prepare, type Prepared } from './activities/prepare.ts'
export { type CodeNotice, type SignerFailure, type SignerFailureCode } from './base/failures.ts'
export { type TransferBounds } from './base/transfer-bounds.ts'
export {
  type AuthMethodView,
  type AuthType,
  type MethodRequest,
  type RegisteredMethod,
} from './credentials/auth-methods.ts'
export { CredentialsTampered } from './base/tampered.ts'
export { SignerUnavailable } from './base/unavailable.ts'
export { type IssueCode, type IssuedCode } from './credentials/otp.ts'
export {
  type AllowedIssuer,
  type IssuerChange,
  type IssuerView,
} from './credentials/oidc-issuers.ts'
export { type PasskeyView } from './credentials/passkeys.ts'
export { type OpenedSession, type OpenSession } from './credentials/sessions.ts'
export { type VerifiedCode, type VerifyCode } from './credentials/verification.ts'
export { KeyFileRefused, openKeyFile, type KeyFile } from './crypto/key-file.ts'
export { RootKeyMissing, rootKeysFromBytes, type RootKeys } from './crypto/root-key.ts'
export { type Credentials, type RegisterCredential } from './registration/registration.ts'
export { type EntitySummary, type WalletSummary } from './registration/summaries.ts'
export { type PolicyReplay, type PolicyView, type ReplayedTransfer } from './policies/replay.ts'
export {
  rotateKeys,
  RotationRunning,
  rootVersionsInUse,
  type RotationDeps,
  type RotationReport,
} from './rotation/rotate.ts'
export { type RotationLayer } from './rotation/rotation.ts'
export { connectSigner, type SignerClient } from './socket/client.ts'
export { serveSigner, type ServedSigner } from './socket/server.ts'
export { type AuditReport } from './vault/audit.ts'
export { RootKeysRefused } from './vault/root-secret.ts'
export {
  type Asset,
  type CommonIssuer,
  type RelyingParty,
  type SignerDeps,
  type SignerIdPrefix,
} from './vault/ports.ts'
export { type DepositReference } from './wallets/deposit-address.ts'
export { liquidityWallet, operationalWallet } from './wallets/liquidity-wallets.ts'
export { type SignOperationalWithdrawal, type SignReplenishment } from './wallets/operational.ts'
export { type SignSweep } from './wallets/sweep.ts'
export { type AccountView, type WalletView } from './wallets/wallets.ts'

/** SQL files of the schema `signer`, run in order as the role corridor_owner. */
export const signerMigrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url))
