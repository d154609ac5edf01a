import {
  afterEvents,
  assetName,
  type DepositEvent,
  depositLegs,
  executionId,
  formatId,
  type Place,
  releaseStrayLegs,
  strayDepositLegs,
  toWire,
} from '@corridor/domain'
import { sql } from 'kysely'
import { batchedCall } from '../../db/batch.ts'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import { inPlace } from '../../db/record-keys.ts'
import type { DepositRow, TransferRow } from '../../db/schema/rows.ts'
import type { Deps } from '../../ports/deps.ts'
import { type AuditedBy, type AuditEntry, recordAudit } from '../audit/audit.ts'
import { type NewEvent, recordEvent } from '../events/outbox.ts'
import { postGroup } from '../ledger/service.ts'
import { decideReview, openReview } from '../reviews/reviews.ts'

type Carrier = Pick<TransferRow, 'id' | 'kind' | 'transaction_id' | 'status'>

type Published = {
  type: 'initiated' | 'transitioned' | 'action_required'
  status: string
}

/** What is recorded of a deposit with its change of state. */
export type DepositChange = {
  /** None where it stays in its state. */
  moves: readonly DepositEvent[]
  also?: Partial<
    Pick<
      DepositRow,
      | 'held_reason'
      | 'held_behind'
      | 'held_limit'
      | 'labels'
      | 'transfer_id'
      | 'route_id'
      | 'destination_version'
    >
  >
  by?: AuditedBy
  /** Where its money is booked from where it came or was held; in suspense without a transfer. */
  posting?: Pick<Deps, 'jurisdictions'> & { transferId?: string; step?: string }
  /** Its events, in their order; `isAsItCame` shows it as it was before it was held. */
  publish?: readonly (Published & { isAsItCame?: boolean })[]
  /** The execution that carries it, or the transfer that it names, as its events show it. */
  execution?: Carrier | undefined
  audit?: AuditEntry
}

/**
 * The one place that records what becomes of a locked deposit: its row, its postings, the review that
 * waits for a decision, its events and the audit entry. Its lifecycle decides the state.
 * @throws where the change is illegal
 */
export async function recordDeposit(tx: Tx, held: DepositRow, change: DepositChange) {
  const { moves, also = {}, by = depositWorker(held), posting, publish = [], execution } = change
  const status = afterEvents(held.status, moves)
  if (!status) throw new Error(`a deposit in ${held.status} does not take ${moves.join(', ')}`)
  const [moved] = await Promise.all([
    writeMove(tx, { held, status, also }),
    posting && post(tx, held, posting),
  ])
  if (!moved) throw new Error(`the deposit ${held.id} is not ${held.status} any more`)
  const asItCame: DepositRow = { ...moved, status: held.status, held_reason: '' }
  await Promise.all([
    reviewFollows(tx, by, held.status, moved),
    ...publish.map(({ isAsItCame = false, type, status: published }) =>
      recordEvent(
        tx,
        depositEvent(isAsItCame ? asItCame : moved, execution, {
          type,
          status: published,
          previousStatus: isAsItCame ? '' : held.status,
        }),
      ),
    ),
    change.audit && recordAudit(tx, by, change.audit),
  ])
  return moved
}

export const depositWorker = ({
  partner_id: partnerId,
}: Pick<DepositRow, 'partner_id'>): AuditedBy => ({
  partnerId,
  actor: { type: 'service', id: 'worker' },
  requestId: '',
})

/**
 * What became of a deposit; it and the execution that is named as they are after the change, which
 * that execution's own event has published before (ADR 42). `previousStatus` is of the deposit, where
 * no execution is named.
 */
export function depositEvent(
  deposit: DepositRow,
  execution: Carrier | undefined,
  { type, status, previousStatus = deposit.status }: Published & { previousStatus?: string },
): NewEvent {
  const depositId = formatId('dep', deposit.id)
  return {
    partnerId: deposit.partner_id,
    category: 'payin_deposit',
    type,
    status,
    object: {
      executionId: execution ? executionId(execution) : '',
      transactionId: execution?.transaction_id ?? '',
      status: execution?.status ?? deposit.status,
      previousStatus: execution?.status ?? previousStatus,
      depositId,
      teleportId: deposit.route_id === null ? '' : formatId('tele', deposit.route_id),
      depositStatus: deposit.status,
      heldReason: deposit.held_reason,
      labels: deposit.labels,
      amount: toWire({ minor: deposit.amount, scale: deposit.scale }),
      currency: deposit.currency,
    },
    subject: { kind: 'deposit', id: depositId, version: deposit.version },
  }
}

/** From the place where it arrived, or from suspense, to its transfer or into suspense. */
async function post(
  tx: Tx,
  deposit: DepositRow,
  { transferId, step = 'deposit_received', ...deps }: NonNullable<DepositChange['posting']>,
): Promise<void> {
  const { partner_id: partnerId, id: depositId, currency, chain_id, scale, amount } = deposit
  const sum = { asset: assetName(currency, chain_id), scale, amount }
  const legs =
    transferId === undefined
      ? strayDepositLegs({ ...sum, place: await placeOf(tx, deps, deposit), depositId })
      : deposit.status === 'HELD'
        ? releaseStrayLegs({ ...sum, depositId, transferId })
        : depositLegs({ ...sum, place: await placeOf(tx, deps, deposit), transferId })
  await postGroup(tx, { partnerId, transferId: transferId ?? depositId, step, legs })
}

/** The country at whose banks it arrived, or the address on the chain. */
async function placeOf(
  tx: Tx,
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  deposit: DepositRow,
): Promise<Place> {
  if (deposit.source === 'BANK') {
    const country = jurisdictions.byId(deposit.jurisdiction_id)?.countryCode ?? ''
    return { kind: 'BANK', country }
  }
  const log = await tx
    .selectFrom('token_transfer')
    .select('to_address')
    .where('chain_id', '=', deposit.chain_id)
    .where('hash', '=', deposit.hash)
    .where('log_index', '=', deposit.log_index)
    .executeTakeFirstOrThrow()
  return { kind: 'CHAIN', address: log.to_address }
}

/** What is held waits for a decision, which was made once it goes on. */
export async function reviewFollows(
  tx: Tx,
  by: AuditedBy,
  was: DepositRow['status'],
  { partner_id: partnerId, id, status, held_reason: reason }: DepositRow,
): Promise<void> {
  const subject = { kind: 'deposit', id } as const
  const isTransfers = reason === 'TRANSFER_IN_REVIEW'
  if (was === 'HELD' && (status !== 'HELD' || isTransfers))
    await decideReview(tx, by, subject, { decision: decisions[status] ?? status })
  if (status === 'HELD' && reason !== '' && !isTransfers)
    await openReview(tx, { partnerId, subject, reason })
}

const decisions: Readonly<Record<string, string>> = { FORWARDING: 'FORWARD', RETURNING: 'RETURN' }

type Move = { held: DepositRow; status: string; also: NonNullable<DepositChange['also']> }

const writeMove = batchedCall<Move, DepositRow | undefined>(async (tx, moves) => {
  const given = moves.map(({ held, status, also }, place) => {
    const { held_reason, labels, transfer_id, route_id, destination_version, held_behind } = {
      ...held,
      ...also,
    }
    return {
      place,
      partner_id: held.partner_id,
      id: held.id,
      was: held.status,
      status,
      held_reason: also.held_reason === undefined ? '' : held_reason,
      held_behind,
      held_limit: also.held_limit ?? '',
      labels,
      transfer_id,
      route_id,
      destination_version,
    }
  })
  const { rows } = await sql<DepositRow & { place: number }>`
    update deposit d set status = g.status, held_reason = g.held_reason,
      held_behind = g.held_behind, held_limit = g.held_limit, labels = g.labels,
      released_at = case when d.status = 'HELD' and g.status = 'FORWARDING'
        then ${serviceNow} else d.released_at end,
      transfer_id = g.transfer_id, route_id = g.route_id,
      destination_version = g.destination_version, updated_at = ${serviceNow},
      version = d.version + 1
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (place int, partner_id uuid,
      id uuid, was text, status text, held_reason text, held_behind text, held_limit text,
      labels text[], transfer_id uuid, route_id uuid, destination_version int)
    where d.partner_id = g.partner_id and d.id = g.id and d.status = g.was
    returning d.*, g.place`.execute(tx)
  return inPlace(moves, rows)
})
