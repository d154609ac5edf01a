import { externalAccountStates, statesWhere } from '@corridor/domain'
import { sql } from 'kysely'
import { listOf } from '../../../db/lists.ts'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import { rowsOf } from '../../../db/owned-table.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'

export type Numbered = Pick<ExternalAccountRow, 'partner_id' | 'number_fingerprint' | 'number_hash'>

const listedStates = statesWhere(externalAccountStates, ({ isListed }) => isListed)

/** Both keys name one number; what is known by neither has no lock, and is in use nowhere. */
const lockOf = ({ number_hash, number_fingerprint }: Numbered) =>
  sql`hashtextextended(${`number/${number_hash ?? number_fingerprint ?? ''}`}, 0)`

/** A number is not stopped by others before this transaction, which reads whether it is, has ended. */
export const holdNumber = (tx: Tx, of: Numbered) =>
  sql`select pg_advisory_xact_lock_shared(${lockOf(of)})`.execute(tx)

/**
 * Waits for everybody who uses a number because it was not stopped, to see what they have enabled.
 * Before the row of its account is locked.
 */
export const holdToStop = (tx: Tx, of: Numbered) =>
  sql`select pg_advisory_xact_lock(${lockOf(of)})`.execute(tx)

/** Keeps that a number was stopped as fraud; one that was already stays as it is. */
export const stopNumber = (tx: Tx, of: Numbered) =>
  tx
    .insertInto('stopped_number')
    .values({
      partner_id: of.partner_id,
      // A number without this partner's key is known by the other one.
      number_fingerprint: of.number_fingerprint ?? of.number_hash ?? '',
      number_hash: of.number_hash,
      stopped_at: serviceNow,
    })
    .onConflict((oc) => oc.doNothing())
    .execute()

/**
 * How many other numbers a partner has stopped since 00:00 UTC about which the operator has not
 * decided; the partner's stops are made one after the other.
 */
export async function countStops(tx: Tx, of: Numbered): Promise<number> {
  const { partner_id: partnerId } = of
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stops/${partnerId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from stopped_number
    where partner_id = ${partnerId} and confirmed_at is null
      and stopped_at >= date_trunc('day', ${serviceNow} at time zone 'UTC') at time zone 'UTC'
      and number_fingerprint <> ${of.number_fingerprint ?? of.number_hash ?? ''}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Whether a number was stopped as fraud: here under any holder, or by another partner. */
export async function isNumberStopped(tx: Tx, of: Numbered): Promise<boolean> {
  const { rows } = await sql<{ stopped: boolean }>`select (exists (select from stopped_number
    where partner_id = ${of.partner_id} and number_fingerprint = ${of.number_fingerprint ?? ''}
      and number_fingerprint <> '') or coalesce(is_number_stopped(${of.number_hash}::text), false)
    ) as stopped`.execute(tx)
  return rows[0]?.stopped ?? false
}

const ofNumber = ({ partner_id, number_fingerprint, number_hash }: Numbered) =>
  sql<boolean>`(number_hash = ${number_hash}::text
    or partner_id = ${partner_id} and number_fingerprint = ${number_fingerprint ?? ''}
      and number_fingerprint <> '')`

/** The operator has decided that a number may be used, whoever had it stopped; as the worker. */
export const releaseNumber = (tx: Tx, of: Numbered) =>
  sql`delete from stopped_number where ${ofNumber(of)}`.execute(tx)

/** The operator has decided that a number is fraud: it is held wherever it is in use; as the worker. */
export const confirmNumber = (tx: Tx, of: Numbered) =>
  sql`update stopped_number set confirmed_at = ${serviceNow}, spread_at = null
    where ${ofNumber(of)}`.execute(tx)

/** The other accounts of a partner with the same number that are in use, locked. */
export const lockSameNumber = (
  tx: Tx,
  { partner_id, id, number_fingerprint, number_hash }: ExternalAccountRow,
): Promise<ExternalAccountRow[]> =>
  rowsOf(tx, 'external_account', { partner_id, status: 'ENABLED' })
    .where('id', '<>', id)
    .where(
      sql<boolean>`(number_fingerprint = ${number_fingerprint} or number_hash = ${number_hash})`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()

/** The account itself, and whatever else waits for the same decision, at every partner; locked. */
export async function lockWaiting(tx: Tx, of: ExternalAccountRow): Promise<ExternalAccountRow[]> {
  const { rows } = await sql<ExternalAccountRow>`select a.* from external_account a
    where a.status in ${listOf(listedStates)} and (a.partner_id = ${of.partner_id} and a.id = ${of.id}
      or a.number_hash = ${of.number_hash}::text and (
        a.status in ('PENDING_VERIFICATION', 'NEEDS_RELINK') and a.status_reason = 'RISK'
        or a.status = 'PENDING_VERIFICATION' and a.proof = 'PROVED' and a.status_reason = 'OWNERSHIP'
        or exists (select from review r where r.partner_id = a.partner_id and r.status = 'OPEN'
          and r.subject_kind = 'account' and r.subject_id = a.id and r.reason = 'NUMBER_STOPPED')))
    order by a.partner_id, a.id for update of a`.execute(tx)
  return rows
}

/**
 * Of each number about which the operator has to decide and nobody asks, since the account that was
 * stopped is deleted, an account that there is.
 */
export async function readUnasked(tx: Tx, limit: number): Promise<ExternalAccountRow[]> {
  const { rows } = await sql<ExternalAccountRow>`select a.*
    from (select distinct number_hash from stopped_number
      where confirmed_at is null and number_hash is not null) as s
    cross join lateral (select * from external_account
      where number_hash = s.number_hash and status in ${listOf(listedStates)}
      order by status <> 'ENABLED', partner_id, id limit 1) as a
    where not exists (select from external_account b
      join review r on r.partner_id = b.partner_id and r.subject_kind = 'account'
        and r.subject_id = b.id and r.reason = 'NUMBER_STOPPED' and r.status = 'OPEN'
      where b.number_hash = s.number_hash)
    limit ${limit}`.execute(tx)
  return rows
}
