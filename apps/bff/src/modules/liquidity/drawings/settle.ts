import { drawingStates } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { DrawingRow } from '../../../db/schema/rows.ts'
import { lockDrawing } from '../../../records/liquidity/drawing-store.ts'
import { moveDrawing } from '../../../records/liquidity/drawings.ts'
import { lockFrame, updateFrame } from '../../../records/liquidity/frame-store.ts'
import { publishPhase } from '../../../records/liquidity/frames.ts'
import { changeLine, dayOf, type Line, lockLine } from '../../../records/liquidity/line-store.ts'
import { resolvePending } from '../../../records/ledger/service.ts'
import { byService } from '../line/line.ts'

export type Outcome =
  | { kind: 'PAID'; hash: string; blockTime: Date }
  | {
      kind: 'FAILED'
      code: 'CHAIN_REVERTED' | 'CHAIN_NONCE_CONFLICT' | 'RECIPIENT_REFUSED' | 'INTERNAL_NO_COVER'
      hash: string
    }

/** A final block says what became of a drawing's payment; nothing where that is known already. */
export async function settleDrawing(
  tx: Tx,
  key: { partnerId: string; id: string },
  outcome: Outcome,
): Promise<void> {
  // What was paid changes nothing of the line: others need not wait for a whole block of payments.
  const line = outcome.kind === 'FAILED' ? await lockLine(tx, key.partnerId) : undefined
  const row = await lockDrawing(tx, key.partnerId, key.id)
  if (!row || !drawingStates[row.status].isBeingPaid) return
  const by = byService(key.partnerId)
  const { hash } = outcome
  await resolvePending(tx, {
    partnerId: row.partner_id,
    transferId: row.id,
    step: outcome.kind === 'PAID' ? 'disbursed' : 'failed',
    of: { step: 'ordered', code: 'disbursement' },
    as: outcome.kind === 'PAID' ? 'post' : 'void',
  })
  if (outcome.kind === 'PAID') {
    await moveDrawing(tx, by, row, 'disburse', { hash, disbursed_at: outcome.blockTime })
    return
  }
  if (!line) return
  await moveDrawing(tx, by, row, 'fail', {
    ...(hash === '' ? {} : { hash }),
    failure_code: outcome.code,
    failed_at: line.at,
  })
  await giveBack(tx, line, row)
}

/** What was not paid is not owed, and not counted for its day. */
async function giveBack(tx: Tx, line: Line, row: DrawingRow): Promise<void> {
  const isToday = row.ordered_at !== null && dayOf(row.ordered_at) === dayOf(line.at)
  await changeLine(tx, line, {
    borrowed: -row.amount,
    ...(isToday ? { used: { amount: -row.amount, at: line.at } } : {}),
  })
  if (row.frame_id === null) return
  const frame = await lockFrame(tx, row.partner_id, row.frame_id)
  if (!frame) return
  const freed = await updateFrame(tx, frame, { drawn: frame.drawn - row.amount })
  await publishPhase(tx, freed, line.at)
}
