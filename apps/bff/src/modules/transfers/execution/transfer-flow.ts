import { conversionLegs, type ExecutionFailureCode } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { depositsFollow } from '../../../records/deposits/transition.ts'
import { createHaltLook } from '../../../records/transfers/payout-halts.ts'
import { conversionOf } from '../payouts/conversion.ts'
import { failOrdinary } from './fail.ts'
import {
  assetOf,
  createOrder,
  markSubmitted,
  type Places,
  settleOrder,
  voidOrder,
} from '../payouts/payout-orders.ts'
import { partyOf, walletOf } from '../../../records/transfers/parties.ts'
import type { PayoutRail } from '../payouts/payout-rail.ts'
import type { Claim } from '../../../records/transfers/steps/store.ts'
import type { TransferRow, PayoutRow } from '../../../db/schema/rows.ts'
import type { Flow, StepHandler, StepOutcome } from '../../../records/transfers/steps/step.ts'
import { isPaused, pausedCode } from '../../../records/transfers/pausing.ts'
import { newestOrder, type OrderKind, orderKinds } from '../../../records/transfers/payouts.ts'
import { isCleared, reviewOf } from '../../../records/transfers/review.ts'

export type FlowParts = Places &
  Pick<Deps, 'db' | 'screening' | 'ids' | 'log' | 'jobs' | 'realTime'> & {
    rails: Readonly<Record<PayoutRow['kind'], PayoutRail>>
  }

type Done = Extract<StepOutcome, { kind: 'done' }>

const nothing: StepOutcome = { kind: 'nothing' }
const arrived: StepHandler = () => Promise.resolve(nothing)

/**
 * The steps of an ordinary transfer after its deposit (operations.md, 11.2). Orders to pay are
 * stored before they are sent and queried under the same reference afterwards, so a
 * step that runs again pays nothing again.
 */
export function createOrdinaryFlow(deps: FlowParts): Flow {
  const halts = createHaltLook(deps)
  return {
    isShared: true,
    handlers: {
      // The money is here: these are open again where the sandbox had one fail and it was retried.
      deposit_received: arrived,
      deposit_detected: arrived,
      deposit_confirmed: arrived,
      compliance_check: check,
      conversion: convert,
      payout_submitted: submit('payout'),
      payout_confirmed: confirm('payout'),
      refund_submitted: submit('refund'),
      refund_confirmed: confirm('refund'),
    },
    eventStatuses: {
      conversion: 'converted',
      payout_submitted: 'payment_submitted',
      payout_confirmed: 'payment_processed',
      refund_confirmed: 'refunded',
    },
    // Beyond these the watchdog notifies the partner; a slow bank is no failure.
    expectedSeconds: {
      compliance_check: 300,
      conversion: 300,
      payout_submitted: 600,
      payout_confirmed: 3_600,
      refund_submitted: 600,
      refund_confirmed: 3_600,
    },
    forced,
    fail: (tx, held, failed) => failOrdinary(tx, deps, held, failed),
    follow: depositsFollow,
  }

  /** Both sides, and a third-party payer, are screened against the sanctions lists. */
  async function check({ transfer }: Claim): Promise<StepOutcome> {
    if (await isPausedSince(transfer)) return { kind: 'review', code: pausedCode }
    if (isCleared(transfer, 'COMPLIANCE_SCREENING_HIT')) return nothing
    const names = [partyOf(transfer, 'from').fullName, partyOf(transfer, 'to').fullName]
    const { sender } = reviewOf(transfer)
    const subjects = [...new Set([...names, sender ?? ''])].filter((name) => name !== '')
    try {
      const report = await deps.screening.screen(subjects.map((name) => ({ name })))
      return report.hits.length === 0
        ? nothing
        : { kind: 'review', code: 'COMPLIANCE_SCREENING_HIT' }
    } catch (error) {
      deps.log.warn({ err: error, transferId: transfer.id }, 'the lists could not be asked')
      return { kind: 'retry', reason: 'The check cannot be made now.' }
    }
  }

  /** A verification that was paused while the transfer was reviewed for another reason. */
  async function isPausedSince(transfer: TransferRow): Promise<boolean> {
    const { partner_id, id, review, refund_of } = transfer
    if (review === null || refund_of !== null || isCleared(transfer, pausedCode)) return false
    return deps.db.asWorker((tx) => isPaused(tx, partner_id, id))
  }

  /** Fees are taken, the rest changes its currency, and the order to pay it out is written. */
  async function convert(claim: Claim): Promise<StepOutcome> {
    const { transfer, payouts } = claim
    const isSame =
      transfer.currency_in === transfer.currency_out &&
      transfer.jurisdiction_in === transfer.jurisdiction_out
    const write = async (tx: Tx) => {
      const order = await createOrder(tx, deps, transfer, {
        id: deps.ids.uuid(),
        kind: 'payout',
        attempt: 1,
        amount: transfer.amount_out,
        accountId: transfer.to_account_id,
        address: walletOf(partyOf(transfer, 'to')),
        before: conversionLegs(conversionOf(deps, transfer)),
      })
      payouts.push(order)
    }
    return { kind: 'done', write, isSilent: isSame }
  }

  function submit(kind: OrderKind): StepHandler {
    return async (claim) => {
      const order = newestOrder(claim.payouts, kind)
      // A refund without a known payee (beginRefund): an account has to be named.
      if (!order) return { kind: 'failed', code: 'BENEFICIARY_ACCOUNT_INVALID' }
      if (order.failure_code !== null) return { kind: 'done' }
      const { asset } = assetOf(deps, claim.transfer, kind === 'payout' ? 'out' : 'in')
      if (await halts.isHalted(asset)) return halted(asset)
      return submitted(order, await deps.rails[order.kind].submit(order, claim))
    }
  }

  function confirm(kind: OrderKind): StepHandler {
    return async (claim) => {
      const order = orderOf(claim, kind)
      const rail = deps.rails[order.kind]
      // A payout that is tried again has its step of submitting behind it.
      if (order.status === 'CREATED') {
        const { asset } = assetOf(deps, claim.transfer, kind === 'payout' ? 'out' : 'in')
        if (await halts.isHalted(asset)) return halted(asset)
        const taken = submitted(order, await rail.submit(order, claim))
        if (taken.kind !== 'done' || taken.through !== undefined) return taken
        await deps.db.asWorker((tx) => taken.write?.(tx) ?? Promise.resolve())
      }
      return confirmed(order, await rail.confirm(order, claim))
    }
  }

  function submitted(order: PayoutRow, outcome: StepOutcome): StepOutcome {
    if (outcome.kind === 'failed') return refused(order, outcome)
    if (outcome.kind !== 'done') return outcome
    if (outcome.through !== undefined) return confirmed(order, outcome)
    const { reference = '' } = outcome
    return {
      ...outcome,
      ...hashOf(order, outcome),
      write: (tx) => both(outcome.write?.(tx), markSubmitted(tx, order, reference)),
    }
  }

  function confirmed(order: PayoutRow, outcome: StepOutcome): StepOutcome {
    if (outcome.kind === 'failed') return refused(order, outcome)
    if (outcome.kind !== 'done') return outcome
    const { reference = order.reference } = outcome
    return {
      ...outcome,
      ...hashOf(order, outcome),
      write: (tx) => both(outcome.write?.(tx), settleOrder(tx, order, reference)),
    }
  }

  /**
   * An order that the sandbox wants to fail was marked when it was written and is never sent; one
   * that may be on its way already ends as its bank or chain says.
   */
  function forced(claim: Claim, step: string, code: ExecutionFailureCode): StepOutcome | undefined {
    const kind = (['payout', 'refund'] as const).find(
      (one) => orderKinds[one].submitted === step || orderKinds[one].confirmed === step,
    )
    if (!kind) return { kind: 'failed', code }
    const order = orderOf(claim, kind)
    return order.failure_code === null ? undefined : refused(order, { kind: 'failed', code })
  }
}

function refused(order: PayoutRow, outcome: Extract<StepOutcome, { kind: 'failed' }>): StepOutcome {
  const { code } = outcome
  return { ...outcome, write: (tx) => both(outcome.write?.(tx), voidOrder(tx, order, code)) }
}

const halted = (asset: string): StepOutcome => ({
  kind: 'waiting',
  reason: `Payouts of ${asset} are halted.`,
  expectedInSeconds: 600,
})

const hashOf = ({ kind }: PayoutRow, { reference }: Done) =>
  kind === 'CHAIN' && reference ? { transactionHash: reference.toLowerCase() } : {}

async function both(...parts: (Promise<unknown> | undefined)[]): Promise<void> {
  await Promise.all(parts.filter((part) => part !== undefined))
}

function orderOf({ transfer, payouts }: Claim, kind: OrderKind): PayoutRow {
  const order = newestOrder(payouts, kind)
  if (!order) throw new Error(`the transfer ${transfer.id} has no order of its ${kind}`)
  return order
}
