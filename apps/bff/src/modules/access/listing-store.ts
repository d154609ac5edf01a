import type { Scope } from '@corridor/contract'
import { formatId } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'

/** All partners of the instance, oldest first; the service's own books are none. */
export async function listPartners(tx: Tx) {
  const rows = await tx
    .selectFrom('partner')
    .select(['id', 'name', 'created_at'])
    .where('id', '<>', operatorPartnerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    svcPartnerId: formatId('par', row.id),
    name: row.name,
    createdAt: row.created_at.toISOString(),
  }))
}

export type ListedKey = {
  keyId: string
  svcPartnerId: string
  name: string
  scopes: Scope[]
  /** The member that it was issued to; null for the machine's. */
  memberId: string | null
  /** The part of its text that names it, and that is no secret. */
  lookup: string
  addresses: string[]
  /** `mem_…`, or `operator`. */
  issuedBy: string
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  revokedAt: string | null
}

/** The keys that partners' programs hold, oldest first; console keys are never listed. */
export async function listKeys(tx: Tx, partnerId?: string): Promise<ListedKey[]> {
  const keys = tx.selectFrom('api_key')
  const rows = await (partnerId === undefined ? keys : keys.where('partner_id', '=', partnerId))
    .select(['id', 'partner_id', 'name', 'scopes', 'lookup', 'member_id'])
    .select(['created_at', 'expires_at', 'last_used_at', 'revoked_at', 'addresses', 'issued_by'])
    .where('kind', '=', 'partner')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    keyId: formatId('key', row.id),
    svcPartnerId: formatId('par', row.partner_id),
    name: row.name,
    scopes: row.scopes as Scope[],
    memberId: row.member_id === null ? null : formatId('mem', row.member_id),
    lookup: row.lookup,
    addresses: row.addresses,
    issuedBy: row.issued_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }))
}
