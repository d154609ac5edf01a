import type { BackgroundJob } from '../../engine/background-job.ts'
import type { Deps } from '../../ports/deps.ts'
import { accountScreening } from './external/screening.ts'
import { numberKeeper } from './external/numbers-job.ts'
import { proofPayments } from './proof/payments-worker.ts'
import { payerSweep } from './funding/payers.ts'
import { fundingOpener } from './funding/opening-worker.ts'

export const jobs = (deps: Deps): BackgroundJob[] => [
  fundingOpener(deps),
  accountScreening(deps),
  proofPayments(deps),
  numberKeeper(deps),
  payerSweep(deps),
]
