import { createHash } from 'node:crypto'
import { encodeFields, sameBytes } from '../base/bytes.ts'
import { CredentialsTampered } from '../base/tampered.ts'
import type { Credential, CredentialStatus, WalletPolicy } from '../database/tables.ts'
import type { Vault } from '../vault/vault.ts'

/** Statuses of records the head covers: those that can still authorise something. */
export const LIVE_STATUSES: readonly CredentialStatus[] = ['PENDING_VERIFICATION', 'ACTIVE']

/** The part of a record its MAC covers: all but the counter, the backup state and the last use. */
export type SealedFields = Omit<Credential, 'mac' | 'sign_count' | 'backed_up' | 'last_used_at'>

/** MAC of one record over a fixed encoding (signing-formats.md 11). */
export function recordMac(vault: Vault, record: SealedFields): Promise<Uint8Array> {
  const message = encodeFields([
    record.credential_id,
    record.entity_id,
    record.partner_id,
    record.kind,
    record.tier,
    record.status,
    record.name,
    record.parent_id,
    record.public_key,
    record.contact,
    record.issuer,
    record.audience,
    record.subject,
    record.webauthn_id,
    record.aaguid,
    record.transports?.join(' '),
    record.backup_eligible,
    record.authorised_by,
    record.created_at,
    record.expires_at,
    record.sequence,
  ])
  return vault.rootKey.mac('svc/credential/v1', message)
}

/** @throws {CredentialsTampered} */
export async function checkRecord(vault: Vault, record: Credential): Promise<void> {
  if (sameBytes(record.mac, await recordMac(vault, record))) return
  throw new CredentialsTampered(record.entity_id, `credential record ${record.credential_id}`)
}

export type Head = { entity_id: string; sequence: number; live_hash: Uint8Array; mac: Uint8Array }

/** What the head of an entity covers: its live credentials and the policies of its wallets. */
export type Covered = {
  live: readonly Credential[]
  policies: readonly WalletPolicy[]
  /** What was prepared before is void. */
  voidBefore: Date | null
}

/** The head over what an entity has now: which records they are, and how often they have changed. */
export async function headOf(
  vault: Vault,
  entityId: string,
  sequence: number,
  { live, policies, voidBefore }: Covered,
): Promise<Head> {
  const hash = createHash('sha256')
  for (const record of [...live].sort(byId)) hash.update(record.mac)
  for (const record of [...policies].sort(byWallet)) hash.update(record.mac)
  const liveHash = hash.digest()
  // Heads from before there was such a time keep their MAC.
  const since = voidBefore ? [voidBefore] : []
  const message = encodeFields([entityId, sequence, liveHash, ...since])
  const mac = await vault.rootKey.mac('svc/credential-head/v1', message)
  return { entity_id: entityId, sequence, live_hash: liveHash, mac }
}

/** @throws {CredentialsTampered} when a record was added, removed or put back behind the signer's back. */
export async function checkHead(vault: Vault, head: Head, covered: Covered): Promise<void> {
  const expected = await headOf(vault, head.entity_id, head.sequence, covered)
  if (sameBytes(head.live_hash, expected.live_hash) && sameBytes(head.mac, expected.mac)) return
  throw new CredentialsTampered(head.entity_id, 'credential head')
}

function byWallet(left: WalletPolicy, right: WalletPolicy): number {
  return left.wallet_id < right.wallet_id ? -1 : 1
}

function byId(left: Credential, right: Credential): number {
  return left.credential_id < right.credential_id ? -1 : 1
}
