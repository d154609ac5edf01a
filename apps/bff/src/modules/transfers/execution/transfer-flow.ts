import { conversionLegs, type ExecutionFailureCode } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { depositsFollow } from '../../../records/deposits/transition.ts'
import { conversionOf } from '../payouts/conversion.ts'
import { failOrdinary } from './fail.ts'
import { createRefundSteps } from './refund-steps.ts'
import {
  createOrder,
  markSubmitted,
  placeIn,
  type Places,
  settleOrder,
  voidOrder,
} from '../payouts/payout-orders.ts'
import { partyOf, walletOf } from '../../../records/transfers/parties.ts'
import { orderProblem, OrderStopped } from '../payouts/order-check.ts'
import { checkParties, checkPayee } from '../payouts/party-screening.ts'
import { readParties, type TransferParties } from '../payouts/parties-store.ts'
import { missingOf } from '../payouts/travel-rule.ts'
import { createPayeeChecks, type Ordered } from '../payouts/payee-checks.ts'
import { type Payee, readPayee } from '../payouts/payee-store.ts'
import { createTravelCheck, type TravelParts } from '../travel/check.ts'
import type { PayoutRail } from '../payouts/payout-rail.ts'
import { type Claim, isOpen } from '../../../records/transfers/steps/store.ts'
import type { TransferRow, PayoutRow } from '../../../db/schema/rows.ts'
import type { Flow, StepHandler, StepOutcome } from '../../../records/transfers/steps/step.ts'
import { isPaused, pausedCode } from '../../../records/transfers/pausing.ts'
import { newestOrder, type OrderKind, orderKinds } from '../../../records/transfers/payouts.ts'
import { isCleared } from '../../../records/transfers/review.ts'
import type { KeptPayee } from '../../../records/transfers/payout-store.ts'

export type FlowParts = Places &
  TravelParts &
  Pick<Deps, 'db' | 'config' | 'screening' | 'ids' | 'log' | 'jobs' | 'kek' | 'payeeCheck'> & {
    rails: Readonly<Record<PayoutRow['kind'], PayoutRail>>
  }

type Done = Extract<StepOutcome, { kind: 'done' }>

const checkStep = 'compliance_check'
const travelCode = 'COMPLIANCE_TRAVEL_RULE_MISSING'
const listedCode = 'COMPLIANCE_SCREENING_HIT'
const listed: StepOutcome = { kind: 'review', code: listedCode }
const notChecked: StepOutcome = { kind: 'retry', reason: 'The check cannot be made now.' }
const nothing: StepOutcome = { kind: 'nothing' }
const noAnswer: StepOutcome = { kind: 'retry', reason: 'The outside does not answer.' }
const arrived: StepHandler = () => Promise.resolve(nothing)
const arrivals = {
  deposit_received: arrived,
  deposit_detected: arrived,
  deposit_confirmed: arrived,
}

/**
 * The steps of an ordinary transfer after its deposit (operations.md 11.2). Orders to pay are
 * stored before they are sent and queried under the same reference afterwards, so a
 * step that runs again pays nothing again.
 */
export function createOrdinaryFlow(deps: FlowParts): Flow {
  // Orders that were looked at when they were written, just before.
  const isFresh = new WeakSet<PayoutRow>()
  /** Whom a claim is about, where its transfer is yet to be checked. */
  const partiesOf = new WeakMap<Claim, TransferParties>()
  const payees = createPayeeChecks(deps)
  /** The account that a claim's first payout goes to, and what its bank says. */
  const payeeOf = new WeakMap<Claim, Payee>()
  const asking = new WeakMap<Claim, Promise<KeptPayee>>()
  const refunds = createRefundSteps(deps, {
    submitOne: (order, claim) => submitOne(order, claim, 'refund'),
    confirmOne: (order, claim) => confirmOne(order, claim, 'refund'),
  })
  return {
    isShared: true,
    async read(tx, claim) {
      const isChecked = !claim.steps.some((step) => step.name === checkStep && isOpen(step))
      if (isChecked) return
      const [parties, payee] = await Promise.all([
        readParties(tx, claim.transfer),
        placeOut(claim) === 'BANK' ? readPayee(tx, firstOrder(claim)) : undefined,
      ])
      partiesOf.set(claim, parties)
      if (payee) payeeOf.set(claim, payee)
    },
    handlers: {
      // The money is here: these are open again where the sandbox had one fail and it was retried.
      ...arrivals,
      [checkStep]: check,
      conversion: convert,
      payout_submitted: submitPayout,
      payout_confirmed: (claim) => confirmOne(orderOf(claim, 'payout'), claim, 'payout'),
      refund_submitted: refunds.submit,
      refund_confirmed: refunds.confirm,
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

  /** Both customers, the holders of their accounts and who paid are looked up in the lists. */
  async function check(claim: Claim): Promise<StepOutcome> {
    const { transfer } = claim
    if (await isPausedSince(transfer)) return { kind: 'review', code: pausedCode }
    // Their banks are asked at the same time.
    if (payeeOf.has(claim)) {
      const asked = askFirst(claim)
      asked.catch(() => undefined)
      asking.set(claim, asked)
    }
    const found = await checkParties(deps, transfer, partiesOf.get(claim))
    if (found.outcome === 'CLEAR') {
      const { write, parties } = found
      const isMissing = missingOf(deps, transfer, parties).length > 0
      if (isMissing && !isCleared(transfer, travelCode))
        return { kind: 'review', code: travelCode, write }
      return { kind: 'nothing', write }
    }
    return found.outcome === 'HIT' ? listed : notChecked
  }

  /** All were looked up by the check just before; while an order waits, its bank may name somebody. */
  async function payeeProblem(order: PayoutRow, claim: Claim, kind: OrderKind) {
    const { transfer } = claim
    if (order.status !== 'CREATED' || (isFresh.has(order) && partiesOf.has(claim))) return undefined
    const checked = await checkPayee(deps, transfer, order)
    if (checked.outcome === 'CLEAR') return deps.db.groupCommit(checked.write).then(() => undefined)
    if (checked.outcome === 'UNAVAILABLE') return notChecked
    // Money that cannot go back is looked at by a person, as after any other refund that failed.
    return unlessOutside(order, held(order, kind, listedCode))
  }

  /** An order that is outside already ends as its bank or chain says. */
  async function unlessOutside(order: PayoutRow, stopped: StepOutcome) {
    const isKnown = await deps.rails[order.kind].isKnown(order)
    if (isKnown === undefined) return noAnswer
    return isKnown ? undefined : stopped
  }

  /** A verification that was paused while the transfer was reviewed for another reason. */
  async function isPausedSince(transfer: TransferRow): Promise<boolean> {
    const { partner_id, id, review, refund_of } = transfer
    if (review === null || refund_of !== null || isCleared(transfer, pausedCode)) return false
    return deps.db.groupCommit((tx) => isPaused(tx, partner_id, id))
  }

  function placeOut({ transfer }: Claim) {
    return placeIn(deps, transfer.jurisdiction_out).kind
  }

  async function askFirst(claim: Claim): Promise<KeptPayee> {
    const order = firstOrder(claim)
    const account = payeeOf.get(claim) ?? (await deps.db.groupCommit((tx) => readPayee(tx, order)))
    payeeOf.set(claim, account)
    return payees.ask(claim.transfer, order, account)
  }

  /** Fees are taken, the rest changes its currency, and the order to pay it out is written. */
  async function convert(claim: Claim): Promise<StepOutcome> {
    const { transfer, payouts } = claim
    const isSame =
      transfer.currency_in === transfer.currency_out &&
      transfer.jurisdiction_in === transfer.jurisdiction_out
    const { amount_out: amount, to_account_id: accountId } = transfer
    let order: PayoutRow | undefined
    const payee =
      placeOut(claim) === 'BANK' ? await (asking.get(claim) ?? askFirst(claim)) : undefined
    const write = async (tx: Tx) => {
      const asked = { kind: 'payout', amount, account_id: accountId, isWritten: false } as const
      const problem = await orderProblem(tx, deps, transfer, asked)
      if (problem) throw new OrderStopped(problem)
      order = await createOrder(tx, deps, transfer, {
        id: deps.ids.uuid(),
        kind: 'payout',
        attempt: 1,
        amount,
        accountId,
        address: walletOf(partyOf(transfer, 'to')),
        before: conversionLegs(conversionOf(deps, transfer)),
        parties: partiesOf.get(claim),
        payee,
      })
      await deps.rails[order.kind].prepare?.(tx, order, payeeOf.get(claim))
    }
    const committed = () => {
      if (!order) return
      isFresh.add(order)
      payouts.push(order)
    }
    return { kind: 'done', write, committed, isSilent: isSame }
  }

  async function submitPayout(claim: Claim): Promise<StepOutcome> {
    const order = orderOf(claim, 'payout')
    return order.failure_code === null ? submitOne(order, claim, 'payout') : { kind: 'done' }
  }

  async function submitOne(order: PayoutRow, claim: Claim, kind: OrderKind): Promise<StepOutcome> {
    const stopped = await lookAgain(order, claim, kind)
    if (stopped) return stopped
    const problem = await payeeProblem(order, claim, kind)
    if (problem) return problem
    const name = await nameProblem(order, claim, kind)
    if (name) return name
    const unanswered = kind === 'payout' && (await unansweredOf(order, claim.transfer))
    if (unanswered) return unanswered
    const outcome = await deps.rails[order.kind].submit(order, claim, isFresh.has(order))
    return outcome.kind === 'review' ? held(order, kind, outcome.code) : submitted(order, outcome)
  }

  async function nameProblem(order: PayoutRow, { transfer }: Claim, kind: OrderKind) {
    const code = await payees.problem(transfer, order, {
      isFresh: isFresh.has(order),
      isKnown: () => deps.rails[order.kind].isKnown(order),
    })
    if (code === undefined) return undefined
    return code === 'NO_ANSWER' ? noAnswer : held(order, kind, code)
  }

  /** What the payee's provider says. */
  async function unansweredOf(order: PayoutRow, transfer: TransferRow) {
    if (order.status !== 'CREATED') return undefined
    const stopped = await createTravelCheck(deps)(order, transfer)
    return stopped?.kind === 'review' ? unlessOutside(order, stopped) : stopped
  }

  /** An order that was written a while ago is sent only where it would be written now. */
  async function lookAgain(order: PayoutRow, { transfer }: Claim, kind: OrderKind) {
    if (order.status !== 'CREATED' || isFresh.has(order)) return undefined
    const asked = { ...order, kind, isWritten: true }
    const code = await deps.db.groupCommit((tx) => orderProblem(tx, deps, transfer, asked))
    return code && unlessOutside(order, held(order, kind, code))
  }

  async function confirmOne(order: PayoutRow, claim: Claim, kind: OrderKind): Promise<StepOutcome> {
    // A payout that is tried again has its step of submitting behind it.
    if (order.status === 'CREATED') {
      const taken = await submitOne(order, claim, kind)
      if (taken.kind !== 'done' || taken.through !== undefined) return taken
      await deps.db.asWorker((tx) => taken.write?.(tx) ?? Promise.resolve())
    }
    return confirmed(order, await deps.rails[order.kind].confirm(order, claim))
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
      (item) => orderKinds[item].submitted === step || orderKinds[item].confirmed === step,
    )
    if (!kind) return { kind: 'failed', code }
    const order = orderOf(claim, kind)
    if (order.failure_code === null) return undefined
    const marked = claim.payouts.filter(
      ({ step: of, status, failure_code }) =>
        of === order.step && status === 'CREATED' && failure_code !== null,
    )
    const write = (tx: Tx) => both(...marked.map((item) => voidOrder(tx, item, code)))
    return { kind: 'failed', code, write }
  }
}

function refused(order: PayoutRow, outcome: Extract<StepOutcome, { kind: 'failed' }>): StepOutcome {
  const { code } = outcome
  return { ...outcome, write: (tx) => both(outcome.write?.(tx), voidOrder(tx, order, code)) }
}

/** A refund that is held is ordered anew when it goes on. */
const held = (order: PayoutRow, kind: OrderKind, code: ExecutionFailureCode): StepOutcome =>
  kind === 'payout' ? { kind: 'review', code } : refused(order, { kind: 'failed', code })

const hashOf = ({ kind }: PayoutRow, { reference }: Done) =>
  kind === 'CHAIN' && reference ? { transactionHash: reference.toLowerCase() } : {}

async function both(...parts: (Promise<unknown> | undefined)[]): Promise<void> {
  await Promise.all(parts.filter((part) => part !== undefined))
}

/** What is known of a first payout before it is written. */
const firstOrder = ({ transfer }: Claim): Ordered => ({
  partner_id: transfer.partner_id,
  id: transfer.id,
  jurisdiction_id: transfer.jurisdiction_out,
  account_id: transfer.to_account_id,
  beneficiary: null,
})

function orderOf({ transfer, payouts }: Claim, kind: OrderKind): PayoutRow {
  const order = newestOrder(payouts, kind)
  if (!order) throw new Error(`the transfer ${transfer.id} has no order of its ${kind}`)
  return order
}
