import type { Tx } from '../../../db/open.ts'
import type { AuditedBy } from '../../audit/audit.ts'
import { releaseWalletQuote, writeEnd } from './quote-end-store.ts'
import { lockTransfer } from '../store.ts'
import { recordMove } from '../transition.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'

/** Why a quote ends: `closedBy` is a code that its execution will be refused with, where it is one. */
export type QuoteEnd = { closedBy: string | null; reason: string }

export const outOfTime: QuoteEnd = { closedBy: null, reason: 'the quote was not executed in time' }
export const endedBy = (code: string): QuoteEnd => ({ closedBy: code, reason: code })

/** Ends an open quote; one that is open no more stays as it is. */
export async function endQuote(tx: Tx, by: AuditedBy, transferId: string, end: QuoteEnd) {
  const quote = await lockTransfer(tx, by.partnerId, transferId)
  return quote?.status === 'QUOTED' ? endLocked(tx, by, quote, end) : undefined
}

/** Ends an open quote that is locked: record, event and audit entry. No deposit follows a quote. */
export async function endLocked(
  tx: Tx,
  by: AuditedBy,
  quote: TransferRow,
  { closedBy, reason }: QuoteEnd,
): Promise<TransferRow> {
  const row = {
    ...quote,
    status: 'EXPIRED' as const,
    event_status: 'expired',
    closed_by: closedBy,
    version: quote.version + 1,
  }
  const [ended] = await Promise.all([
    writeEnd(tx, { quote, closedBy }),
    recordMove(tx, by, quote, row, { action: 'transfer.expire', reason }),
    quote.kind === 'wallet' && releaseWalletQuote(tx, quote),
  ])
  if (!ended) throw new Error(`a transfer in ${quote.status} does not expire as a quote`)
  return ended
}
