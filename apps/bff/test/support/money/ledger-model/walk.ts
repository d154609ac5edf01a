import {
  bankCharge,
  payInAny,
  reverseFunded,
  reversePaid,
  reverseStray,
  settleEarned,
  treasuryMove,
} from './banks.ts'
import {
  approve,
  cancel,
  deposit,
  depositTwice,
  execute,
  expire,
  lateDeposit,
  quote,
  releaseStray,
  returnStray,
  strayDeposit,
  strayReturned,
} from './deposits.ts'
import {
  holdFee,
  overdraw,
  payIn,
  resolveSingle,
  resolveTwice,
  resolveWrong,
  settleFee,
} from './mistakes.ts'
import {
  convert,
  payoutKnown,
  refund,
  refundCompleted,
  refundKnown,
  reject,
  release,
  retry,
  returned,
  review,
  submitPayout,
  submitRefund,
} from './payouts.ts'
import { createWorld, type Operation, type World } from './world.ts'

type Step = { operation: (world: World) => Operation | undefined; weight: number }

/** What may happen next; weights keep transfers moving, so that all corners are reached. */
const steps: readonly Step[] = [
  { operation: quote, weight: 12 },
  { operation: execute, weight: 14 },
  { operation: approve, weight: 6 },
  { operation: cancel, weight: 1 },
  { operation: expire, weight: 1 },
  { operation: deposit, weight: 12 },
  { operation: lateDeposit, weight: 4 },
  { operation: depositTwice, weight: 2 },
  { operation: strayDeposit, weight: 3 },
  { operation: releaseStray, weight: 2 },
  { operation: returnStray, weight: 2 },
  { operation: strayReturned, weight: 3 },
  { operation: review, weight: 2 },
  { operation: release, weight: 6 },
  { operation: reject, weight: 3 },
  { operation: convert, weight: 14 },
  { operation: submitPayout, weight: 14 },
  { operation: payoutKnown, weight: 14 },
  { operation: retry, weight: 4 },
  { operation: refund, weight: 4 },
  { operation: submitRefund, weight: 10 },
  { operation: refundKnown, weight: 10 },
  { operation: returned, weight: 3 },
  { operation: refundCompleted, weight: 2 },
  { operation: payIn, weight: 3 },
  { operation: holdFee, weight: 4 },
  { operation: settleFee, weight: 4 },
  { operation: bankCharge, weight: 2 },
  { operation: reverseStray, weight: 2 },
  { operation: reverseFunded, weight: 2 },
  { operation: reversePaid, weight: 1 },
  { operation: treasuryMove, weight: 1 },
  { operation: payInAny, weight: 3 },
  { operation: settleEarned, weight: 3 },
  { operation: overdraw, weight: 2 },
  { operation: resolveTwice, weight: 3 },
  { operation: resolveSingle, weight: 1 },
  { operation: resolveWrong, weight: 2 },
]
const lots = steps.flatMap(({ operation, weight }) =>
  Array.from({ length: weight }, () => operation),
)

/** An endless walk of one seed: the same seed, the same operations. */
export function createWalk(seed: number): { world: World; next: () => Operation } {
  const world = createWorld(seed)
  return { world, next }

  function next(): Operation {
    for (;;) {
      const operation = world.random.pick(lots)?.(world)
      if (operation) return operation
    }
  }
}
