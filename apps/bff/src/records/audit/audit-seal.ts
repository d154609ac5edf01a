import { noId } from '../../db/no-id.ts'
import type { Client } from 'pg'
import { sealEntry, writeSeals } from './audit-chain.ts'
import { sealableColumns, type SealableEntry, sealStart } from './audit-hash.ts'
import type { AuditKeys } from './audit-keys.ts'
import { type Heads, writtenHeads } from './checkpoint.ts'
import type { Witness } from './witness.ts'

export const batchMax = 1_000

/** Entries in the order in which they are sealed, above a place and below every open transaction. */
const unsealed = `
  select ${sealableColumns} from audit a
  where (a.xid, a.id) > ($1::xid8, $2::uuid) and a.xid < pg_snapshot_xmin(pg_current_snapshot())
  order by a.xid, a.id limit $3`

/**
 * Seals audit entries: a chain of keyed hashes for each partner over its entries in the order of
 * their transactions. Each head is witnessed outside the database before its seal is written, so
 * that a chain which was cut short is never taken for a whole one. The place reached is remembered,
 * since one process seals at a time; gives the number of entries sealed.
 */
export async function createSealer(
  client: Client,
  keys: AuditKeys,
  witness: Pick<Witness, 'heads' | 'see'>,
): Promise<() => Promise<number>> {
  let place = await lastSealed(client)
  return async function sealBatch(): Promise<number> {
    const { rows } = await client.query<SealableEntry>({
      name: 'unsealed audit entries',
      text: unsealed,
      values: [place.xid, place.id, batchMax],
    })
    const last = rows.at(-1)
    if (!last) return 0
    const { seals, heads } = sealAll(keys, rows, witness.heads)
    await witness.see(writtenHeads(heads), seals.length)
    await writeSeals(client, keys, seals)
    place = { xid: last.xid, id: last.id }
    return rows.length
  }
}

function sealAll(keys: AuditKeys, entries: readonly SealableEntry[], known: Heads) {
  const heads: Heads = new Map()
  const seals = entries.map((entry) => {
    const partner = entry.partner_id
    const seal = sealEntry(keys, heads.get(partner) ?? known.get(partner) ?? sealStart, entry)
    heads.set(partner, seal.head)
    return seal
  })
  return { seals, heads }
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
