import type { ExecutionFailureCode } from '@corridor/domain'
import type { PayoutRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { orderKinds } from '../../../records/transfers/payouts.ts'
import type { StepHandler, StepOutcome } from '../../../records/transfers/steps/step.ts'
import type { Claim } from '../../../records/transfers/steps/store.ts'

type One = (order: PayoutRow, claim: Claim) => Promise<StepOutcome>
type Failed = Extract<StepOutcome, { kind: 'failed' }>

/**
 * The two steps of a refund. Each sender gets an order of its own: one after the other is sent and
 * settled by itself, and the refund is over when all are. What failed waits for another account,
 * when the rest has arrived.
 */
export function createRefundSteps(
  { db }: Pick<Deps, 'db'>,
  { submitOne, confirmOne }: { submitOne: One; confirmOne: One },
): { submit: StepHandler; confirm: StepHandler } {
  return { submit, confirm }

  async function submit(claim: Claim): Promise<StepOutcome> {
    const open = openOrders(claim)
    const [only] = open
    // Without a known payee (beginRefund) an account has to be named.
    if (!only) return unsent(claim) > 0n ? failed(claim) : done
    if (isWhole(claim, open)) return only.failure_code === null ? submitOne(only, claim) : done
    for (const order of open) {
      if (order.status !== 'CREATED' || order.failure_code !== null) continue
      const outcome = await submitOne(order, claim)
      if (!(await settled(order, outcome, 'SUBMITTED'))) return outcome
    }
    return openOrders(claim).length > 0 ? done : failed(claim)
  }

  async function confirm(claim: Claim): Promise<StepOutcome> {
    const open = openOrders(claim)
    const [only] = open
    if (only && isWhole(claim, open)) return confirmOne(only, claim)
    let waiting: StepOutcome | undefined
    let reference = ''
    for (const order of open) {
      const outcome = await confirmOne(order, claim)
      if (outcome.kind === 'done') reference = outcome.reference ?? reference
      if (!(await settled(order, outcome, 'CONFIRMED'))) waiting = outcome
    }
    if (waiting) return waiting
    return unsent(claim) > 0n ? failed(claim) : { kind: 'done', reference }
  }

  /** Writes what became of one order; nothing while that is not known. */
  async function settled(order: PayoutRow, outcome: StepOutcome, to: 'SUBMITTED' | 'CONFIRMED') {
    if (outcome.kind !== 'done' && outcome.kind !== 'failed') return false
    await db.asWorker((tx) => outcome.write?.(tx) ?? Promise.resolve())
    order.status = outcome.kind === 'done' ? to : 'FAILED'
    if (outcome.kind === 'failed') order.failure_code = outcome.code
    return true
  }
}

const done: StepOutcome = { kind: 'done' }

const refundsOf = ({ payouts }: Claim) =>
  payouts.filter(({ step }) => step === orderKinds.refund.submitted)

const openOrders = (claim: Claim) =>
  refundsOf(claim).filter(({ status }) => status === 'CREATED' || status === 'SUBMITTED')

/** What no order sends back, or has sent. */
const unsent = (claim: Claim): bigint =>
  refundsOf(claim)
    .filter(({ status }) => status !== 'FAILED')
    .reduce((left, { amount }) => left - amount, claim.transfer.received)

/** One order is all of it: it ends with its step, in one transaction. */
const isWhole = (claim: Claim, open: readonly PayoutRow[]) =>
  open.length === 1 && unsent(claim) <= 0n

function failed(claim: Claim): Failed {
  const code = refundsOf(claim).findLast(({ status }) => status === 'FAILED')?.failure_code
  return { kind: 'failed', code: (code ?? 'BENEFICIARY_ACCOUNT_INVALID') as ExecutionFailureCode }
}
