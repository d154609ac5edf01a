import { fileURLToPath } from 'node:url'

export { type UnacknowledgedActivity } from './activities.ts'
export { type AuditReport } from './audit.ts'
export {
  type AuthMethodView,
  type AuthType,
  type MethodRequest,
  type RegisteredMethod,
} from './auth-methods.ts'
export { CredentialsTampered } from './credential-record.ts'
export { type DepositReference } from './deposit-address.ts'
export { type Execute, type Executed } from './execute.ts'
export { type SignerFailure, type SignerFailureCode } from './failures.ts'
export { type IssueCode, type IssuedCode } from './otp.ts'
export { type PasskeyView } from './passkeys.ts'
export { type SignatureType, type TransferBounds } from './policy.ts'
export {
  type OidcIssuer,
  type RelyingParty,
  type SignerDeps,
  type SignerIdPrefix,
} from './ports.ts'
export { type Prepare, type Prepared } from './prepare.ts'
export { type Credentials, type RegisterCredential } from './registration.ts'
export { rootKeyFromBytes, type RootKey } from './root-key.ts'
export { type OpenedSession, type OpenSession } from './sessions.ts'
export { createSigner, type Signer } from './signer.ts'
export { type SignSweep } from './sweep.ts'
export { type AccountView, type WalletView } from './wallets.ts'

/** SQL files of the schema `signer`, run in order as the role corridor_owner. */
export const signerMigrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url))
