import { acknowledgeActivity, supersedeActivity, unacknowledgedActivities } from './activities.ts'
import { verifyAudit } from './audit.ts'
import { depositAddress, type DepositReference } from './deposit-address.ts'
import { executeActivity, type Execute } from './execute.ts'
import { exportPublicKey } from './export.ts'
import { issueCode, type IssueCode } from './otp.ts'
import type { SignerDeps } from './ports.ts'
import { prepareActivity, type Prepare } from './prepare.ts'
import {
  listCredentials,
  registerCredential,
  revokeSession,
  type RegisterCredential,
} from './registration.ts'
import { openSession, type OpenSession } from './sessions.ts'
import { signSweep, type SignSweep } from './sweep.ts'
import { openVault } from './vault.ts'
import { listWallets } from './wallets.ts'

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
    depositAddress: (of: DepositReference) => depositAddress(vault, of),
    signSweep: (sweep: SignSweep) => signSweep(vault, sweep),

    // Proof
    verifyAudit: () => vault.inSnapshot((tx) => verifyAudit(vault, tx)),
  }
}
