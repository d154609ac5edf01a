import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { Gap } from '../audit/accepted.ts'
import { sealsUpTo } from '../audit/audit-chain.ts'
import {
  auditSealHash,
  type Head,
  nextChain,
  type SealableEntry,
  sealableColumns,
  sealStart,
  unkeyedSealHash,
} from '../audit/audit-hash.ts'
import type { AuditKeys } from '../audit/audit-keys.ts'
import type { Witnessed } from '../audit/witness-files.ts'

type AuditBook = { keys: AuditKeys; witnessed: Witnessed }

/** A seal with its entry, if that is there. */
type Row = SealableEntry & {
  sequence: number
  audit_id: string
  previous_hash: Buffer
  hash: Buffer
  public_hash: Buffer | null
  key_version: number
  has_entry: boolean
}

const pageMax = 1_000

/** What is wrong with a chain, and where. */
export type AuditFault = {
  kind:
    | 'changed'
    | 'removed'
    | 'repeated'
    | 'out_of_order'
    | 'slipped_in'
    | 'public_hash'
    | 'checkpoint'
  text: string
  sequence?: number
  entryId?: string
}

type Chain = {
  partnerId: string
  unkeyed: number
  gaps: Gap[]
  /** The seal to go on from, which was verified before; else the beginning. */
  from?: Row | undefined
  /** Ends after so many seals; else where the chain ends. */
  limit?: number
}

/** Recomputes a chain, or a part of it; gives the last seal that was looked at. */
export async function verifyChain(
  tx: Tx,
  { keys, witnessed }: AuditBook,
  { partnerId, unkeyed, gaps, from, limit = Infinity }: Chain,
): Promise<{ problem?: AuditFault; last: Head; isWhole: boolean }> {
  const seen = witnessed.heads.get(partnerId) ?? sealStart
  const bound = witnessed.unkeyed?.get(partnerId)
  const isOther = (head: Head) =>
    [seen, bound].some((known) => known?.sequence === head.sequence && isOtherHead(known, head))
  let last = from ? headOf(from, seen.chain?.first) : sealStart
  let before = from
  const until = last.sequence + limit
  for (;;) {
    const count = Math.min(pageMax, until - last.sequence)
    const rows = await readSeals(tx, partnerId, last.sequence, count)
    for (const row of rows) {
      if (row.sequence > last.sequence + 1) {
        // The seal says itself what came before it, and its key vouches for that.
        const head = { sequence: row.sequence - 1, hash: row.previous_hash, entryId: '' }
        gaps.push(gapOf(partnerId, last, head))
        if (isOther(head)) {
          const { sequence } = head
          const text = `seal ${sequence} was changed`
          return { problem: { kind: 'changed', text, sequence }, last, isWhole: true }
        }
        last = head
        before = undefined
      }
      const fault =
        problemOf(keys, { last, before }, row, unkeyed) ??
        chainProblem({ last, before }, row, seen.chain?.first)
      if (fault) return { problem: fault, last, isWhole: true }
      last = headOf(row, last.chain?.first ?? seen.chain?.first)
      before = row
      if (isOther(last))
        return { problem: faultAt(row, 'changed', 'was changed'), last, isWhole: true }
    }
    if (last.sequence >= until) return { last, isWhole: false }
    if (rows.length < count) break
  }
  if (last.sequence >= seen.sequence) return { last, isWhole: true }
  const pending = await unsealedAfter(tx, partnerId, seen.sequence - last.sequence)
  if (!sealsUpTo(keys, pending, last, seen)) gaps.push(gapOf(partnerId, last, seen))
  return { last, isWhole: true }
}

const headOf = (row: Row, first: number | undefined): Head => ({
  sequence: row.sequence,
  hash: row.hash,
  entryId: row.audit_id,
  ...(row.public_hash && {
    chain: { first: first ?? row.sequence, hash: row.public_hash.toString('hex') },
  }),
})

const isOtherHead = (known: Head, head: Head): boolean =>
  !known.hash.equals(head.hash) ||
  (known.chain !== undefined && head.chain !== undefined && known.chain.hash !== head.chain.hash)

/** The public chain begins with the seal that its checkpoints name, and has every one after it. */
function chainProblem(
  { last, before }: { last: Head; before: Row | undefined },
  row: Row,
  first: number | undefined,
): AuditFault | undefined {
  const isMissing = last.chain !== undefined || (first !== undefined && row.sequence >= first)
  const bad = faultAt(row, 'public_hash', 'has another public hash')
  if (!row.public_hash) return isMissing ? bad : undefined
  // After a gap nothing says what came before; checkpoints do.
  if (!last.chain && !before && last.sequence > 0) return undefined
  if (!last.chain && first !== undefined && first !== row.sequence) return bad
  return nextChain(last, row).hash === row.public_hash.toString('hex') ? undefined : bad
}

function gapOf(partner: string, { sequence, hash, entryId }: Head, until: Head): Gap {
  const after = { partner, sequence, hash: hash.toString('hex'), entry: entryId }
  const end = { sequence: until.sequence, hash: until.hash.toString('hex'), entry: until.entryId }
  return { partner, after: sequence === 0 ? null : after, until: { partner, ...end } }
}

const faultAt = (row: Row, kind: AuditFault['kind'], what: string): AuditFault => ({
  kind,
  text: `entry ${row.audit_id} (seal ${row.sequence}) ${what}`,
  sequence: row.sequence,
  entryId: row.audit_id,
})

function problemOf(
  keys: AuditKeys,
  { last, before }: { last: Head; before: Row | undefined },
  row: Row,
  unkeyed: number,
): AuditFault | undefined {
  if (row.sequence === last.sequence) return faultAt(row, 'repeated', 'is there twice')
  if (!row.previous_hash.equals(last.hash))
    return faultAt(row, 'changed', 'does not follow the seal before')
  if (!row.has_entry) return faultAt(row, 'removed', 'was removed')
  if (before && !isLater(row, before)) return faultAt(row, 'out_of_order', 'is out of order')
  const expected = expectedHash(keys, last, row, unkeyed)
  return expected?.equals(row.hash) === true ? undefined : faultAt(row, 'changed', 'was changed')
}

/** Entries are sealed in the order of their transactions. */
function isLater(row: Row, before: Row): boolean {
  const [own, other] = [BigInt(row.xid), BigInt(before.xid)]
  return own > other || (own === other && row.id > before.id)
}

function expectedHash(keys: AuditKeys, last: Head, row: Row, unkeyed: number): Buffer | undefined {
  const version = row.key_version
  if (version === 0) return row.sequence <= unkeyed ? unkeyedSealHash(last.hash, row) : undefined
  const key = keys.sealKey(version)
  return key && auditSealHash({ key, version }, last, row)
}

const seals = (partnerId: string) => sql`
  select s.sequence, s.audit_id, s.previous_hash, s.hash, s.public_hash, s.key_version,
    a.id is not null as has_entry,
    ${sql.raw(sealableColumns)}
  from audit_seal s left join audit a on a.partner_id = s.partner_id and a.id = s.audit_id
  where s.partner_id = ${partnerId}`

async function readSeals(tx: Tx, partnerId: string, after: number, count: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${seals(partnerId)} and s.sequence > ${after} order by s.sequence limit ${count}`.execute(tx)
  return rows
}

/** The seal at a place, if there is one. */
export async function sealAt(tx: Tx, partnerId: string, place: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`${seals(partnerId)} and s.sequence = ${place}`.execute(tx)
  return rows[0]
}

async function unsealedAfter(tx: Tx, partnerId: string, count: number): Promise<SealableEntry[]> {
  const { rows } = await sql<SealableEntry>`
    select ${sql.raw(sealableColumns)} from audit a
    where a.partner_id = ${partnerId}
      and not exists (select from audit_seal s where s.audit_id = a.id)
    order by a.xid, a.id limit ${count}`.execute(tx)
  return rows
}

/**
 * An entry without a seal that lies before a sealed one was not there when that one was sealed. Of a
 * part of the log the ids between two are looked at: parts that follow each other miss none.
 */
export async function findUnsealed(
  tx: Tx,
  partnerId: string,
  { above, upTo }: { above?: string | undefined; upTo?: string | undefined } = {},
): Promise<AuditFault | undefined> {
  const lowest = above === undefined ? sql`` : sql`and a.id > ${above}`
  const highest = upTo === undefined ? sql`` : sql`and a.id <= ${upTo}`
  const { rows } = await sql<{ id: string }>`
    select a.id from audit a
    where a.partner_id = ${partnerId} ${lowest} ${highest}
      and not exists (select from audit_seal s where s.audit_id = a.id)
      and (a.xid, a.id) < (
        select b.xid, b.id from audit_seal s
        join audit b on b.partner_id = s.partner_id and b.id = s.audit_id
        where s.partner_id = ${partnerId} order by s.sequence desc limit 1)
    order by a.xid, a.id limit 1`.execute(tx)
  const id = rows[0]?.id
  return id === undefined
    ? undefined
    : { kind: 'slipped_in', text: `entry ${id} was slipped in`, entryId: id }
}
