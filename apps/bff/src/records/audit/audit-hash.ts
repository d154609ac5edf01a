import { createHash } from 'node:crypto'
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

/** What the first seal of a partner follows. */
export const sealStart = { sequence: 0, hash: Buffer.alloc(32) }

/** Keeps these hashes from being mistaken for those of anything else. */
const domainTag = 'corridor audit v1\n'

/** SHA-256 of domain tag, previous hash and the entry in canonical JSON (guarantees 3.12). */
export function auditSealHash(previousHash: Uint8Array, entry: SealableEntry): Buffer {
  const { partner_id, id, xid, actor_type, actor_id, action, object_kind, object_id } = entry
  const { before, after, reason, request_id, created_at_us } = entry
  const who = { partner_id, id, xid, actor_type, actor_id, action, object_kind, object_id }
  const canonical = canonicalJson({ ...who, before, after, reason, request_id, created_at_us })
  return createHash('sha256').update(domainTag).update(previousHash).update(canonical).digest()
}
