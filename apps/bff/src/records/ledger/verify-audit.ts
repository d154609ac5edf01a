import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { chainOf, sealsUpTo } from '../audit/audit-chain.ts'
import {
  auditSealHash,
  type Head,
  type SealableEntry,
  sealableColumns,
  sealStart,
  unkeyedSealHash,
} from '../audit/audit-hash.ts'
import { type Acceptance, acceptedBy, type Gap, readAcceptances } from '../audit/accepted.ts'
import type { Kek } from '../../db/kek.ts'
import { type AuditKeys, auditKeys } from '../audit/audit-keys.ts'
import { auditFiles, readWitnessed, type Witnessed } from '../audit/witness-files.ts'

/** A seal with its entry, if that is there. */
type Row = SealableEntry & {
  sequence: number
  audit_id: string
  previous_hash: Buffer
  hash: Buffer
  key_version: number
  has_entry: boolean
}

/** The keys, and what the files outside the database said before the transaction began to read. */
export type AuditBook = { keys: AuditKeys; witnessed: Witnessed; acceptances: Acceptance[] }

/** To be read before the transaction begins in which the chains are verified. */
export async function readAuditBook(parts: {
  config: { DATA_DIR: string }
  kek: Pick<Kek, 'derive'>
}): Promise<AuditBook> {
  const keys = auditKeys(parts.kek)
  const files = auditFiles(parts.config.DATA_DIR)
  const acceptances = await readAcceptances(files, keys)
  return { keys, witnessed: await readWitnessed(files, keys), acceptances }
}

const pageMax = 1_000

/**
 * Recomputes the chain of every partner and names its first bad entry: one that was changed,
 * removed, put elsewhere, slipped in or cut off. What is neither sealed nor witnessed yet (about a
 * second) can be changed unseen, and what was cut off is only missed where database and files were
 * both put back.
 */
export async function verifyAudit(tx: Tx, book: AuditBook): Promise<string[]> {
  const { files, chains } = await examineAudit(tx, book)
  return [
    ...files,
    ...chains.flatMap(({ gaps: [gap], problem }) => (gap ? gapText(gap) : problem) ?? []),
  ]
}

/** What is wrong with one chain: seals that are gone, and what is wrong apart from that. */
type ChainFindings = { gaps: Gap[]; problem: string | undefined }

/**
 * The same, with seals that are gone from a good place on told apart: that is what the restore of a
 * backup leaves. Two people may accept them, and what lies behind them is checked all the same.
 */
export async function examineAudit(
  tx: Tx,
  book: AuditBook,
): Promise<{ files: string[]; chains: ChainFindings[] }> {
  const { rows } = await sql<{ partner_id: string }>`
    select partner_id from audit_seal union select partner_id from audit`.execute(tx)
  const partners = new Set([...rows.map((row) => row.partner_id), ...book.witnessed.heads.keys()])
  const files = [...book.witnessed.problems, ...(await verifyCopies(tx, book))]
  const unkeyed = await unkeyedLimit(tx, book)
  const isAccepted = acceptedBy(book.acceptances)
  const chains: ChainFindings[] = []
  for (const partnerId of [...partners].toSorted()) {
    const gaps: Gap[] = []
    const chain = { partnerId, unkeyed: unkeyed(partnerId), gaps }
    const problem = (await verifyChain(tx, book, chain)) ?? (await findUnsealed(tx, partnerId))
    chains.push({
      gaps: gaps.filter((gap) => !isAccepted(gap)),
      problem: problem && `${chainOf(partnerId)} ${problem}`,
    })
  }
  return { files, chains }
}

export function gapText({ partner, after, until }: Gap): string {
  const last = until.entry === '' ? '' : `, the last of entry ${until.entry}`
  const first = (after?.sequence ?? 0) + 1
  return `${chainOf(partner)} seal ${first} is missing: cut off; there were ${until.sequence}${last}`
}

/** Up to where seals without a key are good: where the first checkpoint found them. */
async function unkeyedLimit(tx: Tx, { witnessed }: AuditBook): Promise<(id: string) => number> {
  const { rows } = await sql`
    (select 1 from audit_checkpoint limit 1) union all
    (select 1 from audit_seal where key_version > 0 limit 1)`.execute(tx)
  const isBefore = witnessed.unkeyed === undefined && rows.length === 0
  return (id) => (isBefore ? Infinity : (witnessed.unkeyed?.get(id)?.sequence ?? 0))
}

/** The database's copy of the checkpoints against the file. */
async function verifyCopies(tx: Tx, { witnessed: { last } }: AuditBook): Promise<string[]> {
  const { rows } = await sql<{ number: number; fresh: boolean }>`
    select number, (line::jsonb->>'at')::timestamptz > clock_timestamp() - interval '10 s' as fresh
    from audit_checkpoint
    order by number desc limit 1`.execute(tx)
  const copied = rows[0]
  const number = copied?.number ?? 0
  // A checkpoint is in the database a moment before it is in the file.
  const isUnderWay = number === last.number + 1 && copied?.fresh === true
  if (number === last.number || isUnderWay) return []
  return number > last.number
    ? [`the checkpoint file ends at ${last.number}; ${number} were written`]
    : [`the database knows ${number} of ${last.number} checkpoints`]
}

async function verifyChain(
  tx: Tx,
  { keys, witnessed }: AuditBook,
  { partnerId, unkeyed, gaps }: { partnerId: string; unkeyed: number; gaps: Gap[] },
): Promise<string | undefined> {
  const seen = witnessed.heads.get(partnerId) ?? sealStart
  const bound = witnessed.unkeyed?.get(partnerId)
  const isOther = (head: Head) =>
    [seen, bound].some(
      (known) => known?.sequence === head.sequence && !known.hash.equals(head.hash),
    )
  let last = sealStart
  let before: Row | undefined
  for (;;) {
    const rows = await readSeals(tx, partnerId, last.sequence)
    for (const row of rows) {
      if (row.sequence > last.sequence + 1) {
        // The seal says itself what came before it, and its key vouches for that.
        const head = { sequence: row.sequence - 1, hash: row.previous_hash, entryId: '' }
        gaps.push(gapOf(partnerId, last, head))
        if (isOther(head)) return `seal ${head.sequence} was changed`
        last = head
        before = undefined
      }
      const problem = problemOf(keys, { last, before }, row, unkeyed)
      if (problem) return problem
      last = { sequence: row.sequence, hash: row.hash, entryId: row.audit_id }
      before = row
      if (isOther(last)) return `${placeOf(row)} was changed`
    }
    if (rows.length < pageMax) break
  }
  if (last.sequence >= seen.sequence) return undefined
  const pending = await unsealedAfter(tx, partnerId, seen.sequence - last.sequence)
  if (sealsUpTo(keys, pending, last, seen)) return undefined
  gaps.push(gapOf(partnerId, last, seen))
  return undefined
}

function gapOf(partner: string, { sequence, hash, entryId }: Head, until: Head): Gap {
  const after = { partner, sequence, hash: hash.toString('hex'), entry: entryId }
  const end = { sequence: until.sequence, hash: until.hash.toString('hex'), entry: until.entryId }
  return { partner, after: sequence === 0 ? null : after, until: { partner, ...end } }
}

const placeOf = (row: Row) => `entry ${row.audit_id} (seal ${row.sequence})`

function problemOf(
  keys: AuditKeys,
  { last, before }: { last: Head; before: Row | undefined },
  row: Row,
  unkeyed: number,
): string | undefined {
  const place = placeOf(row)
  if (row.sequence === last.sequence) return `${place} is there twice`
  if (!row.previous_hash.equals(last.hash)) return `${place} does not follow the seal before`
  if (!row.has_entry) return `${place} was removed`
  if (before && !isLater(row, before)) return `${place} is out of order`
  const expected = expectedHash(keys, last, row, unkeyed)
  return expected?.equals(row.hash) === true ? undefined : `${place} was changed`
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

async function readSeals(tx: Tx, partnerId: string, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.sequence, s.audit_id, s.previous_hash, s.hash, s.key_version,
      a.id is not null as has_entry,
      ${sql.raw(sealableColumns)}
    from audit_seal s left join audit a on a.partner_id = s.partner_id and a.id = s.audit_id
    where s.partner_id = ${partnerId} and s.sequence > ${after}
    order by s.sequence limit ${pageMax}`.execute(tx)
  return rows
}

async function unsealedAfter(tx: Tx, partnerId: string, count: number): Promise<SealableEntry[]> {
  const { rows } = await sql<SealableEntry>`
    select ${sql.raw(sealableColumns)} from audit a
    where a.partner_id = ${partnerId}
      and not exists (select from audit_seal s where s.audit_id = a.id)
    order by a.xid, a.id limit ${count}`.execute(tx)
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
