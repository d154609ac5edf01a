import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { chainOf } from '../audit/audit-chain.ts'
import { type Acceptance, acceptedBy, type Gap, readAcceptances } from '../audit/accepted.ts'
import type { Kek } from '../../db/kek.ts'
import { type AuditKeys, auditKeys } from '../audit/audit-keys.ts'
import { auditFiles, readWitnessed, type Witnessed } from '../audit/witness-files.ts'
import { type AuditFault, findUnsealed, sealAt, verifyChain } from './verify-chain.ts'
import { verifyHeads } from './verify-heads.ts'

/** The keys, and what the files outside the database contained before the transaction began to read. */
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

/** What a part of one partner's chain is found to be. */
export type PartFindings = {
  fault: AuditFault | undefined
  gaps: Gap[]
  accepted: { gap: Gap; acceptance: Acceptance }[]
  last: number
  hasMore: boolean
}

/**
 * A part of one partner's chain, from a seal on that was verified before: as `verifyAudit`, at a cost
 * that is bounded however long the log is.
 */
export async function verifyAuditPart(
  tx: Tx,
  book: AuditBook,
  { partnerId, after, limit }: { partnerId: string; after: number; limit: number },
): Promise<PartFindings> {
  const from = after > 0 ? await sealAt(tx, partnerId, after) : undefined
  const unkeyed = (await unkeyedLimit(tx, book))(partnerId)
  const gaps: Gap[] = []
  const begin = from ? { from } : {}
  const { problem, last, isWhole } = await verifyChain(tx, book, {
    partnerId,
    unkeyed,
    gaps,
    limit,
    ...begin,
  })
  const ids = { above: from?.audit_id, upTo: isWhole ? undefined : last.entryId }
  const places = { after: from?.sequence ?? 0, ...(isWhole ? {} : { upTo: last.sequence }) }
  const fault =
    problem ??
    (await findUnsealed(tx, partnerId, ids)) ??
    (await verifyHeads(tx, book, partnerId, places))
  const accepted = gaps.flatMap((gap) => {
    const acceptance = book.acceptances.find((item) => acceptedBy([item])(gap))
    return acceptance ? [{ gap, acceptance }] : []
  })
  const open = gaps.filter((gap) => !accepted.some((item) => item.gap === gap))
  return { fault, gaps: open, accepted, last: last.sequence, hasMore: !isWhole }
}

/** What is wrong with one chain: seals that are gone, and what is wrong apart from that. */
type ChainFindings = { gaps: Gap[]; problem: string | undefined }

/**
 * The same, with seals that are gone from a good place on distinguished: that is what the restore of a
 * backup leaves. Two people may accept them, and what lies behind them is checked all the same.
 */
export async function examineAudit(tx: Tx, book: AuditBook) {
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
    const problem =
      (await verifyChain(tx, book, chain)).problem ??
      (await findUnsealed(tx, partnerId)) ??
      (await verifyHeads(tx, book, partnerId))
    chains.push({
      gaps: gaps.filter((gap) => !isAccepted(gap)),
      problem: problem && `${chainOf(partnerId)} ${problem.text}`,
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
