import { formatId } from '@corridor/domain'
import { auditHeadText } from '@corridor/signing/audit'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { AuditKeys } from '../audit/audit-keys.ts'
import type { Witnessed } from '../audit/witness-files.ts'
import type { AuditFault } from './verify-chain.ts'

type Row = {
  checkpoint: number
  at: Date
  first: number
  sequence: number
  hash: Buffer
  signature: string
  public_hash: Buffer | null
}

const pageMax = 1_000

/**
 * The signed heads of a partner's public chain: each has our signature and the hash of its seal, and
 * the newest that the checkpoint file knows is there.
 */
export async function verifyHeads(
  tx: Tx,
  { keys, witnessed }: { keys: AuditKeys; witnessed: Witnessed },
  partnerId: string,
  { after = 0, upTo }: { after?: number; upTo?: number } = {},
): Promise<AuditFault | undefined> {
  for (let last = after; ;) {
    const rows = await readHeads(tx, partnerId, last, upTo)
    const bad = rows.find((row) => !isGood(keys, partnerId, row))
    if (bad) return faultOf(bad.checkpoint, bad.sequence, 'does not fit')
    const end = rows.at(-1)
    if (!end || rows.length < pageMax) break
    last = end.sequence
  }
  const known = witnessed.signed.get(partnerId)
  if (!known || known.sequence <= after || known.sequence > (upTo ?? Infinity)) return undefined
  const isThere = await hasHead(tx, partnerId, known)
  return isThere ? undefined : faultOf(known.checkpoint, known.sequence, 'is missing')
}

const faultOf = (checkpoint: number, sequence: number, what: string): AuditFault => ({
  kind: 'checkpoint',
  text: `the signed head of checkpoint ${checkpoint} ${what}`,
  sequence,
})

function isGood(keys: AuditKeys, partnerId: string, row: Row): boolean {
  const { checkpoint, at, first, sequence, hash, signature, public_hash: own } = row
  const content = { checkpoint, at: at.toISOString(), first, sequence, hash: hash.toString('hex') }
  const text = auditHeadText({ svcPartnerId: formatId('par', partnerId), ...content })
  // A seal that is gone is found as such.
  return keys.isSignature(text, signature) && (own === null || own.equals(hash))
}

async function readHeads(tx: Tx, partnerId: string, after: number, upTo: number | undefined) {
  const highest = upTo === undefined ? sql`` : sql`and h.sequence <= ${upTo}`
  const { rows } = await sql<Row>`
    select h.checkpoint, h.at, h.first, h.sequence, h.hash, h.signature, s.public_hash
    from audit_head h
    left join audit_seal s on s.partner_id = h.partner_id and s.sequence = h.sequence
    where h.partner_id = ${partnerId} and h.sequence > ${after} ${highest}
    order by h.sequence, h.checkpoint limit ${pageMax}`.execute(tx)
  return rows
}

/** One whose seal is gone went with it. */
async function hasHead(
  tx: Tx,
  partnerId: string,
  { checkpoint, sequence }: { checkpoint: number; sequence: number },
): Promise<boolean> {
  const { rows } = await sql<{ ok: boolean }>`
    select not exists (
        select from audit_seal where partner_id = ${partnerId} and sequence = ${sequence})
      or exists (select from audit_head where partner_id = ${partnerId}
        and sequence = ${sequence} and checkpoint = ${checkpoint}) as ok`.execute(tx)
  return rows[0]?.ok === true
}
