import { fileURLToPath } from 'node:url'
import {
  acknowledgeActivity,
  supersedeActivity,
  unacknowledgedActivities,
} from './activities/activities.ts'
import { executeActivity, type Execute } from './activities/execute.ts'
import { prepareActivity, type Prepare } from './activities/prepare.ts'
import { issueCode, type IssueCode } from './credentials/otp.ts'
import { openSession, type OpenSession } from './credentials/sessions.ts'
import {
  listCredentials,
  registerCredential,
  revokeSession,
  type RegisterCredential,
} from './registration/registration.ts'
import { verifyAudit } from './vault/audit.ts'
import type { SignerDeps } from './vault/ports.ts'
import { openVault } from './vault/vault.ts'
import { depositAddress, type DepositReference } from './wallets/deposit-address.ts'
import { exportPublicKey } from './wallets/export.ts'
import {
  signOperationalWithdrawal,
  type SignOperationalWithdrawal,
  signReplenishment,
  type SignReplenishment,
} from './wallets/operational.ts'
import { signSweep, type SignSweep } from './wallets/sweep.ts'
import { listWallets } from './wallets/wallets.ts'

export { type UnacknowledgedActivity } from './activities/activities.ts'
export { type Execute, type Executed } from './activities/execute.ts'
export { type SignatureType } from './activities/policy.ts'
export { type Prepare, type Prepared } from './activities/prepare.ts'
export { type SignerFailure, type SignerFailureCode } from './base/failures.ts'
export { type TransferBounds } from './base/transfer-bounds.ts'
export {
  type AuthMethodView,
  type AuthType,
  type MethodRequest,
  type RegisteredMethod,
} from './credentials/auth-methods.ts'
export { CredentialsTampered } from './credentials/credential-record.ts'
export { type IssueCode, type IssuedCode } from './credentials/otp.ts'
export { type PasskeyView } from './credentials/passkeys.ts'
export { type OpenedSession, type OpenSession } from './credentials/sessions.ts'
export { rootKeyFromBytes, type RootKey } from './crypto/root-key.ts'
export { type Credentials, type RegisterCredential } from './registration/registration.ts'
export { type AuditReport } from './vault/audit.ts'
export {
  type OidcIssuer,
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

export type Signer = ReturnType<typeof createSigner>

/**
 * The vault: it acts only on a stamp of the entity's own credential, keeps its own records and
 * commits each call in one transaction of its own. Everything it takes and gives is plain JSON.
 */
export function createSigner(deps: SignerDeps) {
  const vault = openVault(deps)
  return {
    // Credentials
    registerCredential: (input: RegisterCredential) => registerCredential(vault, input),
    revokeSession: (input: { entityId: string; sessionId: string }) => revokeSession(vault, input),
    listCredentials: (entityId: string) => listCredentials(vault, entityId),
    issueCode: (input: IssueCode) => issueCode(vault, input),
    openSession: (input: OpenSession) => openSession(vault, input),

    // Activities
    prepare: (input: Prepare) => prepareActivity(vault, input),
    execute: (input: Execute) => executeActivity(vault, input),
    supersede: (activityId: string) => supersedeActivity(vault, activityId),
    acknowledge: (activityId: string) => acknowledgeActivity(vault, activityId),
    unacknowledged: (limit: number) => unacknowledgedActivities(vault, limit),

    // Wallets
    listWallets: (entityId: string) => listWallets(vault, entityId),
    exportPublicKey: () => exportPublicKey(vault),

    // Addresses of the service itself
    depositAddress: (deposit: DepositReference) => depositAddress(vault, deposit),
    signSweep: (sweep: SignSweep) => signSweep(vault, sweep),

    // Wallets of partners
    signReplenishment: (replenishment: SignReplenishment) =>
      signReplenishment(vault, replenishment),
    signOperationalWithdrawal: (withdrawal: SignOperationalWithdrawal) =>
      signOperationalWithdrawal(vault, withdrawal),

    // Proof
    verifyAudit: () => vault.inSnapshot((tx) => verifyAudit(vault, tx)),
  }
}
