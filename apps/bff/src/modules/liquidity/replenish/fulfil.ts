import type { InputOf, liquidity } from '@corridor/contract'
import { fail, ok, openReplenishmentStates, parseId, toText } from '@corridor/domain'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { ReplenishQuoteRow } from '../../../db/schema/rows.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { type Line, lockLine } from '../../../records/liquidity/line-store.ts'
import { lockUnmatched } from '../../../records/liquidity/payment-store.ts'
import { fulfilmentsOf, lockQuote, updateQuote } from '../../../records/liquidity/quote-store.ts'
import { fulfil, quoteStatus, publishMonitoring } from '../../../records/liquidity/quotes.ts'
import { lockOpen, lockReplenishment } from '../../../records/liquidity/replenishment-store.ts'
import { startReplenishment } from '../../../records/liquidity/replenishments.ts'
import { claimPayment } from '../../partners/claim-store.ts'
import type { FeeDeps } from '../../partners/fees.ts'
import { readHash } from '../../partners/payments.ts'
import { readAmount } from '../line/line.ts'
import { repayWith } from '../payments/arrive.ts'

type Body = InputOf<typeof liquidity.fulfilQuote>['body']
export type FulfilFailure = Failure<
  | 'FIELD_REQUIRED'
  | 'FIELD_INVALID'
  | 'AMOUNT_PRECISION'
  | 'QUOTE_NOT_FOUND'
  | 'QUOTE_EXPIRED'
  | 'QUOTE_SUPERSEDED'
  | 'OVER_FULFILLMENT'
  | 'TRANSACTION_HASH_REUSED'
  | 'TRANSACTION_HASH_INVALID'
>

const monitoredMs = 7 * 86_400_000

/** Takes the partner's statement of a payment. Money is booked when it arrives, and only then. */
export async function fulfilQuote(tx: Tx, deps: FeeDeps, by: AuditedBy, body: Body) {
  const { partnerId } = by
  const line = await lockLine(tx, partnerId)
  const reference = readReference(body.transactionReference)
  if (!reference.ok) return reference
  const id = parseId('rq', body.quoteId)
  const quote = id && (await lockQuote(tx, partnerId, id))
  if (!quote) return refused('QUOTE_NOT_FOUND', 'quoteId', 'No replenish quote has this id.')
  const amount = readAmount(quote, body.amount, 'amount')
  if (!amount.ok) return amount
  const problem = stateProblem(quote, line.at) ?? overProblem(quote, amount.value)
  if (problem) return problem
  const { type, hash, givenId: stated, at, account } = reference.value
  const fulfilmentId = deps.ids.uuid()
  const claim = { partnerId, subjectId: fulfilmentId, purpose: 'FULFILMENT' } as const
  if (hash && !(await claimPayment(tx, { ...claim, chainId: line.chain_id, hash })))
    return refused(
      'TRANSACTION_HASH_REUSED',
      'transactionReference.hash',
      'This payment was stated or used already.',
    )
  const done = await fulfil(tx, by, quote, {
    id: fulfilmentId,
    type: body.fulfillmentType,
    amount: amount.value,
    reference_type: type,
    reference_hash: hash ?? '',
    reference_id: stated,
    reference_at: at ?? line.at,
    account_number: account.number,
    account_name: account.name,
  })
  if (!done)
    return refused(
      'FIELD_INVALID',
      'transactionReference.id',
      'A payment with this id was stated already.',
    )
  const isFull = done.quote.fulfilled === done.quote.total
  const after = isFull ? await monitor(tx, deps, by, line, done.quote) : done.quote
  return ok({ quote: after, row: done.fulfilment })
}

/** Either of the two forms, or members of both. A bank's payment has no hash. */
function readReference(stated: Body['transactionReference']) {
  const { accountNumber = '', accountName = '', hash = '', id = '' } = stated
  if (accountNumber === '' && hash === '' && id === '')
    return refused(
      'FIELD_REQUIRED',
      'transactionReference',
      'Name the bank account, the transaction hash, or an id.',
    )
  const type = stated.type ?? (hash === '' ? 'BANK' : 'CHAIN')
  const read = type === 'CHAIN' ? readHash(hash) : undefined
  if (type === 'CHAIN' && !read)
    return refused(
      'TRANSACTION_HASH_INVALID',
      'transactionReference.hash',
      'This is no transaction hash: 0x and 64 hexadecimal digits.',
    )
  return ok({
    type,
    hash: read,
    givenId: id,
    at: stated.timestamp === undefined ? undefined : new Date(stated.timestamp),
    account: { number: accountNumber, name: accountName },
  })
}

/** An expired quote that was initiated stays fulfillable. */
function stateProblem(quote: ReplenishQuoteRow, at: Date) {
  const status = quoteStatus(quote, at)
  if (status === 'SUPERSEDED')
    return refused('QUOTE_SUPERSEDED', 'quoteId', 'A newer quote of this drawing replaced it.')
  if (status === 'EXPIRED')
    return refused('QUOTE_EXPIRED', 'quoteId', 'This quote has expired. Ask for a new one.')
  return undefined
}

function overProblem(quote: ReplenishQuoteRow, amount: bigint) {
  const left = quote.total - quote.fulfilled
  if (amount <= left) return undefined
  const text = `${toText(left, quote.scale)} ${quote.currency} are left of this quote.`
  return fail({
    code: 'OVER_FULFILLMENT' as const,
    details: [
      detail('amount', 'OVER_FULFILLMENT', text, {
        remaining: Number.parseFloat(toText(left, quote.scale)),
      }),
    ],
  })
}

const refused = <C extends FulfilFailure['code']>(code: C, path: string, message: string) =>
  fail({ code, details: [detail(path, code, message)] })

/**
 * The statements are full: the deposit is watched for, unless the payment from the operational wallet
 * is under way already. One that is here by now is used at once.
 */
async function monitor(tx: Tx, deps: FeeDeps, by: AuditedBy, line: Line, quote: ReplenishQuoteRow) {
  const open = await lockOpen(tx, quote.partner_id, quote.transaction_id)
  if (quote.is_initiated || open) {
    await publishMonitoring(tx, quote)
    return quote
  }
  const until = new Date(line.at.getTime() + monitoredMs)
  const replenishment = await startReplenishment(tx, by, {
    partner_id: quote.partner_id,
    id: deps.ids.uuid(),
    transaction_id: quote.transaction_id,
    quote_id: quote.id,
    source: 'MONITORED_DEPOSIT',
    currency: quote.currency,
    scale: quote.scale,
    amount: quote.total,
    expires_at: until,
  })
  const changed = await updateQuote(tx, quote, {
    monitor_until: until,
    replenishment_id: replenishment.id,
  })
  await publishMonitoring(tx, changed)
  await matchEarlier(tx, deps, line, changed)
  return changed
}

/** Payments that were stated, and have arrived before their statement was. */
async function matchEarlier(tx: Tx, deps: FeeDeps, line: Line, quote: ReplenishQuoteRow) {
  const stated = await fulfilmentsOf(tx, quote.partner_id, [quote.id])
  const hashes = stated.map(({ reference_hash }) => reference_hash).filter((hash) => hash !== '')
  const here = await lockUnmatched(tx, quote.partner_id, {
    currency: quote.currency,
    since: quote.created_at,
    hashes,
  })
  const { replenishment_id: id } = quote
  if (id === null) return
  let held = line
  for (const payment of here) {
    const open = await lockReplenishment(tx, quote.partner_id, id)
    if (!open || !openReplenishmentStates.includes(open.status)) return
    const isStated = hashes.includes(payment.hash)
    if (!isStated && open.amount - open.received !== payment.amount) continue
    held = await repayWith(tx, deps, held, open, payment)
  }
}
