import { formatId, toWire, type QuoteStatus } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import type { FulfilmentRow, ReplenishQuoteRow } from '../../db/schema/rows.ts'
import { type AuditedBy, recordAudit } from '../audit/audit.ts'
import { recordEvent } from '../events/outbox.ts'
import { insertFulfilment, type NewFulfilment, updateQuote } from './quote-store.ts'

export const quoteIdOf = ({ id }: Pick<ReplenishQuoteRow, 'id'>): string => formatId('rq', id)

/** What a reader sees as the state of a quote; the list's SQL says the same. */
export function quoteStatus(row: ReplenishQuoteRow, at: Date): QuoteStatus {
  if (row.fulfilled === row.total) return 'FULFILLED'
  if (row.is_initiated) return 'INITIATED'
  if (row.superseded_at !== null) return 'SUPERSEDED'
  if (row.valid_until <= at) return 'EXPIRED'
  return row.fulfilled > 0n ? 'PARTIAL' : 'OPEN'
}

/**
 * Adds a statement of a payment to its locked quote; nothing where its reference was stated before.
 * It moves no money: that does what arrives.
 */
export async function fulfil(
  tx: Tx,
  by: AuditedBy,
  quote: ReplenishQuoteRow,
  fulfilment: Omit<NewFulfilment, 'partner_id' | 'quote_id' | 'total_after'>,
): Promise<{ quote: ReplenishQuoteRow; fulfilment: FulfilmentRow } | undefined> {
  const total = quote.fulfilled + fulfilment.amount
  const row = await insertFulfilment(tx, {
    ...fulfilment,
    partner_id: quote.partner_id,
    quote_id: quote.id,
    total_after: total,
  })
  if (!row) return undefined
  const changed = await updateQuote(tx, quote, {
    fulfilled: total,
    last_fulfilled_at: row.created_at,
  })
  await publishFulfilment(tx, changed, total === quote.total ? 'fulfilled' : 'recorded', {
    previous: stateOf(quote),
    fulfilment: row,
  })
  await recordAudit(tx, by, {
    action: 'replenish_quote.fulfil',
    object: { kind: 'replenish_quote', id: quoteIdOf(quote) },
    before: { fulfilled: wire(quote, quote.fulfilled) },
    after: {
      fulfilled: wire(quote, total),
      fulfillmentId: formatId('ful', row.id),
      type: row.type,
      referenceType: row.reference_type,
    },
  })
  return { quote: changed, fulfilment: row }
}

/** How far a quote is fulfilled; '' before the first statement. */
const stateOf = ({ fulfilled, total }: ReplenishQuoteRow): '' | 'PARTIAL' | 'FULFILLED' =>
  fulfilled === total ? 'FULFILLED' : fulfilled > 0n ? 'PARTIAL' : ''

export const publishMonitoring = (tx: Tx, quote: ReplenishQuoteRow): Promise<void> =>
  publishFulfilment(tx, quote, 'monitoring_started', { previous: stateOf(quote) })

const publishFulfilment = (
  tx: Tx,
  quote: ReplenishQuoteRow,
  status: 'recorded' | 'fulfilled' | 'monitoring_started',
  { previous, fulfilment }: { previous: string; fulfilment?: FulfilmentRow },
): Promise<void> =>
  recordEvent(tx, {
    partnerId: quote.partner_id,
    category: 'fulfilment',
    type: 'updated',
    status,
    object: {
      status: stateOf(quote),
      previousStatus: previous,
      quoteId: quoteIdOf(quote),
      ltxId: formatId('ltx', quote.transaction_id),
      originalTxnHash: quote.hash,
      totalReplenishAmount: wire(quote, quote.total),
      totalFulfilledAmount: wire(quote, quote.fulfilled),
      remainingAmount: wire(quote, quote.total - quote.fulfilled),
      ...(fulfilment
        ? {
            fulfillmentId: formatId('ful', fulfilment.id),
            amount: wire(quote, fulfilment.amount),
            fulfillmentType: fulfilment.type,
          }
        : {}),
      ...(quote.monitor_until === null
        ? {}
        : { monitoringUntil: quote.monitor_until.toISOString() }),
    },
    subject: {
      kind: 'fulfilment',
      id: quoteIdOf(quote),
      version: Number(quote.fulfilled === quote.total) + 1,
    },
  })

const wire = ({ scale }: Pick<ReplenishQuoteRow, 'scale'>, minor: bigint) =>
  toWire({ minor, scale })
