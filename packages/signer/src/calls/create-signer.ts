import {
  acknowledgeActivities,
  supersedeActivity,
  unacknowledgedActivities,
  waitingActivities,
} from '../activities/activities.ts'
import { executeActivity, type Execute } from '../activities/execute.ts'
import { prepareActivity, type Prepare } from '../activities/prepare.ts'
import { issueCode, type IssueCode } from '../credentials/otp.ts'
import {
  allowIssuer,
  listIssuers,
  removeIssuer,
  type IssuerChange,
} from '../credentials/oidc-issuers.ts'
import { openSession, type OpenSession } from '../credentials/sessions.ts'
import { verifyCode, type VerifyCode } from '../credentials/verification.ts'
import {
  listCredentials,
  registerCredential,
  revokeSession,
  type RegisterCredential,
} from '../registration/registration.ts'
import { verifyAudit } from '../vault/audit.ts'
import { bundlePublicKey } from '../vault/bundle-key.ts'
import type { SignerDeps } from '../vault/ports.ts'
import { readPolicy, replayPolicy } from '../policies/replay.ts'
import { summariseWallets } from '../registration/summaries.ts'
import { openVault } from '../vault/vault.ts'
import { depositAddress, type DepositReference } from '../wallets/deposit-address.ts'
import {
  signOperationalWithdrawal,
  type SignOperationalWithdrawal,
  signReplenishment,
  type SignReplenishment,
} from '../wallets/operational.ts'
import { signSweep, type SignSweep } from '../wallets/sweep.ts'
import { listWallets } from '../wallets/wallets.ts'

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
    verifyCode: (input: VerifyCode) => verifyCode(vault, input),
    openSession: (input: OpenSession) => openSession(vault, input),

    // Identity providers
    listIssuers: (partnerId: string) => listIssuers(vault, partnerId),
    allowIssuer: (input: IssuerChange) => allowIssuer(vault, input),
    removeIssuer: (input: { partnerId: string; issuer: string }) => removeIssuer(vault, input),

    // Activities
    prepare: (input: Prepare) => prepareActivity(vault, input),
    execute: (input: Execute) => executeActivity(vault, input),
    supersede: (activityId: string) => supersedeActivity(vault, activityId),
    acknowledge: (activityIds: readonly string[]) => acknowledgeActivities(vault, activityIds),
    waiting: (entityId: string) => waitingActivities(vault, entityId),
    unacknowledged: (limit: number) => unacknowledgedActivities(vault, limit),

    // Wallets
    listWallets: (entityId: string) => listWallets(vault, entityId),
    summariseWallets: (entityIds: readonly string[]) => summariseWallets(vault, entityIds),
    exportPublicKey: () => bundlePublicKey(vault),

    // Policies
    readPolicy: (wallet: { entityId: string; walletId: string }) => readPolicy(vault, wallet),
    replayPolicy: (draft: { entityId: string; walletId: string; policy: unknown }) =>
      replayPolicy(vault, draft),

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
