import type { RoleName } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'

export type EnrolmentLink = {
  id: string
  partnerId: string
  workspaceName: string
  role: RoleName
  /** The name of a role of the partner's own; null for a built-in one. */
  roleName: string | null
  /** The address that was invited; empty where the person is asked for it. */
  email: string
  expiresAt: Date
}

export async function insertLink(
  tx: Tx,
  link: {
    id: string
    partnerId: string
    role: RoleName
    email: string
    /** The member who comes back by it; absent for an invitation. */
    recovers?: string | undefined
    /** A member's UUID; absent where the operator made it. */
    issuedBy?: string | undefined
    tokenHash: Uint8Array
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx
    .insertInto('enrolment_link')
    .values({
      id: link.id,
      partner_id: link.partnerId,
      role: link.role,
      email: link.email,
      issued_by: link.issuedBy ?? null,
      recovers: link.recovers ?? null,
      token_hash: link.tokenHash,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** A link that can still be used at that (real) time. */
export async function findLink(tx: Tx, tokenHash: Uint8Array, at: Date) {
  const row = await tx
    .selectFrom('enrolment_link as link')
    .innerJoin('partner', 'partner.id', 'link.partner_id')
    .select(['link.id', 'link.partner_id', 'link.role', 'link.expires_at', 'partner.name'])
    .select('link.email')
    .leftJoin('custom_role as own', (join) =>
      join.onRef('own.partner_id', '=', 'link.partner_id').onRef('own.id', '=', 'link.custom_role'),
    )
    .select('own.name as role_name')
    .where('link.token_hash', '=', Buffer.from(tokenHash))
    .where('link.recovers', 'is', null)
    .where('link.used_at', 'is', null)
    .where('link.ended_at', 'is', null)
    .where('link.expires_at', '>', at)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    partnerId: row.partner_id,
    workspaceName: row.name,
    role: row.role,
    roleName: row.role_name,
    email: row.email,
    expiresAt: row.expires_at,
  }
}

/** Uses a link up for one member; false where another was quicker or it has run out. */
export async function spendLink(
  tx: Tx,
  link: { id: string; partnerId: string },
  use: { memberId: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('enrolment_link')
    .set({ used_at: use.at, member_id: use.memberId })
    .where((row) => row.and({ partner_id: link.partnerId, id: link.id }))
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', use.at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type OpenLink = {
  id: string
  role: RoleName
  email: string
  /** A member's UUID; null where the operator made it. */
  issuedBy: string | null
  /** The member who comes back by it; null for an invitation. */
  recovers: string | null
  createdAt: Date
  expiresAt: Date
}

const openOf = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('enrolment_link')
    .select(['id', 'role', 'email', 'issued_by', 'recovers', 'created_at', 'expires_at'])
    .where('partner_id', '=', partnerId)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)

/** The links of a partner that still let somebody in, oldest first. */
export async function listOpenLinks(tx: Tx, partnerId: string, at: Date): Promise<OpenLink[]> {
  const rows = await openOf(tx, partnerId)
    .where('expires_at', '>', at)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    role: row.role,
    email: row.email,
    issuedBy: row.issued_by,
    recovers: row.recovers,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }))
}

/** One of them, locked. */
export const lockOpenLink = (tx: Tx, partnerId: string, id: string) =>
  openOf(tx, partnerId).where('id', '=', id).forUpdate().executeTakeFirst()

/** Ends the links that `which` names: one, or all that a member made. Returns how many there were. */
export async function endLinks(
  tx: Tx,
  partnerId: string,
  which: { id: string } | { issued_by: string } | { recovers: string },
  at: Date,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('enrolment_link')
    .set({ ended_at: at })
    .where('partner_id', '=', partnerId)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where((where) => where.and(which))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Links past their time hold no role any more. */
export async function endExpiredLinks(tx: Tx, partnerId: string, at: Date): Promise<void> {
  await tx
    .updateTable('enrolment_link')
    .set({ ended_at: at })
    .where('partner_id', '=', partnerId)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', at)
    .execute()
}
