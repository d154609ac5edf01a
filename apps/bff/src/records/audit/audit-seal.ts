import { noId } from '../../db/no-id.ts'
import type { Client } from 'pg'
import { auditSealHash, type SealableEntry, sealStart } from './audit-hash.ts'

const batchMax = 1_000

/** Entries in the order in which they are sealed, above a place and below every open transaction. */
const unsealed = `
  select a.partner_id, a.id, a.xid::text as xid, a.actor_type, a.actor_id, a.action,
    a.object_kind, a.object_id, a.before, a.after, a.reason, a.request_id,
    (extract(epoch from a.created_at) * 1000000)::bigint::text as created_at_us
  from audit a
  where (a.xid, a.id) > ($1::xid8, $2::uuid) and a.xid < pg_snapshot_xmin(pg_current_snapshot())
  order by a.xid, a.id limit $3`

const insertSeals = `
  insert into audit_seal (partner_id, sequence, audit_id, previous_hash, hash)
  select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bytea[], $5::bytea[])`

type Head = { sequence: number; hash: Buffer }

/**
 * Seals audit entries: a hash chain for each partner over its entries in the order of their
 * transactions. The place reached is remembered, since one process seals at a time; gives the
 * number of entries sealed.
 */
export async function createSealer(client: Client): Promise<() => Promise<number>> {
  let place = await lastSealed(client)
  const heads = new Map<string, Head>()

  return async function sealBatch(): Promise<number> {
    const { rows } = await client.query<SealableEntry>({
      name: 'unsealed audit entries',
      text: unsealed,
      values: [place.xid, place.id, batchMax],
    })
    const last = rows.at(-1)
    if (!last) return 0
    await readHeads(rows)
    const next = new Map(heads)
    const seals = rows.map((entry) => {
      const previous = next.get(entry.partner_id) ?? sealStart
      const head = {
        sequence: previous.sequence + 1,
        hash: auditSealHash(previous.hash, entry),
      }
      next.set(entry.partner_id, head)
      return { entry, previous, head }
    })
    await client.query({
      name: 'seal audit entries',
      text: insertSeals,
      values: [
        seals.map(({ entry }) => entry.partner_id),
        seals.map(({ head }) => head.sequence),
        seals.map(({ entry }) => entry.id),
        seals.map(({ previous }) => previous.hash),
        seals.map(({ head }) => head.hash),
      ],
    })
    for (const [partnerId, head] of next) heads.set(partnerId, head)
    place = { xid: last.xid, id: last.id }
    return rows.length
  }

  async function readHeads(entries: readonly SealableEntry[]): Promise<void> {
    const partners = new Set(entries.map((entry) => entry.partner_id))
    const unknown = [...partners].filter((partnerId) => !heads.has(partnerId))
    if (unknown.length === 0) return
    const { rows } = await client.query<{ partner_id: string } & Head>(
      `select distinct on (partner_id) partner_id, sequence, hash from audit_seal
       where partner_id = any($1) order by partner_id, sequence desc`,
      [unknown],
    )
    for (const { partner_id: partnerId, ...head } of rows) heads.set(partnerId, head)
  }
}

/** The newest entry that is sealed; the few after it are not. */
async function lastSealed(client: Client): Promise<{ xid: string; id: string }> {
  const { rows } = await client.query<{ xid: string; id: string }>(
    `select a.xid::text as xid, a.id from audit a
     where exists (select from audit_seal s where s.audit_id = a.id)
     order by a.xid desc, a.id desc limit 1`,
  )
  return rows[0] ?? { xid: '0', id: noId }
}
