import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { auditSealHash, type SealableEntry, sealStart } from '../audit/audit-hash.ts'

/** A seal with its entry, if that is there. */
type Row = SealableEntry & {
  sequence: number
  audit_id: string
  previous_hash: Buffer
  hash: Buffer
  has_entry: boolean
}

const pageMax = 1_000

/**
 * Recomputes the chain of every partner and names its first bad entry: one that was changed,
 * removed, put elsewhere or slipped in. Entries cut off at the end together with their seals are
 * only found against a copy of the last hash that is kept elsewhere.
 */
export async function verifyAudit(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ partner_id: string }>`
    select partner_id from audit_seal union select partner_id from audit`.execute(tx)
  const problems: string[] = []
  for (const { partner_id: partnerId } of rows) {
    const problem = (await verifyChain(tx, partnerId)) ?? (await findUnsealed(tx, partnerId))
    if (problem) problems.push(`audit of partner ${partnerId}: ${problem}`)
  }
  return problems
}

async function verifyChain(tx: Tx, partnerId: string): Promise<string | undefined> {
  let last: { sequence: number; hash: Buffer } = sealStart
  for (;;) {
    const rows = await readSeals(tx, partnerId, last.sequence)
    for (const row of rows) {
      const place = `entry ${row.audit_id} (seal ${row.sequence})`
      if (row.sequence !== last.sequence + 1) return `seal ${last.sequence + 1} is missing`
      if (!row.previous_hash.equals(last.hash)) return `${place} does not follow the seal before`
      if (!row.has_entry) return `${place} was removed`
      if (!auditSealHash(last.hash, row).equals(row.hash)) return `${place} was changed`
      last = { sequence: row.sequence, hash: row.hash }
    }
    if (rows.length < pageMax) return undefined
  }
}

async function readSeals(tx: Tx, partnerId: string, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.sequence, s.audit_id, s.previous_hash, s.hash,
      a.id is not null as has_entry, a.partner_id, a.id, a.xid::text as xid, a.actor_type, a.actor_id,
      a.action, a.object_kind, a.object_id, a.before, a.after, a.reason, a.request_id,
      (extract(epoch from a.created_at) * 1000000)::bigint::text as created_at_us
    from audit_seal s left join audit a on a.partner_id = s.partner_id and a.id = s.audit_id
    where s.partner_id = ${partnerId} and s.sequence > ${after}
    order by s.sequence limit ${pageMax}`.execute(tx)
  return rows
}

/** An entry without a seal that lies before a sealed one was not there when that one was sealed. */
async function findUnsealed(tx: Tx, partnerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select a.id from audit a
    where a.partner_id = ${partnerId}
      and not exists (select from audit_seal s where s.audit_id = a.id)
      and (a.xid, a.id) < (
        select b.xid, b.id from audit_seal s
        join audit b on b.partner_id = s.partner_id and b.id = s.audit_id
        where s.partner_id = ${partnerId} order by s.sequence desc limit 1)
    order by a.xid, a.id limit 1`.execute(tx)
  return rows[0] && `entry ${rows[0].id} was slipped in`
}
