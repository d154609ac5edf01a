import type { ExecutionFailureCode } from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import { rowsOf } from '../../db/owned-table.ts'
import type { Tx } from '../../db/open.ts'
import type { PayoutRow, TransferRow } from '../../db/schema/rows.ts'
import { batchedCall } from '../../db/batch.ts'
import type { TransferKey } from '../../ports/jobs.ts'

export const ordersOf = (tx: Tx, transfer: Pick<TransferRow, 'partner_id' | 'id'>) =>
  rowsOf(tx, 'payout', { partner_id: transfer.partner_id, transfer_id: transfer.id })
    .orderBy('attempt')
    .execute()

type NewRow = Omit<
  PayoutRow,
  | 'amount'
  | 'reference'
  | 'uetr'
  | 'created_at'
  | 'updated_at'
  | 'beneficiary'
  | 'travel_rule'
  | keyof KeptPayee
> & { amount: string; beneficiary: object | null; travel_rule: object | null } & Partial<KeptPayee>

/** What an order keeps of its payee's bank; `payee_checked_at` is now where it is absent. */
export type KeptPayee = {
  payee_outcome: PayoutRow['payee_outcome']
  payee_release: PayoutRow['payee_release']
  payee_check: object | null
  payee_checked_at?: Date | null
}

export const insertOrder = batchedCall<NewRow, PayoutRow>(async (tx, orders) => {
  const { rows } = await sql<PayoutRow>`
    insert into payout (partner_id, id, transfer_id, step, attempt, kind, status, jurisdiction_id,
      currency, scale, amount, account_id, address, beneficiary, travel_rule, failure_code,
      payee_outcome, payee_release, payee_check, payee_checked_at, created_at, updated_at)
    select o.partner_id, o.id, o.transfer_id, o.step, o.attempt, o.kind, o.status,
      o.jurisdiction_id, o.currency, o.scale, o.amount, o.account_id, o.address,
      o.beneficiary, o.travel_rule, o.failure_code, o.payee_outcome,
      o.payee_release, o.payee_check,
      case when o.payee_outcome is not null then coalesce(o.payee_checked_at, t.at) end, t.at, t.at
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o (partner_id uuid, id uuid,
      transfer_id uuid, step text, attempt int, kind text, status text, jurisdiction_id text,
      currency text, scale int, amount numeric, account_id uuid, address text, beneficiary jsonb,
      travel_rule jsonb, failure_code text, payee_outcome text, payee_release text,
      payee_check jsonb, payee_checked_at timestamptz), (select ${serviceNow} as at) as t
    returning *`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return orders.map(({ id }) => {
    const row = byId.get(id)
    if (!row) throw new Error(`the order ${id} was not written`)
    return row
  })
})

/** Keeps with an order that has not left what its payee's bank says, before it leaves. */
export const keepPayee = (
  tx: Tx,
  { partner_id, id }: PayoutRow,
  { payee_outcome, payee_release, payee_check, payee_checked_at }: KeptPayee,
) =>
  tx
    .updateTable('payout')
    .set({
      payee_outcome,
      payee_release,
      payee_check: payee_check === null ? null : JSON.stringify(payee_check),
      payee_checked_at: payee_checked_at === undefined ? serviceNow : payee_checked_at,
    })
    .where((eb) => eb.and({ partner_id, id, status: 'CREATED' }))
    .returningAll()
    .executeTakeFirstOrThrow()

type Change = {
  from: PayoutRow['status'][]
  to: PayoutRow['status']
  reference?: string
  code?: string
}

export async function setOrder(tx: Tx, order: PayoutRow, change: Change): Promise<void> {
  if (!(await set(tx, { order, change }))) throw new Error(`the order ${order.id} is over already`)
}

const set = batchedCall<{ order: PayoutRow; change: Change }, boolean>(async (tx, changes) => {
  const given = changes.map(({ order, change }) => ({
    partner: order.partner_id,
    id: order.id,
    froms: change.from,
    status: change.to,
    reference: change.reference ?? '',
    code: change.code ?? null,
  }))
  const { rows } = await sql<{ id: string }>`
    update payout p set status = g.status, updated_at = ${serviceNow},
      reference = case g.reference when '' then p.reference else g.reference end,
      failure_code = coalesce(g.code, p.failure_code)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (partner uuid, id uuid,
      froms text[], status text, reference text, code text)
    where p.partner_id = g.partner and p.id = g.id and p.status = any(g.froms)
    returning p.id`.execute(tx)
  const changed = new Set(rows.map(({ id }) => id))
  return changes.map(({ order }) => changed.has(order.id))
})

/** The order is given up: its payee's provider is waited for no more, and each answer from now on is late. */
export const endTravelMessage = (tx: Tx, { partner_id, id }: PayoutRow) =>
  tx
    .updateTable('travel_message')
    .set({ state: 'UNANSWERED', due_at: sql<Date>`least(due_at, ${serviceNow})` })
    .where((eb) => eb.and({ partner_id, payout_id: id, state: 'WAITING' }))
    .execute()

/** A bank sent back what it had confirmed. */
export const markReturned = (tx: Tx, id: string, code: ExecutionFailureCode): Promise<PayoutRow> =>
  tx
    .updateTable('payout')
    .set({ status: 'RETURNED', failure_code: code, updated_at: serviceNow })
    .where((eb) => eb.and({ id, status: 'CONFIRMED' }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Its current status, locked until the transaction ends. */
export async function lockStatus(tx: Tx, { partner_id, id }: PayoutRow) {
  const row = await tx
    .selectFrom('payout')
    .select('status')
    .where((eb) => eb.and({ partner_id, id }))
    .forShare()
    .executeTakeFirst()
  return row?.status
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Locked, so that two returns of one payment come one after the other. */
export async function lockPayout(tx: Tx, reference: string) {
  if (!uuidPattern.test(reference)) return undefined
  return tx
    .selectFrom('payout')
    .selectAll()
    .where('id', '=', reference)
    .forUpdate()
    .executeTakeFirst()
}

export type OpenPayout = TransferKey & { id: string }

/** Payments at a bank whose end is not known; the newest, and with `maxAge` none older (seconds). */
export const findOpenPayouts = (tx: Tx, limit: number, maxAge?: number): Promise<OpenPayout[]> =>
  tx
    .selectFrom('payout')
    .select(['id', 'partner_id as partnerId', 'transfer_id as transferId'])
    .where('kind', '=', 'BANK')
    .where('status', 'in', ['CREATED', 'SUBMITTED'])
    .where(
      maxAge === undefined
        ? sql<boolean>`true`
        : sql<boolean>`updated_at > ${serviceNow} - ${maxAge} * interval '1 second'`,
    )
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute()
