import { sha256 } from '@noble/hashes/sha2.js'
import { canonicalJson } from '../base/canonical-json.ts'
import { bytesToHex, fromBase64, hexToBytes, isHex, utf8 } from '../base/encoding.ts'
import { verifyEd25519 } from '../keys/ed25519.ts'

/** An entry of the audit log, as the API shows it; what else the API says of it is not hashed. */
export type AuditedEntry = {
  auditId: string
  /** With six digits of a second, as the service keeps it. */
  createdAt: string
  actor: { type: string; id: string }
  action: string
  object: { kind: string; id: string }
  before: unknown
  after: unknown
  reason: string
  requestId: string
}

/** How far a partner's log had come at a checkpoint, signed by the service. */
export type AuditHead = {
  svcPartnerId: string
  /** The number of the checkpoint. */
  checkpoint: number
  at: string
  /** The place of the first entry of the chain; 1 unless the log is older than the chain. */
  first: number
  /** The place of the last entry. */
  sequence: number
  /** The chain's hash at that place. */
  hash: string
  /** Ed25519, base64. */
  signature: string
}

const hashOf = (text: string): string => bytesToHex(sha256(utf8(text)))

/** Hash of one entry, lower-case hex: who has it alone learns nothing of the entry. */
export function auditLeaf(entry: AuditedEntry): string {
  const { auditId, createdAt, action, before, after, reason, requestId } = entry
  const actor = { type: entry.actor.type, id: entry.actor.id }
  const object = { kind: entry.object.kind, id: entry.object.id }
  const content = { auditId, createdAt, actor, action, object, before, after, reason, requestId }
  return hashOf(`corridor audit entry v1\n${canonicalJson(content)}`)
}

/** What the first entry of a chain follows. */
export const auditChainStart = (svcPartnerId: string, first: number): string =>
  hashOf(`corridor audit start v1\n${svcPartnerId}\n${first}`)

/** The chain's hash at a place, from the hash before and the entry's own. */
export const auditChainHash = (sequence: number, previous: string, leaf: string): string =>
  hashOf(`corridor audit chain v1\n${sequence}\n${previous}\n${leaf}`)

/** The text that the service signs at a checkpoint. */
export function auditHeadText(head: Omit<AuditHead, 'signature'>): string {
  const { svcPartnerId, checkpoint, at, first, sequence, hash } = head
  const content = { svcPartnerId, checkpoint, at, first, sequence, hash }
  return `corridor audit head v1\n${canonicalJson(content)}`
}

/** True where the key, 32 bytes as lower-case hex, signed exactly this. */
export function verifyAuditHead(head: AuditHead, publicKey: string): boolean {
  const signature = fromBase64(head.signature)
  if (!signature || !isHex(publicKey, 32)) return false
  return verifyEd25519(utf8(auditHeadText(head)), signature, hexToBytes(publicKey))
}

/** SHA-256 of a public key, to compare keys by: 64 hex digits, or nothing where it is no key. */
export const auditKeyFingerprint = (publicKey: string): string =>
  isHex(publicKey, 32) ? bytesToHex(sha256(hexToBytes(publicKey))) : ''
