import { bankingDayAfter, bankSystemOf, momentOf, scheduleOf } from '@corridor/domain/calendars'
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

/** A bank that is reached by files answers within so many of its banking days. */
const answerDays = 3

/**
 * How long its answer takes: over Easter a week. The transfer was changed last shortly before its
 * order leaves.
 */
export function answerSeconds(countryCode: string, orderedAt: Date): number {
  const system = bankSystemOf(countryCode)
  const { executionDate } = scheduleOf(system, orderedAt)
  const last = bankingDayAfter(system.calendar, executionDate, answerDays)
  return (momentOf(last, '18:00', system.zone).getTime() - orderedAt.getTime()) / 1_000
}

/** Takes transfers through their steps, in every process that works. */
export async function startStepWorker(
  deps: Deps & { receipts: ChainReceipts },
): Promise<RunningJob> {
  const { receipts, jobs } = deps
  const walletFlow = createWalletFlow(deps)
  const rails = { BANK: createBankPayout(deps), CHAIN: createChainPayout(deps) }
  const ordinaryFlow = createOrdinaryFlow({ ...deps, rails })
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
    return isByFile(transfer) ? filedFlow(transfer) : ordinaryFlow
  }

  function filedFlow({ jurisdiction_in, jurisdiction_out, updated_at }: TransferRow): Flow {
    const secondsIn = (id: string) =>
      answerSeconds(deps.jurisdictions.byId(id)?.countryCode ?? '', updated_at)
    return {
      ...ordinaryFlow,
      expectedSeconds: {
        ...ordinaryFlow.expectedSeconds,
        payout_confirmed: secondsIn(jurisdiction_out),
        refund_confirmed: secondsIn(jurisdiction_in),
      },
    }
  }

  function isByFile({ jurisdiction_out }: TransferRow): boolean {
    const isCountry = deps.jurisdictions.byId(jurisdiction_out)?.type === 'country'
    return deps.config.BANK_RAIL === 'iso20022' && isCountry
  }
}
