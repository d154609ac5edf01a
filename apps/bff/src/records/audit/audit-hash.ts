import { createHash, createHmac } from 'node:crypto'
import { formatId } from '@corridor/domain'
import {
  auditChainHash,
  auditChainStart,
  type AuditedEntry,
  auditLeaf,
} from '@corridor/signing/audit'
import { canonicalJson } from '../../api/request/json.ts'

/** An audit row as it is hashed; its time in microseconds, as the database keeps it. */
export type SealableEntry = {
  partner_id: string
  id: string
  xid: string
  actor_type: string
  actor_id: string
  action: string
  object_kind: string
  object_id: string
  before: unknown
  after: unknown
  reason: string
  request_id: string
  created_at_us: string
}

/** Where the chain of a partner ends: its last seal, and the entry that this one seals. */
export type Head = { sequence: number; hash: Buffer; entryId: string; chain?: PublicChain }

/** The chain that anybody can compute: its first place, and its hash (hex) at a seal. */
export type PublicChain = { first: number; hash: string }

/** What the first seal of a partner follows. */
export const sealStart: Head = { sequence: 0, hash: Buffer.alloc(32), entryId: '' }

/** The members of an entry that a query over `audit a` must give, in the form that is hashed. */
export const sealableColumns = `a.partner_id, a.id, a.xid::text as xid, a.actor_type, a.actor_id,
  a.action, a.object_kind, a.object_id, a.before, a.after, a.reason, a.request_id,
  (extract(epoch from a.created_at) * 1000000)::bigint::text as created_at_us`

/** Keep these hashes from being mistaken for those of anything else. */
const unkeyedTag = 'corridor audit v1\n'
const keyedTag = 'corridor audit v2\n'

/**
 * HMAC-SHA256 of domain tag, version of the key, sequence, previous hash and the entry in canonical
 * JSON: who has the database alone cannot seal what he wrote.
 */
export function auditSealHash(
  { key, version }: { key: Uint8Array; version: number },
  previous: Pick<Head, 'sequence' | 'hash'>,
  entry: SealableEntry,
): Buffer {
  const place = Buffer.alloc(12)
  place.writeUInt32BE(version)
  place.writeBigUInt64BE(BigInt(previous.sequence + 1), 4)
  return createHmac('sha256', key)
    .update(keyedTag)
    .update(place)
    .update(previous.hash)
    .update(canonicalEntry(entry))
    .digest()
}

/** How entries were sealed before seals had a key: anybody can compute it (guarantees.md 3.12). */
export const unkeyedSealHash = (previousHash: Uint8Array, entry: SealableEntry): Buffer =>
  createHash('sha256')
    .update(unkeyedTag)
    .update(previousHash)
    .update(canonicalEntry(entry))
    .digest()

/** The public chain after an entry; it begins here where what is before has none. */
export function nextChain(previous: Head, entry: SealableEntry): PublicChain {
  const sequence = previous.sequence + 1
  const { first, hash } = previous.chain ?? beginningAt(entry.partner_id, sequence)
  return { first, hash: auditChainHash(sequence, hash, auditLeaf(auditedEntry(entry))) }
}

const beginningAt = (partnerId: string, first: number): PublicChain => ({
  first,
  hash: auditChainStart(formatId('par', partnerId), first),
})

/** An entry as the API shows it and as the public chain has it. */
export const auditedEntry = (row: SealableEntry): AuditedEntry => ({
  auditId: formatId('aud', row.id),
  createdAt: timeOf(row.created_at_us),
  actor: { type: row.actor_type, id: row.actor_id },
  action: row.action,
  object: { kind: row.object_kind, id: row.object_id },
  before: row.before,
  after: row.after,
  reason: row.reason,
  requestId: row.request_id,
})

/** With six digits of a second: what is shown has to be all that is hashed. */
function timeOf(microseconds: string): string {
  const whole = new Date(Number(microseconds.slice(0, -3))).toISOString()
  return `${whole.slice(0, -1)}${microseconds.slice(-3)}Z`
}

function canonicalEntry(entry: SealableEntry): string {
  const { partner_id, id, xid, actor_type, actor_id, action, object_kind, object_id } = entry
  const { before, after, reason, request_id, created_at_us } = entry
  const who = { partner_id, id, xid, actor_type, actor_id, action, object_kind, object_id }
  return canonicalJson({ ...who, before, after, reason, request_id, created_at_us })
}
