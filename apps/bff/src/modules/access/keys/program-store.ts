import type { KeyState } from '@corridor/domain'
import { type SqlBool, sql } from 'kysely'
import { type KeysetPage, rowsOfPage, type SortKey } from '../../../db/keyset.ts'
import { serviceNow } from '../../../db/moment.ts'
import type { Tx } from '../../../db/open.ts'

const stateOf = sql<KeyState>`case when k.revoked_at is not null then 'REVOKED'
  when k.expires_at <= ${serviceNow} then 'EXPIRED'
  when s.id is not null then 'ROTATED' else 'ACTIVE' end`

/** A time that has passed is none. */
const readsLogged = sql<Date | null>`case when k.reads_logged_until > ${serviceNow}
  then k.reads_logged_until end`

const sorts: Record<string, SortKey> = {
  createdAt: { expression: sql`k.created_at`, type: 'timestamptz' },
}

/** Keys of a partner's programs, with who issued them and whom they are for. */
const programKeys = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('api_key as k')
    .leftJoin('api_key as s', 's.predecessor_id', 'k.id')
    .leftJoin('member as holder', (join) =>
      join.onRef('holder.id', '=', 'k.member_id').onRef('holder.partner_id', '=', 'k.partner_id'),
    )
    .select(['k.id', 'k.name', 'k.lookup', 'k.scopes', 'k.addresses', 'k.issued_by', 'k.member_id'])
    .select(['k.created_at', 'k.expires_at', 'k.last_used_at', 'k.last_used_address'])
    .select(readsLogged.as('reads_logged_until'))
    .select(['k.revoked_at', 'k.predecessor_id', 'k.version', 's.id as successor_id'])
    .select(['holder.name as holder_name', stateOf.as('state')])
    .where((eb) => eb.and({ 'k.partner_id': partnerId, 'k.kind': 'partner' }))

export type ProgramKey = NonNullable<Awaited<ReturnType<typeof findProgramKey>>>

export function pageOfProgramKeys(
  tx: Tx,
  partnerId: string,
  filter: { status?: KeyState | undefined; issuedBy?: string | undefined },
  page: KeysetPage,
) {
  let rows = programKeys(tx, partnerId)
  if (filter.status !== undefined) rows = rows.where(sql<SqlBool>`${stateOf} = ${filter.status}`)
  if (filter.issuedBy !== undefined) rows = rows.where('k.issued_by', '=', filter.issuedBy)
  return rowsOfPage(rows, page, sorts, sql`k.id`)
}

export const findProgramKey = (tx: Tx, partnerId: string, keyId: string) =>
  programKeys(tx, partnerId).where('k.id', '=', keyId).executeTakeFirst()

/** The same, which nobody else changes until the caller is done. */
export async function lockProgramKey(tx: Tx, partnerId: string, keyId: string) {
  await tx
    .selectFrom('api_key')
    .select('id')
    .where((eb) => eb.and({ partner_id: partnerId, id: keyId }))
    .forUpdate()
    .execute()
  return findProgramKey(tx, partnerId, keyId)
}

type Change = {
  name?: string
  addresses?: string[]
  /** Null for never. */
  expiresAt?: Date | null
  isRevoked?: true
  /** Whether reads are logged for another 24 hours, or no longer. */
  logReads?: boolean | undefined
}

/** Changes a key and counts the change. */
export async function changeProgramKey(
  tx: Tx,
  partnerId: string,
  keyId: string,
  { name, addresses, expiresAt, isRevoked, logReads }: Change,
): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(addresses === undefined ? {} : { addresses }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      ...(isRevoked ? { revoked_at: serviceNow } : {}),
      ...(logReads === undefined
        ? {}
        : { reads_logged_until: logReads ? sql`${serviceNow} + interval '24 hours'` : null }),
      version: sql<number>`version + 1`,
    })
    .where((eb) => eb.and({ partner_id: partnerId, id: keyId }))
    .execute()
}

/** Members by their written ids, with whether they have left. */
export async function issuersOf(tx: Tx, partnerId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { name: string; removed: boolean }>()
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'name', 'removed_at'])
    .where('partner_id', '=', partnerId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, { name: row.name, removed: row.removed_at !== null }]))
}
