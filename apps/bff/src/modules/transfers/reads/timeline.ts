import {
  findAudit,
  findBankStatuses,
  findDeliveries,
  findEvents,
  findPayouts,
} from './timeline-store.ts'
import type { Timeline } from '@corridor/contract'
import { fail, formatId, ok, toWire, executionId, parseExecutionId } from '@corridor/domain'
import type { z } from 'zod'
import type { Caller } from '../../../api/request/caller.ts'
import type { Tx } from '../../../db/open.ts'
import type { PayoutRow } from '../../../db/schema/rows.ts'
import { actorNames } from '../../../records/audit/actor-names-store.ts'
import { type LedgerEntryRow, ledgerOf } from '../../../records/ledger/service.ts'
import { findTransfer } from '../../../records/transfers/store.ts'
import { orderCheckBody } from '../../accounts/answers/view.ts'
import { transferBody } from './view.ts'

type Body = z.output<typeof Timeline>

/** Everything that happened to a transfer, each part oldest first. */
export async function readTimeline(tx: Tx, { partnerId }: Caller, asked: string) {
  const parsed = parseExecutionId(asked)
  const transfer = parsed && (await findTransfer(tx, partnerId, parsed.id))
  if (!transfer || transfer.kind !== parsed.kind) return fail({ code: 'TRANSFER_NOT_FOUND' })
  const id = executionId(transfer)
  const [events, deliveries, audit, bankStatuses, ledger, payouts] = await Promise.all([
    findEvents(tx, partnerId, id),
    findDeliveries(tx, partnerId, id),
    findAudit(tx, partnerId, id),
    findBankStatuses(tx, partnerId, transfer.id),
    ledgerOf(tx, partnerId, transfer.id),
    findPayouts(tx, partnerId, transfer.id),
  ])
  const nameOf = await actorNames(
    tx,
    partnerId,
    audit.map((row) => row.actor_id),
  )
  return ok({
    executionId: id,
    events: events.map(eventBody),
    steps: transferBody(transfer).details,
    deliveries: deliveries.map((row) => ({
      deliveryId: formatId('dlv', row.id),
      eventId: formatId('evt', row.event_id),
      status: row.status,
      attempts: row.attempts,
      ...(row.duration_ms === null
        ? {}
        : { lastAttempt: { httpStatus: row.http_status, durationMs: row.duration_ms } }),
      at: row.created_at.toISOString(),
    })),
    bankStatuses: bankStatuses.map(statusBody),
    ledger: ledger.map(entryBody),
    payouts: payouts.map(payoutBody),
    audit: audit.map((row) => ({
      action: row.action,
      actorType: row.actor_type,
      actorId: row.actor_id,
      actorName: nameOf(row.actor_id),
      reason: row.reason,
      requestId: row.request_id,
      at: row.created_at.toISOString(),
    })),
  })
}

function eventBody(row: Awaited<ReturnType<typeof findEvents>>[number]): Body['events'][number] {
  const { status = '', previousStatus = '' } = row.object as {
    status?: string
    previousStatus?: string
  }
  const { exchangeRate } = (row.changes ?? {}) as { exchangeRate?: { from: number; to: number } }
  return {
    eventId: formatId('evt', row.id),
    eventType: row.type,
    eventStatus: row.status,
    status,
    previousStatus,
    ...(exchangeRate ? { exchangeRate } : {}),
    at: row.created_at.toISOString(),
  }
}

type Status = Body['bankStatuses'][number]

const statusBody = (row: Awaited<ReturnType<typeof findBankStatuses>>[number]): Status => ({
  payoutId: row.reference.replaceAll('-', ''),
  status: row.status,
  effect: row.effect,
  scope: row.scope,
  reasons: row.reasons as unknown as Status['reasons'],
  terms: row.terms as Status['terms'],
  messageId: row.message_id,
  madeAt: row.made_at.toISOString(),
  readAt: row.read_at.toISOString(),
})

function payoutBody(row: Awaited<ReturnType<typeof findPayouts>>[number]): Body['payouts'][number] {
  return {
    step: row.step,
    attempt: row.attempt,
    status: row.status,
    amount: toWire({ minor: row.amount, scale: row.scale }),
    currency: row.currency,
    reference: row.reference,
    uetr: uetrOf(row),
    ...payeeOf(row),
    at: row.created_at.toISOString(),
  }
}

function payeeOf(row: Awaited<ReturnType<typeof findPayouts>>[number]) {
  const { kind, payee_outcome: outcome, payee_release: release, payee_check: check } = row
  if (kind !== 'BANK' || outcome === null) return {}
  const checked_at = row.payee_checked_at?.toISOString() ?? null
  return { payeeCheck: orderCheckBody({ outcome, release, check: check as object, checked_at }) }
}

/** On a chain a payment has its hash instead. */
export const uetrOf = ({ kind, uetr }: Pick<PayoutRow, 'kind' | 'uetr'>): string =>
  kind === 'BANK' ? uetr : ''

/** A token is named by its symbol, as in the record; the chain is the transfer's own. */
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
