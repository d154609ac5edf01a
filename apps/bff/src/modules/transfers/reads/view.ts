import { timeoutCode, visibleStatusOf } from '../../../records/transfers/expiry.ts'
import type { Selection } from '../../../api/request/selection.ts'
import type { Money, Transfer, TransferSummary } from '@corridor/contract'
import {
  allowedActions,
  formatId,
  stepLifecycle,
  type StepStatus,
  toWire,
  executionId,
  stepStates,
} from '@corridor/domain'
import type { z } from 'zod'
import { checkBody, orderCheckBody } from '../../accounts/answers/view.ts'
import { emptyBankAccount } from '../../accounts/external/view.ts'
import type { SummaryRow } from './list-store.ts'
import { factsOf } from '../../../records/transfers/steps/failure-facts.ts'
import { type StepFacts, stepsOf } from '../../../records/transfers/steps/quoted.ts'
import { estimated, systemNamed } from '../../../records/transfers/arrival/bank-systems.ts'
import { storedMembers } from '../../../records/transfers/members.ts'
import { type Party, partyOf, payerOf } from '../../../records/transfers/parties.ts'
import type { QuoteFacts } from '../../../records/transfers/quote-facts.ts'
import { resolutionsFor, reviewBody } from './review-view.ts'
import type { TransferRecord, TravelJson } from '../../../records/transfers/store.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import { isRefundFailed, reviewOf, stoppedAtPayee } from '../../../records/transfers/review.ts'

type Body = z.output<typeof Transfer>

const money = (minor: bigint, currency: string, scale: number): z.output<typeof Money> => ({
  amount: toWire({ minor, scale }),
  currency,
})

/** Between wallets nothing is deposited; text members without a value are ''. */
const noDeposit: NonNullable<Body['depositAccount']> = {
  networkName: '',
  chainId: '',
  currency: '',
  tokenAddress: '',
  depositWalletAddress: '',
  amount: 0,
}

/** The API view of a transfer (interface-specification.md 2, and operations.md 5); `selection`: what will be picked. */
export function transferBody(row: TransferRecord, selection?: Selection): Body {
  const status = visibleStatusOf(row)
  const fee = (minor: bigint) => money(minor, row.currency_in, row.scale_in)
  const isWanted = (member: string) => selection?.names(member) ?? true
  return {
    executionId: executionId(row),
    ...storedMembers(row),
    from: { account: emptyBankAccount, ...side(row, 'from') },
    to: side(row, 'to'),
    parties: { payer: payerOf(partyOf(row, 'from')), payee: partyOf(row, 'to').fullName },
    depositAccount: (row.deposit_account as Body['depositAccount'] | null) ?? noDeposit,
    exchangeRate: Number.parseFloat(row.rate),
    ...(row.quoted_rate === null ? {} : { quotedRate: Number.parseFloat(row.quoted_rate) }),
    fees: {
      partnerFees: fee(row.partner_fees),
      svcFees: fee(row.svc_fees),
      txFees: fee(row.tx_fees),
      totalFees: fee(row.partner_fees + row.svc_fees + row.tx_fees),
    },
    status,
    eventStatus: (status === row.status ? row.event_status : 'expired') as Body['eventStatus'],
    details: isWanted('details') ? stepsOf(row).map((step) => stepBody(step, status)) : [],
    ...withFailure(row, status),
    refundOf: row.refund_of === null ? '' : formatId('exec', row.refund_of),
    ...refundTarget(row),
    refunds: row.refunds.map(({ id }) => formatId('exec', id)),
    routeId: row.route_id === null ? '' : formatId('tele', row.route_id),
    depositId: row.deposit_id === null ? '' : formatId('dep', row.deposit_id),
    ...(row.travel === null ? {} : { travelRule: travelBody(row.travel, row.read_at) }),
    ...(row.open_review === null ? {} : { review: reviewBody(row, row.open_review) }),
    ...payeeCheck(row),
    allowedActions: actionsOf(row, status),
    ...ordinaryMembers(row),
  }
}

/** Of an order that was given up meanwhile nobody looks at the time: it is over all the same. */
function travelBody(travel: TravelJson, readAt: Date): NonNullable<Body['travelRule']> {
  const isOver = travel.state === 'WAITING' && Date.parse(travel.due_at ?? '') <= readAt.getTime()
  const at = (name: string, time: string | null) => (time === null ? {} : { [name]: isoOf(time) })
  return {
    state: isOver ? 'UNANSWERED' : travel.state,
    counterparty: travel.counterparty,
    reason: travel.reason,
    ...at('sentAt', travel.sent_at),
    ...at('dueAt', travel.due_at),
    ...at('answeredAt', travel.answered_at),
    ...(travel.late_state === null ? {} : { lateAnswer: travel.late_state }),
    ...at('lateAnswerAt', travel.late_at),
  }
}

/** Who gets what goes back in this record, where an account was named for it. */
function refundTarget({ refund, refund_of }: TransferRecord): Pick<Body, 'refundTo'> {
  const { accountId, payee } = (refund ?? {}) as { accountId?: string; payee?: Party }
  if (refund_of !== null || accountId === undefined || !payee) return {}
  const { fullName, account, wallet } = payee
  return {
    refundTo: {
      accountId: formatId('acc', accountId),
      fullName,
      ...(account ? { account: { ...emptyBankAccount, ...account } } : {}),
      ...(wallet ? { wallet } : {}),
    },
  }
}

/** Before an order is written it is what the quote carried. */
function payeeCheck({ payee, quote }: TransferRecord): Pick<Body, 'payeeCheck'> {
  const { payee: carried } = (quote ?? {}) as Partial<QuoteFacts>
  if (payee) return { payeeCheck: orderCheckBody(payee) }
  return carried ? { payeeCheck: checkBody(carried) } : {}
}

/** Members that the specification does not have and that a transfer may lack. */
function ordinaryMembers(row: TransferRecord): Partial<Body> {
  const { received, approval } = row
  const facts = (row.quote ?? {}) as Partial<QuoteFacts> & { quotedIn?: string }
  const quoted = facts.quotedIn === undefined ? row.amount_in : BigInt(facts.quotedIn)
  return {
    ...rateDetails(facts),
    ...bankZone(row),
    ...estimated(row),
    ...(approval === null ? {} : { approval: approval as NonNullable<Body['approval']> }),
    ...(received === 0n || received === quoted
      ? {}
      : { amountReceived: money(received, row.currency_in, row.scale_in) }),
  }
}

function bankZone({ leaves_at, rail_out }: TransferRow): Pick<Body, 'bankTimeZone'> {
  const zone = leaves_at === null ? undefined : systemNamed(rail_out)?.zone
  return zone === undefined ? {} : { bankTimeZone: zone }
}

/** A refund has no quote of its own, so nothing was added to its rate. */
function rateDetails(facts: Partial<QuoteFacts>): Pick<Body, 'rateDetails'> {
  const { midRate, spreadBps, source, asOf } = facts
  if (!midRate || spreadBps === undefined || !source || !asOf) return {}
  return { rateDetails: { midRate: Number.parseFloat(midRate), spreadBps, source, asOf } }
}

function withFailure(row: TransferRecord, status: Body['status']): Pick<Body, 'failure'> {
  const failure = row.failure as Body['failure'] | null
  if (failure) return { failure }
  const code = status === row.status ? undefined : timeoutCode(row)
  if (code === undefined) return {}
  const at = (row.deposit_until ?? row.read_at).toISOString()
  return { failure: { ...factsOf(code), step: '', at } }
}

function actionsOf(row: TransferRecord, status: Body['status']): string[] {
  const { retryable = false } = (row.failure ?? {}) as { retryable?: boolean }
  const isHeld = row.held_until !== null
  const sentBack = row.refunds
    .filter((refund) => refund.status !== 'FAILED' && !refund.is_surplus)
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const resolving = () => (resolutionsFor(row).length > 0 ? ['resolve'] : [])
  if (isRefundFailed(row)) return ['refund', ...resolving()]
  if (row.open_review !== null)
    return [
      ...resolving(),
      ...(stoppedAtPayee.includes(reviewOf(row).reason) ? ['retry'] : []),
      ...(row.open_review.questions.some((question) => question.status === 'OPEN')
        ? ['answer']
        : []),
    ]
  return allowedActions({
    status,
    isMoneyHeld: status === 'FAILED' && isHeld,
    isRetryable: retryable,
    isPaymentScheduled: row.event_status === 'funds_scheduled',
    isRefundable: row.kind === 'ordinary' && row.refund_of === null && sentBack < row.amount_in,
  })
}

function side(row: TransferRow, which: 'from' | 'to'): Body['to'] {
  const isFrom = which === 'from'
  const party = partyOf(row, which)
  // What is returned from a funding account to a sender names that account on both sides.
  const accountId = isFrom ? row.from_account_id : row.to_account_id
  return {
    entityId: formatId('ent', isFrom ? row.from_entity_id : row.to_entity_id),
    accountId: formatId(row.funding_account_id === accountId ? 'fund' : 'acc', accountId),
    fullName: party.fullName,
    ...(party.latinName === undefined ? {} : { latinName: party.latinName }),
    email: party.email,
    jurisdiction: party.jurisdiction,
    currency: isFrom ? row.currency_in : row.currency_out,
    amount: isFrom
      ? toWire({ minor: row.amount_in, scale: row.scale_in })
      : toWire({ minor: row.amount_out, scale: row.scale_out }),
    ...(party.account ? { account: { ...emptyBankAccount, ...party.account } } : {}),
    ...(party.wallet ? { wallet: { walletAddress: party.wallet.walletAddress } } : {}),
  }
}

const isoOf = (text: string) => new Date(text).toISOString()

/** Of a quote that has ended, what was still to come will not come. */
function stepBody(step: StepFacts, of: Body['status']): Body['details'][number] {
  const known = step.status in stepStates ? (step.status as StepStatus) : 'pending'
  const status = (of === 'EXPIRED' ? stepLifecycle.next(known, 'cancel') : undefined) ?? known
  return {
    name: step.name,
    status,
    ...(step.started_at === null ? {} : { startedAt: isoOf(step.started_at) }),
    ...(step.completed_at === null ? {} : { completedAt: isoOf(step.completed_at) }),
    error: step.error,
    attempt: step.attempt,
    ...(step.expected_by === null ? {} : { expectedBy: isoOf(step.expected_by) }),
    reference: step.reference,
  }
}

const byCode = ([first]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  first < other ? -1 : 1

/** Counts and sums over everything that matches; never across currencies. */
export function summaryBody(rows: readonly SummaryRow[]): z.output<typeof TransferSummary> {
  const byStatus: Record<string, number> = {}
  const sums = new Map<string, { scale: number; in: bigint; out: bigint; fees: bigint }>()
  const add = (
    currency: string,
    scale: number,
    part: { in?: bigint; out?: bigint; fees?: bigint },
  ) => {
    const sum = sums.get(currency) ?? { scale, in: 0n, out: 0n, fees: 0n }
    sums.set(currency, {
      scale,
      in: sum.in + (part.in ?? 0n),
      out: sum.out + (part.out ?? 0n),
      fees: sum.fees + (part.fees ?? 0n),
    })
  }
  for (const row of rows) {
    byStatus[row.status] = (byStatus[row.status] ?? 0) + row.count
    add(row.currency_in, row.scale_in, { in: row.amount_in, fees: row.fees })
    add(row.currency_out, row.scale_out, { out: row.amount_out })
  }
  return {
    count: rows.reduce((count, row) => count + row.count, 0),
    byStatus,
    byCurrency: [...sums].toSorted(byCode).map(([currency, sum]) => ({
      currency,
      in: toWire({ minor: sum.in, scale: sum.scale }),
      out: toWire({ minor: sum.out, scale: sum.scale }),
      fees: toWire({ minor: sum.fees, scale: sum.scale }),
    })),
  }
}
