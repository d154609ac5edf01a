import type { Scope } from '@corridor/contract'
import { type CustomRole, partnerScopes } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../db/open.ts'
import { isUniqueViolation } from '../../db/errors.ts'

/** A role that a partner made of scopes. */
export type OwnRole = {
  /** `role_…`, as members, invitations and policies name it. */
  id: CustomRole
  name: string
  scopes: readonly Scope[]
  updatedAt: Date
}

/** Name and scopes of a member's own role, null for a built-in one; for queries over `member`. */
const ofMember = (column: 'name' | 'scopes') =>
  sql`(select own_role.${sql.ref(column)} from custom_role as own_role
    where own_role.partner_id = member.partner_id and own_role.id = member.custom_role)`
export const memberRoleScopes = ofMember('scopes').$castTo<string[] | null>()
export const memberRoleName = ofMember('name').$castTo<string | null>()

const columns = ['id', 'name', 'scopes', 'updated_at'] as const
const roleOf = (row: { id: string; name: string; scopes: string[]; updated_at: Date }) => ({
  // The table's check says so.
  id: row.id as CustomRole,
  name: row.name,
  scopes: partnerScopes.filter((scope) => row.scopes.includes(scope)),
  updatedAt: row.updated_at,
})

/** The roles of a partner's own, by name. */
export async function listOwnRoles(tx: Tx, partnerId: string): Promise<OwnRole[]> {
  const rows = await tx
    .selectFrom('custom_role')
    .select(columns)
    .where('partner_id', '=', partnerId)
    .orderBy(sql`lower(name)`)
    .execute()
  return rows.map(roleOf)
}

export async function findOwnRole(tx: Tx, partnerId: string, id: string) {
  const row = await tx
    .selectFrom('custom_role')
    .select(columns)
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .executeTakeFirst()
  return row && roleOf(row)
}

type Written = { partnerId: string; id: string; name: string; scopes: readonly Scope[]; at: Date }

/** Writes a role over the one with its id. @throws RoleNameTaken */
export async function saveOwnRole(tx: Tx, { partnerId, id, name, scopes, at }: Written) {
  const written = { name, scopes: [...scopes], updated_at: at }
  await tx
    .insertInto('custom_role')
    .values({ partner_id: partnerId, id, created_at: at, ...written })
    .onConflict((conflict) => conflict.columns(['partner_id', 'id']).doUpdateSet(written))
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'custom_role_name') ? new RoleNameTaken() : error
    })
}

/** Another role has this name; the transaction is over. */
export class RoleNameTaken extends Error {}

export async function deleteOwnRole(tx: Tx, partnerId: string, id: string): Promise<void> {
  await tx
    .deleteFrom('custom_role')
    .where((eb) => eb.and({ partner_id: partnerId, id }))
    .execute()
}
