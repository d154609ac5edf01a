import type { Tx } from '../../db/open.ts'
import type { AuditedBy } from '../audit/audit.ts'
import { lockTransfer } from './store.ts'
import { mustMove } from './transition.ts'
import { releaseWalletQuote } from './wallet-store.ts'
import type { TransferRow } from '../../db/schema/rows.ts'

/** Why a quote ends: `closedBy` is a code that its execution will be refused with, where it is one. */
export type QuoteEnd = { closedBy: string | null; reason: string }

export const outOfTime: QuoteEnd = { closedBy: null, reason: 'the quote was not executed in time' }
export const endedBy = (code: string): QuoteEnd => ({ closedBy: code, reason: code })

/** Ends an open quote; one that is open no more stays as it is. */
export async function endQuote(
  tx: Tx,
  by: AuditedBy,
  transferId: string,
  end: QuoteEnd,
): Promise<TransferRow | undefined> {
  const quote = await lockTransfer(tx, by.partnerId, transferId)
  return quote?.status === 'QUOTED' ? endLocked(tx, by, quote, end) : undefined
}

/** Ends an open quote that is locked: record, event and audit entry. */
export async function endLocked(
  tx: Tx,
  by: AuditedBy,
  quote: TransferRow,
  { closedBy, reason }: QuoteEnd,
): Promise<TransferRow> {
  const [row] = await Promise.all([
    mustMove(tx, by, quote, {
      event: 'expire',
      eventStatus: 'expired',
      action: 'transfer.expire',
      reason,
      also: { closed_by: closedBy },
    }),
    quote.kind === 'wallet' && releaseWalletQuote(tx, { partnerId: by.partnerId, id: quote.id }),
  ])
  return row
}
