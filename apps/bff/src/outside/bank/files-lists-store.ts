import { type Selectable, sql } from 'kysely'
import { serviceNow } from '../../db/moment.ts'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'
import type { TransferKey } from '../../ports/jobs.ts'

/** Locks a file that was not sent; nothing where it was. */
export async function lockUnsent(tx: Tx, messageId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('bank_file_out')
    .select('message_id')
    .where('message_id', '=', messageId)
    .where('sent_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Says that a file lies ready for the bank. */
export async function setSent(tx: Tx, messageId: string): Promise<void> {
  await tx
    .updateTable('bank_file_out')
    .set({ sent_at: serviceNow })
    .where('message_id', '=', messageId)
    .where('sent_at', 'is', null)
    .execute()
}

/** Of these names those of files that are sent. */
export async function findSent(tx: Tx, names: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('bank_file_out')
    .select('name')
    .where('name', 'in', names)
    .where('sent_at', 'is not', null)
    .execute()
  return rows.map(({ name }) => name)
}

/** Refuses a payment that is in no file yet, so that it comes into none. */
export async function refuseQueued(tx: Tx, reference: string, code: string): Promise<void> {
  await tx
    .updateTable('bank_file_payment')
    .set({ status: 'REJECTED', code, is_unreported: true, updated_at: serviceNow })
    .where('reference', '=', reference)
    .where('status', '=', 'QUEUED')
    .execute()
}

/** What the bank has reported about a payment; `contradiction` is against what it had reported before. */
export type StatusChange = TransferKey & {
  reference: string
  status: string
  contradiction: string
  /** The bank's last status is for a person to find out. */
  needsPerson: boolean
}

/** Takes what the bank has reported since the last call, of the transfers that it is about. */
export async function takeStatusChanges(tx: Tx, limit: number): Promise<StatusChange[]> {
  const { rows } = await sql<StatusChange>`
    with changed as (
      select reference from bank_file_payment where is_unreported
      order by position limit ${limit} for update skip locked
    ), taken as (
      update bank_file_payment p set is_unreported = false from changed n where p.reference = n.reference
      returning p.reference, p.status, p.contradiction, p.needs_person
    )
    select o.partner_id as "partnerId", o.transfer_id as "transferId", t.reference, t.status,
      t.contradiction, t.needs_person as "needsPerson"
    from taken t join payout o on o.id = t.reference::uuid`.execute(tx)
  return rows
}

export type FileInRow = Selectable<DB['bank_file_in']>

/** The files of both ways, the newest first. */
export async function listFiles(tx: Tx, limit: number) {
  const [sent, received, queued, contradicted, attention] = await Promise.all([
    tx
      .selectFrom('bank_file_out')
      .select(['message_id', 'position', 'name', 'sha256', 'payments', 'control_sum'])
      .select(['created_at', 'sent_at'])
      .orderBy('position', 'desc')
      .limit(limit)
      .execute(),
    tx.selectFrom('bank_file_in').selectAll().orderBy('begun_at', 'desc').limit(limit).execute(),
    tx
      .selectFrom('bank_file_payment')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('status', '=', 'QUEUED')
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('bank_file_payment')
      .select(['reference', 'message_id', 'bank_reference', 'status', 'contradiction'])
      .where('contradiction', '<>', '')
      .orderBy('position', 'desc')
      .limit(limit)
      .execute(),
    tx
      .selectFrom('bank_file_payment')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('needs_person', '=', true)
      .executeTakeFirstOrThrow(),
  ])
  return {
    out: sent,
    in: received,
    queued: Number(queued.count),
    contradicted,
    attention: Number(attention.count),
  }
}

export const findFileIn = (tx: Tx, sha256: string): Promise<FileInRow> =>
  tx.selectFrom('bank_file_in').selectAll().where('sha256', '=', sha256).executeTakeFirstOrThrow()

/** What became of the entries that a file was the first to have. */
export type Intake = { matched: number; unmatched: number; waiting: number }

export async function readIntake(tx: Tx, sha256: string): Promise<Intake> {
  const { rows } = await sql<{ state: string | null; count: string }>`
    select case f.state when 'HELD' then 'HELD' else b.state end as state, count(*) as count
    from bank_payment f left join bank_entry b on b.entry_id = f.id
    where f.sha256 = ${sha256} and f.entry is not null and f.state in ('BOOKED', 'HELD')
    group by 1`.execute(tx)
  const counts = { matched: 0, unmatched: 0, waiting: 0 }
  for (const { state, count } of rows) {
    if (state === 'HELD') continue
    if (state === 'DEPOSIT' || state === 'RETURN') counts.matched += Number(count)
    else if (state === 'UNMATCHED') counts.unmatched += Number(count)
    else if (state === 'NEW' || state === null) counts.waiting += Number(count)
  }
  return counts
}
