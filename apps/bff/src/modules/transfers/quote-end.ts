import type { Tx } from '../../db/open.ts'
import { type AuditedBy, recordAudit } from '../access/audit.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { transferEvent } from './event.ts'
import { executionId } from './ids.ts'
import * as store from './store.ts'

/** Why a quote ends: `closedBy` is a code that its execution will be refused with, where it is one. */
export type QuoteEnd = { closedBy: string | null; reason: string }

export const outOfTime: QuoteEnd = { closedBy: null, reason: 'the quote was not executed in time' }
export const endedBy = (code: string): QuoteEnd => ({ closedBy: code, reason: code })

/** Ends an open quote: record, event and audit entry; one that is open no more stays as it is. */
export async function endQuote(
  tx: Tx,
  by: AuditedBy,
  transferId: string,
  { closedBy, reason }: QuoteEnd,
): Promise<void> {
  const quote = await store.lockTransfer(tx, by.partnerId, transferId)
  if (quote?.status !== 'QUOTED') return
  const states = { from: 'QUOTED', to: 'EXPIRED', eventStatus: 'expired' }
  const row = await store.setStatus(tx, quote, states, { closed_by: closedBy })
  if (row.kind === 'wallet') await store.releaseWalletQuote(tx, by.partnerId, transferId)
  await recordEvent(tx, transferEvent(row, 'QUOTED', 'transitioned'))
  await recordAudit(tx, by, {
    action: 'transfer.expire',
    object: { kind: 'transfer', id: executionId(row) },
    before: { status: 'QUOTED' },
    after: { status: row.status },
    reason,
  })
}
