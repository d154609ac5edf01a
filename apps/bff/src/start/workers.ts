import { jobs as apiJobs } from '../api/jobs.ts'
import { startLeader } from '../engine/leader.ts'
import { jobs as accessJobs } from '../modules/access/jobs.ts'
import { jobs as accountJobs } from '../modules/accounts/jobs.ts'
import { jobs as approvalJobs } from '../modules/approvals/jobs.ts'
import type { ApprovalService } from '../modules/approvals/service.ts'
import { jobs as exportJobs } from '../modules/exports/jobs.ts'
import type { FindServed } from '../modules/exports/walk.ts'
import { jobs as intakeJobs } from '../modules/intake/jobs.ts'
import { jobs as kycJobs } from '../modules/kyc/jobs.ts'
import { jobs as notificationJobs } from '../modules/notifications/jobs.ts'
import { jobs as payinJobs } from '../modules/payin-routes/jobs.ts'
import { jobs as liquidityJobs } from '../modules/liquidity/jobs.ts'
import { jobs as partnerJobs } from '../modules/partners/jobs.ts'
import { startStepWorker } from '../modules/transfers/execution/step-worker.ts'
import { jobs as transferJobs } from '../modules/transfers/jobs.ts'
import { prepareChain } from '../modules/treasury/chain-consistency.ts'
import { jobs as treasuryJobs } from '../modules/treasury/jobs.ts'
import { createChainReceipts } from '../modules/treasury/receipts.ts'
import { jobs as walletJobs } from '../modules/wallets/jobs.ts'
import { jobs as webhookJobs } from '../modules/webhooks/jobs.ts'
import { jobs as outsideJobs } from '../outside/jobs.ts'
import type { Deps } from '../ports/deps.ts'
import { auditSealing } from '../records/audit/sealing.ts'
import { publisher } from '../records/events/publisher.ts'
import { jobs as recordJobs } from '../records/jobs.ts'

const jobLists = [
  recordJobs,
  apiJobs,
  outsideJobs,
  webhookJobs,
  notificationJobs,
  treasuryJobs,
  partnerJobs,
  liquidityJobs,
  kycJobs,
  payinJobs,
  accessJobs,
  accountJobs,
  walletJobs,
  transferJobs,
  intakeJobs,
]

/** Work under way may end; what takes longer is gone on with after the next start. */
const stopMsMax = 8_000

export type Workers = { stop: () => Promise<void> }

/**
 * Starts this process's background work. Of all processes one leads: it publishes, sweeps,
 * reconciles and follows the chains; every process takes transfers through their steps.
 * @throws StartRefused where a chain does not belong to the database
 */
export async function startWorkers(
  deps: Deps,
  approvals: Pick<ApprovalService, 'runAgreed' | 'endVoid'>,
  served: FindServed,
): Promise<Workers> {
  for (const chain of deps.chains.values()) await prepareChain(deps, chain)

  const parts = { ...deps, receipts: createChainReceipts(deps) }
  const steps = await startStepWorker(parts)
  const leader = startLeader({ databaseUrl: deps.db.urls.worker, log: deps.log })
  const host = { ...deps, leader }
  const publishing = publisher(deps).start(host)
  const sealing = auditSealing(deps).start(host)
  const listed = [
    ...jobLists.flatMap((jobs) => jobs(parts)),
    ...approvalJobs(deps, approvals),
    ...exportJobs(deps, served),
  ]
  const running = listed.map((job) => job.start(host))
  return {
    // Events are published until the last transfer has stopped.
    stop: async () => {
      await Promise.all(running.map((job) => job.stop(stopMsMax)))
      await steps.stop(stopMsMax)
      await Promise.all([publishing.stop(), sealing.stop()])
      await leader.stop()
    },
  }
}
