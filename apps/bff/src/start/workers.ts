import type { ChainWatcher } from '@corridor/chains'
import type { Deps } from '../ports/deps.ts'
import { startKycWorker } from '../modules/kyc/review/review-worker.ts'
import { createBankPayout } from '../modules/transfers/payouts/bank-payout.ts'
import { createChainPayout } from '../modules/transfers/payouts/chain-payout.ts'
import { createOrdinaryFlow } from '../modules/transfers/execution/transfer-flow.ts'
import { createWalletFlow } from '../modules/transfers/execution/wallet-flow.ts'
import { startBankExchange } from '../modules/intake/bank-exchange.ts'
import { startBankWatcher } from '../modules/intake/bank-watcher.ts'
import { createChainNews } from '../modules/treasury/receipts.ts'
import { startChainOrders } from '../modules/treasury/chain-orders.ts'
import { startCustodyCheck } from '../modules/intake/custody-check.ts'
import { startSweeps } from '../modules/treasury/sweeper.ts'
import { prepareChain } from '../modules/treasury/chain-consistency.ts'
import { startChainWatcher } from '../modules/intake/chain-watcher.ts'
import { startDeliverer } from '../modules/webhooks/delivery/deliverer.ts'
import { createDeliveryMetrics } from '../modules/webhooks/delivery/metrics.ts'
import { startDeliveryRetention } from '../modules/webhooks/delivery/retention.ts'
import { startExporter } from '../modules/transfers/exports/exporter.ts'
import { startFundingOpener } from '../modules/accounts/funding/opening-worker.ts'
import { startFileSweeper } from '../outside/files/file-sweeper.ts'
import { startLeader } from '../engine/leader.ts'
import { startLedgerCheck } from '../records/ledger/ledger-check.ts'
import { startPrepaidMinter } from '../modules/partners/prepaid-minter.ts'
import { startPublisher } from '../records/events/publisher.ts'
import { startRateFetcher } from '../outside/rates/rate-fetcher.ts'
import { startReconciler } from './reconciler.ts'
import { createStepRunner } from '../modules/transfers/execution/step-runner.ts'
import { type Appliers, startSweeper } from './sweeper.ts'
import type { TransferRow } from '../db/schema/rows.ts'
import type { Flow } from '../records/transfers/steps/step.ts'

/** Work under way may end; what takes longer is gone on with after the next start. */
const stopMsMax = 8_000

/** A bank that is reached by files confirms on its next banking day, which a weekend puts off. */
const filedSeconds = ({ expectedSeconds }: Flow) => ({
  ...expectedSeconds,
  payout_confirmed: 3 * 86_400,
  refund_confirmed: 3 * 86_400,
})

export type Workers = { stop: () => Promise<void> }

/**
 * Starts this process's background work. Of all processes one leads: it publishes, sweeps,
 * reconciles and follows the chains; every process takes transfers through their steps.
 * @throws StartRefused where a chain does not belong to the database
 */
export async function startWorkers(deps: Deps, appliers: Appliers): Promise<Workers> {
  for (const chain of deps.chains.values()) await prepareChain(deps, chain)

  const news = createChainNews(deps)
  const walletFlow = createWalletFlow({ ...deps, news })
  const rails = { BANK: createBankPayout(deps), CHAIN: createChainPayout({ ...deps, news }) }
  const ordinaryFlow = createOrdinaryFlow({ ...deps, rails })
  const filedFlow = { ...ordinaryFlow, expectedSeconds: filedSeconds(ordinaryFlow) }
  await deps.jobs.start(createStepRunner(deps, flowOf))

  const leader = startLeader({ databaseUrl: deps.db.urls.worker, log: deps.log })
  const publisher = startPublisher(deps, leader)
  const sweeper = startSweeper(deps, leader, appliers)
  const fileSweeper = startFileSweeper(deps, leader)
  const kycWorker = startKycWorker(deps, leader)
  const reconciler = startReconciler(deps, leader)
  const ledgerCheck = startLedgerCheck(deps, leader)
  const fundingOpener = startFundingOpener(deps, leader)
  const exporter = startExporter(deps, leader)
  const prepaidMinter = startPrepaidMinter(deps, leader)
  const rateFetcher = startRateFetcher(deps, leader)
  const bankWatcher = startBankWatcher(deps, leader)
  const bankExchange = startBankExchange(deps, leader)
  const chainOrders = startChainOrders(deps, leader)
  const custodyCheck = startCustodyCheck(deps, leader)
  const sweeps = startSweeps(deps, leader)
  const metrics = createDeliveryMetrics(deps.metrics)
  const deliverer = startDeliverer(deps, { metrics })
  const retention = startDeliveryRetention(deps, leader)
  const watchers: Pick<ChainWatcher, 'stop'>[] = []
  leader.onElected(() => {
    // Two watchers do no harm, since each batch is a compare-and-set on the cursor.
    if (watchers.length > 0) return
    for (const chain of deps.chains.values())
      watchers.push(startChainWatcher({ ...deps, news }, chain))
  })
  return { stop }

  function flowOf(transfer: TransferRow): Flow {
    if (transfer.kind === 'wallet') return walletFlow
    return isByFile(transfer) ? filedFlow : ordinaryFlow
  }

  function isByFile({ jurisdiction_out }: TransferRow): boolean {
    const isCountry = deps.jurisdictions.byId(jurisdiction_out)?.type === 'country'
    return deps.config.BANK_RAIL === 'iso20022' && isCountry
  }

  async function stop(): Promise<void> {
    await Promise.all([
      sweeper.stop(),
      kycWorker.stop(),
      fileSweeper.stop(),
      reconciler.stop(),
      ledgerCheck.stop(),
      fundingOpener.stop(),
      exporter.stop(),
      prepaidMinter.stop(),
      rateFetcher.stop(),
      bankWatcher.stop(),
      bankExchange.stop(),
      chainOrders.stop(),
      custodyCheck.stop(),
      sweeps.stop(),
      deliverer.stop(stopMsMax),
      retention.stop(),
      ...watchers.map((watcher) => watcher.stop()),
    ])
    // Whoever waits for a block is told to leave it for the next start.
    news.close()
    await deps.jobs.stop(stopMsMax)
    await publisher.stop()
    await leader.stop()
  }
}
