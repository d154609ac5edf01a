import { drawingFeeAt, fail, ok, parseId, principalHoursAt } from '@corridor/domain'
import { detail, type Failure, illegalTransition } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { DrawingRow, ReplenishQuoteRow } from '../../../db/schema/rows.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findByHash, findDrawing, isOwed } from '../../../records/liquidity/drawing-store.ts'
import { drawingIdOf, outstandingOf } from '../../../records/liquidity/drawings.ts'
import { findLine, type Line } from '../../../records/liquidity/line-store.ts'
import { insertQuote } from '../../../records/liquidity/quote-store.ts'
import { makeReference } from '../../deposits/bank-reference.ts'
import { readHash } from '../../partners/payments.ts'
import { checkAsset } from '../line/line.ts'
import { accrualOf, drawingRates } from '../payments/repay.ts'

export type QuoteFailure = Failure<
  'FIELD_INVALID' | 'LIQUIDITY_TXN_NOT_FOUND' | 'ILLEGAL_TRANSITION'
>
export type Quoted = { line: Line; drawing: DrawingRow; row: ReplenishQuoteRow }

const validMs = 10 * 60_000
const longestMs = 30 * 86_400_000

/** A drawing by the hash of its payment, by any that was signed for it, or by its own id. */
export async function drawingOf(tx: Tx, partnerId: string, text: string) {
  const id = parseId('ltx', text)
  if (id) return findDrawing(tx, partnerId, id)
  const hash = readHash(text)
  return hash && findByHash(tx, partnerId, hash)
}

type Asked = {
  originalTxnHash: string
  asOf?: string | undefined
  asset?: string | undefined
  batchId?: string
  hasBank: boolean
}

/** Quotes what it takes to repay a drawing at a time; it replaces the quotes before it. */
export async function quoteReplenish(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'random'>,
  { partnerId }: { partnerId: string },
  asked: Asked,
) {
  const line = await findLine(tx, partnerId)
  if (!line) throw new Error(`the partner ${partnerId} has no credit line`)
  const asset = checkAsset(line, asked.asset)
  if (!asset.ok) return asset
  const at = readTime(asked.asOf, line.at)
  if (!at.ok) return at
  const drawing = await drawingOf(tx, partnerId, asked.originalTxnHash)
  if (!drawing) return notFound
  const accrual = accrualOf(drawing)
  if (!accrual || !isOwed(drawing)) return nothingOwed(drawing)
  const { hours, sum } = principalHoursAt(accrual, at.value)
  const fee = drawingFeeAt(accrual, drawingRates(drawing), at.value)
  const due = fee > drawing.fee_paid ? fee - drawing.fee_paid : 0n
  const outstanding = outstandingOf(drawing)
  const row = await insertQuote(tx, {
    partner_id: partnerId,
    id: deps.ids.uuid(),
    transaction_id: drawing.id,
    batch_id: asked.batchId ?? null,
    currency: drawing.currency,
    scale: drawing.scale,
    hash: drawing.hash,
    as_of: at.value,
    outstanding,
    fee_accrued: due + drawing.fee_paid,
    fee_due: due,
    total: outstanding + due,
    hours,
    principal_hours: sum,
    valid_until: new Date(line.at.getTime() + validMs),
    bank_reference: asked.hasBank ? makeReference(deps) : '',
  })
  return ok({ line, drawing, row })
}

function readTime(text: string | undefined, now: Date) {
  if (text === undefined) return ok(now)
  const at = new Date(text)
  // A client that sends its own "now" is late by the time when it arrives.
  if (at.getTime() >= now.getTime() - 60_000 && at < now) return ok(now)
  if (at >= now && at.getTime() <= now.getTime() + longestMs) return ok(at)
  const message = 'A time from now on, within 30 days.'
  return fail({ code: 'FIELD_INVALID', details: [detail('asOf', 'FIELD_INVALID', message)] })
}

export const notFound = fail({
  code: 'LIQUIDITY_TXN_NOT_FOUND' as const,
  details: [
    detail(
      'originalTxnHash',
      'LIQUIDITY_TXN_NOT_FOUND',
      'No drawing was paid by this transaction.',
    ),
  ],
})

export const nothingOwed = (drawing: DrawingRow) =>
  fail(
    illegalTransition(`Nothing is owed on ${drawingIdOf(drawing)}: it is ${drawing.status}.`, {
      from: drawing.status,
      to: 'REPLENISHED',
      allowed: [],
    }),
  )
