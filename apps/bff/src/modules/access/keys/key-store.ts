import type { Scope } from '@corridor/contract'
import { parseId, scopesFor } from '@corridor/domain'
import { sql } from 'kysely'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'
import { operatorPartnerId } from '../../../records/audit/operator.ts'
import { memberRoleScopes } from '../../../records/roles/store.ts'
import type { KeyKind } from '../../../api/request/authenticator.ts'

export type KeyRow = {
  id: string
  partnerId: string
  kind: KeyKind
  /** UUID of the person behind it: whom it was issued to, else the member who issued it. */
  memberId: string | null
  /** Networks from which it may be used; empty for everywhere. */
  addresses: readonly string[]
  secretHash: Uint8Array
  scopes: Scope[]
  /** Milliseconds of service time until it expires, as of this read; null for never. */
  expiresInMs: number | null
  /** The same until reads are no longer logged; null where they are not. */
  logsReadsForMs: number | null
  isRevoked: boolean
  /** True where `last_used_at` is older than a minute. */
  isStale: boolean
}

export async function findKey(tx: Tx, lookup: string): Promise<KeyRow | undefined> {
  const row = await tx
    .selectFrom('api_key')
    .select(['id', 'partner_id', 'kind', 'secret_hash', 'scopes', 'revoked_at', 'addresses'])
    .select(['member_id', 'issued_by'])
    .select([
      sql<number | null>`(extract(epoch from expires_at - ${serviceNow}) * 1000)::float8`.as(
        'left',
      ),
      sql<
        number | null
      >`(extract(epoch from reads_logged_until - ${serviceNow}) * 1000)::float8`.as('reads'),
      sql<boolean>`coalesce(last_used_at < ${serviceNow} - interval '1 minute', true)`.as('stale'),
    ])
    .where('lookup', '=', lookup)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    partnerId: row.partner_id,
    kind: row.kind === 'console' ? 'console' : 'partner',
    memberId: row.member_id ?? parseId('mem', row.issued_by) ?? null,
    addresses: row.addresses,
    secretHash: row.secret_hash,
    scopes: row.scopes as Scope[],
    expiresInMs: row.left,
    logsReadsForMs: row.reads,
    isRevoked: row.revoked_at !== null,
    isStale: row.stale,
  }
}

/** The lookup ids of all keys that were not revoked. */
export async function listLookups(tx: Tx): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('api_key')
    .select('lookup')
    .where('revoked_at', 'is', null)
    .execute()
  return new Set(rows.map(({ lookup }) => lookup))
}

export async function touchKey(tx: Tx, keyId: string, address: string): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ last_used_at: serviceNow, last_used_address: address })
    .where('id', '=', keyId)
    .execute()
}

export type NewKey = {
  id: string
  partnerId: string
  kind: KeyKind
  lookup: string
  secretHash: Uint8Array
  sealedText: Uint8Array | null
  name: string
  scopes: readonly Scope[]
  expiresAt: Date | null
  /** UUID of the person that it is issued to, a member of the partner who is there. */
  memberId?: string
  /** Who issues it, as an actor; the operator where it is left out. */
  issuedBy?: string
  addresses?: readonly string[]
  /** UUID of the key whose place it takes. */
  predecessorId?: string
}

/** Adds a key; false where its lookup id is taken already. */
export async function insertKey(tx: Tx, key: NewKey): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('api_key')
    .values({
      id: key.id,
      partner_id: key.partnerId,
      kind: key.kind,
      lookup: key.lookup,
      secret_hash: Buffer.from(key.secretHash),
      sealed_text: key.sealedText && Buffer.from(key.sealedText),
      name: key.name,
      scopes: [...key.scopes],
      created_at: serviceNow,
      expires_at: key.expiresAt,
      member_id: key.memberId ?? null,
      issued_by: key.issuedBy ?? 'operator',
      addresses: [...(key.addresses ?? [])],
      predecessor_id: key.predecessorId ?? null,
    })
    .onConflict((conflict) => conflict.column('lookup').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * Revokes a partner's own key, of that partner where one is given; returns its partner, or undefined
 * where there is no such live key.
 */
export async function revokePartnerKey(tx: Tx, keyId: string, partnerId?: string) {
  const keys = tx.updateTable('api_key')
  const row = await (partnerId === undefined ? keys : keys.where('partner_id', '=', partnerId))
    .set({ revoked_at: serviceNow })
    .where((eb) => eb.and({ id: keyId, kind: 'partner' }))
    .where('revoked_at', 'is', null)
    .returning('partner_id')
    .executeTakeFirst()
  return row?.partner_id
}

/** Whose program holds a key; the console's are nobody's. */
export async function partnerOfKey(tx: Tx, keyId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('api_key')
    .select('partner_id')
    .where((eb) => eb.and({ id: keyId, kind: 'partner' }))
    .executeTakeFirst()
  return row?.partner_id
}

/** Whether a member is there, and was not removed; a removal waits until the caller is done. */
export async function memberExists(
  tx: Tx,
  { partnerId, memberId }: { partnerId: string; memberId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where((eb) => eb.and({ partner_id: partnerId, id: memberId }))
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * What a member may do as of now, undefined where there is none; a removal or a change of role waits
 * until the caller is done.
 */
export async function presentScopes(
  tx: Tx,
  { partnerId, memberId }: { partnerId: string; memberId: string },
): Promise<readonly Scope[] | undefined> {
  const row = await tx
    .selectFrom('member')
    .select(['role', memberRoleScopes.as('own_scopes')])
    .where((eb) => eb.and({ partner_id: partnerId, id: memberId }))
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row && scopesFor(row.role, row.own_scopes)
}

/** Revokes the live keys that were issued to a member; gives their ids. */
export async function revokeKeysOf(
  tx: Tx,
  { partnerId, memberId }: { partnerId: string; memberId: string },
  /** Only those that may do more than this. */
  beyond?: readonly Scope[],
): Promise<string[]> {
  const rows = await tx
    .updateTable('api_key')
    .set({ revoked_at: serviceNow })
    .where((eb) => eb.and({ partner_id: partnerId, member_id: memberId, kind: 'partner' }))
    .where('revoked_at', 'is', null)
    .$if(beyond !== undefined, (keys) =>
      keys.where(sql<boolean>`not scopes <@ ${[...(beyond ?? [])]}::text[]`),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends a partner's console key; its sealed text goes with it. */
export async function revokeConsoleKey(tx: Tx, partnerId: string): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ revoked_at: serviceNow, sealed_text: null })
    .where((eb) => eb.and({ partner_id: partnerId, kind: 'console' }))
    .where('revoked_at', 'is', null)
    .execute()
}

/** The sealed text of a partner's console key. */
export function findConsoleKey(tx: Tx, partnerId: string) {
  return tx
    .selectFrom('api_key')
    .select(['id', 'sealed_text'])
    .where((eb) => eb.and({ partner_id: partnerId, kind: 'console' }))
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

export async function partnerExists(tx: Tx, partnerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('partner')
    .select('id')
    .where('id', '=', partnerId)
    .where('id', '<>', operatorPartnerId)
    .executeTakeFirst()
  return row !== undefined
}

export async function countPartners(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('partner')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('id', '<>', operatorPartnerId)
    .executeTakeFirstOrThrow()
  return Number.parseInt(count, 10)
}
