import {
  type ExecutionFailureCode,
  isPaidByPolicy,
  isSameFinding,
  type PayeeFinding,
  type PayeeRelease,
  unconfirmedCode,
} from '@corridor/domain'
import { now } from '../../../db/open.ts'
import type { PayoutRow, TransferRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { payeePolicyOf } from '../../../records/partners/terms.ts'
import { termsOf } from '../../../records/partners/terms-store.ts'
import { type KeptPayee, keepPayee } from '../../../records/transfers/payout-store.ts'
import type { CarriedAnswer } from '../../../records/transfers/quote-facts.ts'
import { reviewOf } from '../../../records/transfers/review.ts'
import type { Beneficiary } from '../../deposits/return-target.ts'
import { freshMs } from '../../accounts/answers/token.ts'
import { namedPayee } from './named-payee.ts'
import { type Payee, readPayee } from './payee-store.ts'

type Parts = Pick<Deps, 'db' | 'jurisdictions' | 'kek' | 'payeeCheck'>

/** What an order keeps of an answer beside its outcome. */
export type KeptCheck = {
  /** The account on record, or the deposit that goes back. */
  target: string
  asked: string
  name: string
  scheme: string
  reference: string
  decidedBy?: string
  decidedAt?: string
}

/** An order, or as much of one as is known before it is written. */
export type Ordered = Pick<
  PayoutRow,
  'partner_id' | 'id' | 'jurisdiction_id' | 'account_id' | 'beneficiary'
>

/**
 * Asks the payee's bank for the name before an order leaves, outside of any transaction, and keeps the
 * answer with the order (people.md 2.10).
 */
export function createPayeeChecks(deps: Parts) {
  return { ask, problem }

  /** What an order is to keep; held where it has neither a match nor a release. */
  async function ask(
    transfer: TransferRow,
    order: Ordered,
    account: Payee | undefined,
  ): Promise<KeptPayee> {
    const { entryId, depositId } = (order.beneficiary ?? {}) as Partial<Beneficiary>
    const { name: asked, account: members } = namedPayee(deps.kek, order, account)
    const target = order.account_id ?? depositId ?? ''
    if (entryId !== undefined)
      return kept('NOT_POSSIBLE', 'ORIGIN', { ...unasked, target, asked, scheme: 'ORIGIN' })
    const carried = await carriedOf(transfer)
    if (carried?.target === target && carried.asked === asked) {
      const { outcome, checkedAt, ...answer } = carried
      return { ...(await judged(transfer, outcome, answer)), payee_checked_at: new Date(checkedAt) }
    }
    const { outcome, ...answer } = await deps.payeeCheck.check({
      partnerId: order.partner_id,
      countryCode: deps.jurisdictions.byId(order.jurisdiction_id)?.countryCode ?? '',
      account: members,
      name: asked,
    })
    return judged(transfer, outcome, { ...answer, target, asked })
  }

  /** What was answered before the transfer was quoted, as long as that is young enough. */
  async function carriedOf({ quote }: TransferRow): Promise<CarriedAnswer | undefined> {
    const { payee } = (quote ?? {}) as { payee?: CarriedAnswer }
    if (!payee) return undefined
    const moment = await deps.db.groupCommit((tx) => now(tx))
    return moment.getTime() - Date.parse(payee.checkedAt) < freshMs ? payee : undefined
  }

  async function judged(
    transfer: TransferRow,
    outcome: PayeeFinding['outcome'],
    check: KeptCheck,
  ): Promise<KeptPayee> {
    if (outcome === 'MATCH') return kept(outcome, null, check)
    const { payees = [] } = reviewOf(transfer)
    const decision = payees.findLast((other) => isSameFinding({ ...check, outcome }, other))
    if (decision) {
      const { decidedBy, decidedAt } = decision
      return kept(outcome, 'REVIEW', { ...check, decidedBy, decidedAt })
    }
    const terms = await deps.db.groupCommit((tx) => termsOf(tx, transfer.partner_id))
    return kept(outcome, isPaidByPolicy(outcome, payeePolicyOf(terms)) ? 'POLICY' : null, check)
  }

  /**
   * Why an order to a bank does not leave now; nothing where its payee's bank has the name, or where
   * something lets it leave. `isFresh`: it was written just now, with an answer.
   */
  async function problem(
    transfer: TransferRow,
    order: PayoutRow,
    { isFresh, isKnown }: { isFresh: boolean; isKnown: () => Promise<boolean | undefined> },
  ): Promise<ExecutionFailureCode | 'NO_ANSWER' | undefined> {
    if (order.kind !== 'BANK' || order.status !== 'CREATED') return undefined
    if (isFresh && order.payee_outcome !== null)
      return mayLeave(order) ? undefined : unconfirmedCode
    if (await isGood(order)) return undefined
    // It may be outside already: then it ends as its bank says, by the answer that it left with.
    const known = await isKnown()
    if (known === undefined) return 'NO_ANSWER'
    if (known && mayLeave(order)) return undefined
    if (known) return keep(order, leftBefore(order)).then(() => undefined)
    const account = await deps.db.groupCommit(async (tx) =>
      order.account_id === null ? undefined : readPayee(tx, order),
    )
    await keep(order, await ask(transfer, order, account))
    return mayLeave(order) ? undefined : unconfirmedCode
  }

  async function keep(order: PayoutRow, answer: KeptPayee): Promise<void> {
    Object.assign(order, await deps.db.groupCommit((tx) => keepPayee(tx, order, answer)))
  }

  /** Whether its answer is young enough, or was decided about. */
  async function isGood(order: PayoutRow): Promise<boolean> {
    const { payee_checked_at: at, payee_release: release } = order
    if (at === null || !mayLeave(order)) return false
    if (release === 'REVIEW' || release === 'ORIGIN') return true
    const moment = await deps.db.groupCommit((tx) => now(tx))
    return moment.getTime() - at.getTime() < freshMs
  }
}

const unasked = { name: '', reference: '' }

const kept = (
  payee_outcome: PayeeFinding['outcome'],
  payee_release: PayeeRelease | null,
  payee_check: KeptCheck,
): KeptPayee => ({ payee_outcome, payee_release, payee_check })

/** Whether an order's payee's bank has the name, or something lets it leave. */
export const mayLeave = ({ payee_outcome, payee_release }: PayoutRow): boolean =>
  payee_outcome === 'MATCH' || (payee_outcome !== null && payee_release !== null)

/** Of an order that left before payees' banks were asked: nobody was, or its answer says nothing. */
const leftBefore = ({ payee_outcome, payee_check, payee_checked_at }: PayoutRow): KeptPayee => ({
  payee_outcome: payee_outcome ?? 'NOT_POSSIBLE',
  payee_release: 'BEFORE_CHECKS',
  payee_check: payee_check as object | null,
  payee_checked_at,
})
