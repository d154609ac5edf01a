import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'

export type Unhashed = Pick<
  ExternalAccountRow,
  'partner_id' | 'id' | 'kind' | 'jurisdiction_id' | 'wallet' | 'sealed_account'
>

/** Accounts that were added before numbers had a key, locked; others than those that are deleted. */
export async function lockWithoutHash(tx: Tx, limit: number): Promise<Unhashed[]> {
  const { rows } = await sql<Unhashed>`
    select partner_id, id, kind, jurisdiction_id, wallet, sealed_account from external_account
    where number_hash is null and status <> 'DELETED'
    order by partner_id, id limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** A number of these that was stopped is known by its key, too, and held elsewhere. */
export async function setHashes(
  tx: Tx,
  hashes: readonly { id: string; hash: string }[],
): Promise<void> {
  const given = [hashes.map(({ id }) => id), hashes.map(({ hash }) => hash)] as const
  await sql`
    with hashed as (
      update external_account a set number_hash = g.hash
      from unnest(${given[0]}::uuid[], ${given[1]}::text[]) as g (id, hash)
      where a.id = g.id and a.number_hash is null
      returning a.partner_id, a.number_fingerprint, a.number_hash
    ), known as (
      update stopped_number s set number_hash = h.number_hash, spread_at = null
      from hashed h where s.partner_id = h.partner_id and s.number_hash is null
        and s.number_fingerprint = h.number_fingerprint and s.number_fingerprint <> ''
    )
    -- Stopped elsewhere before this account had its key.
    update stopped_number s set spread_at = null
    from hashed h where s.number_hash = h.number_hash and s.spread_at is not null`.execute(tx)
}

/** Accounts in use of numbers that were confirmed as fraud and are not held everywhere yet, locked. */
export async function lockStoppedInUse(tx: Tx, limit: number): Promise<ExternalAccountRow[]> {
  const { rows } = await sql<ExternalAccountRow>`
    select a.* from external_account a
    where a.status = 'ENABLED' and a.number_hash in (select s.number_hash from stopped_number s
      where s.spread_at is null and s.confirmed_at is not null and s.number_hash is not null)
    order by a.partner_id, a.id limit ${limit} for update of a`.execute(tx)
  return rows
}

/** Nothing is left in use of what was confirmed until now. */
export const setSpread = (tx: Tx) =>
  sql`update stopped_number s set spread_at = ${serviceNow}
    where s.spread_at is null and s.confirmed_at is not null and not exists (select from external_account a
      where a.number_hash = s.number_hash and a.status = 'ENABLED')`.execute(tx)
