import type { TransferRow } from '../../../db/schema/rows.ts'
import type { RunningJob } from '../../../engine/background-job.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { ChainReceipts } from '../../../ports/receipts.ts'
import type { Flow } from '../../../records/transfers/steps/step.ts'
import { createBankPayout } from '../payouts/bank-payout.ts'
import { createChainPayout } from '../payouts/chain-payout.ts'
import { createStepRunner } from './step-runner.ts'
import { createOrdinaryFlow } from './transfer-flow.ts'
import { createWalletFlow } from './wallet-flow.ts'

/** A bank that is reached by files confirms on its next banking day, which a weekend puts off. */
const filedSeconds = ({ expectedSeconds }: Flow) => ({
  ...expectedSeconds,
  payout_confirmed: 3 * 86_400,
  refund_confirmed: 3 * 86_400,
})

/** Takes transfers through their steps, in every process that works. */
export async function startStepWorker(
  deps: Deps & { receipts: ChainReceipts },
): Promise<RunningJob> {
  const { receipts, jobs } = deps
  const walletFlow = createWalletFlow(deps)
  const rails = { BANK: createBankPayout(deps), CHAIN: createChainPayout(deps) }
  const ordinaryFlow = createOrdinaryFlow({ ...deps, rails })
  const filedFlow = { ...ordinaryFlow, expectedSeconds: filedSeconds(ordinaryFlow) }
  await jobs.start(createStepRunner(deps, flowOf))
  return {
    stop: (timeoutMs) => {
      // A step that waits for a block is stopped, and continues at the next start.
      receipts.close()
      return jobs.stop(timeoutMs)
    },
  }

  function flowOf(transfer: TransferRow): Flow {
    if (transfer.kind === 'wallet') return walletFlow
    return isByFile(transfer) ? filedFlow : ordinaryFlow
  }

  function isByFile({ jurisdiction_out }: TransferRow): boolean {
    const isCountry = deps.jurisdictions.byId(jurisdiction_out)?.type === 'country'
    return deps.config.BANK_RAIL === 'iso20022' && isCountry
  }
}
