import {
  type BackgroundJob,
  leaderLoop,
  type LoopJob,
  whileQuiet,
} from '../../engine/background-job.ts'
import { sendTogether } from '../../db/send-together.ts'
import type { Deps } from '../../ports/deps.ts'
import { unpaidDrawings } from '../../records/liquidity/drawing-store.ts'
import { unrefunded } from '../../records/liquidity/frame-store.ts'
import { ordersUnderWay } from '../../records/liquidity/replenishment-store.ts'
import { pendingWithdrawals } from '../../records/liquidity/withdrawal-store.ts'
import { findUntaken } from '../../records/liquidity/payment-store.ts'
import { findOrdered, type OrderedReview, withdrawOrder } from '../../records/reviews/store.ts'
import { heldKinds } from './background/held.ts'
import { checkFees, sweepDue } from './background/sweeps.ts'
import { createTreasuryOrders } from './background/treasury-orders.ts'
import { createOperationalOrders } from './operational/orders.ts'
import { lookUpSenders } from '../screening/senders.ts'
import { takeChainPayment } from './payments/arrive.ts'

const everyMs = 2_000
const batchMax = 100
/** Orders that are prepared side by side; their nonces are given one by one. */
const atOnce = 8

/** Brings payments from and to credit lines as far as they can be; each step may be repeated. */
function liquidityOrders(deps: Deps): LoopJob {
  const treasury = createTreasuryOrders(deps)
  const operational = createOperationalOrders(deps)
  return leaderLoop({
    name: 'liquidity orders',
    everyMs,
    ...whileQuiet,
    wakeOn: ['liquidity', 'chain', 'sweep'],
    run: async () => {
      await takeUntaken()
      await carryOut()
      const found = await deps.db.readingAll((tx) =>
        sendTogether({
          drawings: unpaidDrawings(tx, batchMax),
          refunds: unrefunded(tx, batchMax),
          repayments: ordersUnderWay(tx, batchMax),
          withdrawals: pendingWithdrawals(tx, batchMax),
        }),
      )
      const work = [
        ...found.drawings.map((drawing) => () => treasury.disburse(drawing.partner_id, drawing.id)),
        ...found.refunds.map((refund) => () => treasury.refund(refund.partner_id, refund.id)),
        ...found.repayments.map(
          (repayment) => () => operational.replenish(repayment.partner_id, repayment.order_id),
        ),
        ...found.withdrawals.map(
          (withdrawal) => () => operational.withdraw(withdrawal.partner_id, withdrawal.id),
        ),
      ]
      await inTurns(work)
      if (work.length > 0) deps.wake.notify('events')
      if (found.drawings.length === batchMax) return { againInMs: 0 }
      return work.length > 0 ? { againInMs: everyMs } : undefined
    },
  })

  /** What the operator decided about payments that are held: a yes has each tried again, as ever. */
  async function carryOut(): Promise<void> {
    const all = await deps.db.readingAll((tx) => findOrdered(tx, heldKinds))
    await inTurns(all.map((item) => () => decide(item)))
  }

  async function decide({ partnerId, kind, subjectId: id, ordered }: OrderedReview): Promise<void> {
    const held = { partnerId, id, reason: ordered.reason }
    const isDone =
      ordered.decision === 'REJECTED' &&
      (kind === 'withdrawal'
        ? await operational.reject(held)
        : await treasury.reject({ ...held, kind }))
    if (!isDone) await deps.db.asWorker((tx) => withdrawOrder(tx, partnerId, { kind, id }))
  }

  /** One that fails holds up none of the others. */
  async function inTurns(work: (() => Promise<void>)[]): Promise<void> {
    const rest = [...work]
    const lane = async () => {
      for (let next = rest.shift(); next; next = rest.shift())
        await next().catch((error: unknown) =>
          deps.log.error({ err: error }, 'a payment of a credit line is tried again'),
        )
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
  }

  /** What the watcher kept and could not use, or what came before a line was opened. */
  async function takeUntaken(): Promise<void> {
    for (const chainId of deps.chains.keys()) {
      const untaken = await deps.db.readingAll((tx) => findUntaken(tx, chainId, batchMax))
      const senders = await lookUpSenders(
        deps,
        untaken.flatMap(({ payers }) => payers.map((address) => ({ kind: 'address', address }))),
      )
      const informed = { ...deps, senders }
      for (const { partner_id: partnerId, hash } of untaken)
        await deps.db
          .asWorker((tx) => takeChainPayment(tx, informed, { partnerId, chainId, hash }))
          .catch((error: unknown) =>
            deps.log.error({ err: error, hash }, 'a payment could not be taken in yet'),
          )
    }
  }
}

/** What is due by the service's clock. */
const liquiditySweeps = (deps: Deps): LoopJob =>
  leaderLoop({
    name: 'liquidity sweeps',
    everyMs: 1_000,
    ...whileQuiet,
    wakeOn: ['sweep'],
    run: async () => {
      const count = await sweepDue(deps)
      if (count === 0) return undefined
      deps.wake.notify('liquidity')
      deps.wake.notify('events')
      return { againInMs: 0 }
    },
  })

/** Fees whose transaction was not final when their frame was accepted. */
const feeChecks = (deps: Deps): LoopJob =>
  leaderLoop({
    name: 'reserve fees',
    everyMs,
    ...whileQuiet,
    wakeOn: ['sweep', 'chain'],
    run: async () => {
      await checkFees(deps)
      return undefined
    },
  })

export const jobs = (deps: Deps): BackgroundJob[] => [
  liquidityOrders(deps),
  liquiditySweeps(deps),
  feeChecks(deps),
]
