import type { Client } from 'pg'
import {
  sealableColumns,
  sealStart,
  auditSealHash,
  type Head,
  nextChain,
  type SealableEntry,
} from './audit-hash.ts'
import type { AuditKeys } from './audit-keys.ts'
import type { Heads } from './checkpoint.ts'

/** A seal as it is to be written. */
export type NewSeal = { entry: SealableEntry; previous: Head; head: Head }

/** The seal of an entry that follows `previous`. */
export function sealEntry(keys: AuditKeys, previous: Head, entry: SealableEntry): NewSeal {
  const { version } = keys
  const key = keys.sealKey(version)
  if (!key) throw new Error('there is no key to seal with')
  const hash = auditSealHash({ key, version }, previous, entry)
  const chain = nextChain(previous, entry)
  return {
    entry,
    previous,
    head: { sequence: previous.sequence + 1, hash, entryId: entry.id, chain },
  }
}

const insertSeals = `
  insert into audit_seal
    (partner_id, sequence, audit_id, previous_hash, hash, public_hash, key_version)
  select *, $7 from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bytea[], $5::bytea[],
    $6::bytea[])`

export async function writeSeals(client: Client, keys: AuditKeys, seals: NewSeal[]): Promise<void> {
  await client.query({
    name: 'seal audit entries',
    text: insertSeals,
    values: [
      seals.map(({ entry }) => entry.partner_id),
      seals.map(({ head }) => head.sequence),
      seals.map(({ entry }) => entry.id),
      seals.map(({ previous }) => previous.hash),
      seals.map(({ head }) => head.hash),
      seals.map(({ head }) => head.chain && Buffer.from(head.chain.hash, 'hex')),
      keys.version,
    ],
  })
}

/** The last seal of every partner in the database, and if it has a key. */
export async function storedHeads(client: Client): Promise<Map<string, Head & { keyed: boolean }>> {
  const { rows } = await client.query<
    { partner_id: string; keyed: boolean; public_hash: Buffer | null; first: number | null } & Head
  >(
    `select p.id as partner_id, s.sequence, s.hash, s.audit_id as "entryId",
       s.key_version > 0 as keyed, s.public_hash, f.sequence as first
     from (
       with recursive chain as (
         (select partner_id as id from audit_seal order by partner_id limit 1)
         union all
         select (select s.partner_id from audit_seal s where s.partner_id > chain.id
           order by s.partner_id limit 1) from chain where chain.id is not null)
       select id from chain where id is not null) p
     cross join lateral (select * from audit_seal l where l.partner_id = p.id
       order by l.sequence desc limit 1) s
     left join lateral (select l.sequence from audit_seal l
       where l.partner_id = p.id and l.public_hash is not null order by l.sequence limit 1) f
       on true`,
  )
  return new Map(
    rows.map(({ partner_id: partnerId, public_hash: hash, first, ...head }) => [
      partnerId,
      { ...head, ...(hash && first && { chain: { first, hash: hash.toString('hex') } }) },
    ]),
  )
}

/** What follows the last sealed entry of a partner, in the order in which it is sealed. */
export const unsealedEntries = `
  select ${sealableColumns} from audit a
  where a.partner_id = $1 and not exists (select from audit_seal s where s.audit_id = a.id)
  order by a.xid, a.id limit $2`

/**
 * Where each chain goes on, so that nothing is sealed over: where it was last seen, be it in the
 * database or by the witness. Seals that were witnessed and not written, because their process
 * ended in between, are written now; where the entries do not give the witnessed hash, the chain
 * goes on from the witness, the gap stays, and what is wrong is reported.
 */
export async function resumeChains(client: Client, keys: AuditKeys, witnessed: Heads) {
  const stored = await storedHeads(client)
  const heads: Heads = new Map(stored)
  const found: string[] = []
  for (const [partnerId, seen] of witnessed) {
    const own = stored.get(partnerId) ?? sealStart
    if (own.sequence > seen.sequence) continue
    heads.set(partnerId, seen)
    if (own.sequence === seen.sequence && own.hash.equals(seen.hash)) continue
    const missing = await sealedAgain(client, keys, { partnerId, own, seen })
    if (missing) await writeSeals(client, keys, missing)
    else found.push(`${chainOf(partnerId)} ends otherwise than at seal ${seen.sequence}`)
  }
  return { heads, found }
}

export const chainOf = (partnerId: string) => `audit of partner ${partnerId}:`

async function sealedAgain(
  client: Client,
  keys: AuditKeys,
  { partnerId, own, seen }: { partnerId: string; own: Head; seen: Head },
): Promise<NewSeal[] | undefined> {
  const { rows } = await client.query<SealableEntry>(unsealedEntries, [
    partnerId,
    seen.sequence - own.sequence,
  ])
  return sealsUpTo(keys, rows, own, seen)
}

/** The seals from `own` to `seen`, if the entries give them. */
export function sealsUpTo(
  keys: AuditKeys,
  entries: readonly SealableEntry[],
  own: Head,
  seen: Head,
): NewSeal[] | undefined {
  let previous = own
  const seals = entries.map((entry) => {
    const seal = sealEntry(keys, previous, entry)
    previous = seal.head
    return seal
  })
  const isSame =
    previous.sequence === seen.sequence &&
    previous.hash.equals(seen.hash) &&
    (seen.chain === undefined || previous.chain?.hash === seen.chain.hash)
  return isSame && seals.length > 0 ? seals : undefined
}
