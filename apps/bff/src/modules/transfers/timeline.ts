import type { Timeline } from '@corridor/contract'
import { fail, formatId, ok, type Result, toWire } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../api/caller.ts'
import type { Failure } from '../../api/refusal.ts'
import type { Tx } from '../../db/open.ts'
import { type LedgerEntryRow, ledgerOf } from '../ledger/service.ts'
import { executionId, parseExecutionId } from './ids.ts'
import { findTransfer } from './store.ts'
import { transferBody } from './view.ts'

type Body = z.output<typeof Timeline>

/** Everything that happened to a transfer, each part oldest first. */
export async function readTimeline(
  tx: Tx,
  { partnerId }: Caller,
  asked: string,
): Promise<Result<Body, Failure<'TRANSFER_NOT_FOUND'>>> {
  const parsed = parseExecutionId(asked)
  const transfer = parsed && (await findTransfer(tx, partnerId, parsed.id))
  if (!transfer || transfer.kind !== parsed.kind) return fail({ code: 'TRANSFER_NOT_FOUND' })
  const id = executionId(transfer)
  const [events, audit, ledger] = await Promise.all([
    findEvents(tx, partnerId, id),
    findAudit(tx, partnerId, id),
    ledgerOf(tx, partnerId, transfer.id),
  ])
  return ok({
    executionId: id,
    events: events.map(eventBody),
    steps: transferBody(transfer).details,
    // Nothing is sent to partners' own servers yet.
    deliveries: [],
    ledger: ledger.map(entryBody),
    audit: audit.map((row) => ({
      action: row.action,
      actorType: row.actor_type,
      actorId: row.actor_id,
      reason: row.reason,
      requestId: row.request_id,
      at: row.created_at.toISOString(),
    })),
  })
}

/** In the order of writing: an event that is not numbered yet is newer than all that are. */
const findEvents = (tx: Tx, partnerId: string, subjectId: string) =>
  tx
    .selectFrom('event')
    .select(['id', 'type', 'status', 'object', 'created_at'])
    .where('partner_id', '=', partnerId)
    .where('subject_id', '=', subjectId)
    .orderBy('sequence', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute()

const findAudit = (tx: Tx, partnerId: string, objectId: string) =>
  tx
    .selectFrom('audit')
    .select(['action', 'actor_type', 'actor_id', 'reason', 'request_id', 'created_at'])
    .where('partner_id', '=', partnerId)
    .where('object_id', '=', objectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

function eventBody(row: Awaited<ReturnType<typeof findEvents>>[number]): Body['events'][number] {
  const { status = '', previousStatus = '' } = row.object as {
    status?: string
    previousStatus?: string
  }
  return {
    eventId: formatId('evt', row.id),
    eventType: row.type,
    eventStatus: row.status,
    status,
    previousStatus,
    at: row.created_at.toISOString(),
  }
}

/** A token is told by its symbol, as in the record; the chain is the transfer's own. */
function entryBody(row: LedgerEntryRow): Body['ledger'][number] {
  const { postingId, account, scale, step, code, kind } = row
  return {
    postingId,
    account,
    currency: row.asset.split('@')[0] ?? row.asset,
    debit: toWire({ minor: row.debit, scale }),
    credit: toWire({ minor: row.credit, scale }),
    at: row.at.toISOString(),
    step,
    code,
    kind,
  }
}
