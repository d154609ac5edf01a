import type { Role } from '@corridor/domain'
import type { Tx } from '../../db/open.ts'

export type EnrolmentLink = {
  id: string
  partnerId: string
  workspaceName: string
  role: Role
  /** The address that was invited; empty where the person is asked for it. */
  email: string
  expiresAt: Date
}

export async function insertLink(
  tx: Tx,
  link: {
    id: string
    partnerId: string
    role: Role
    email: string
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
      token_hash: link.tokenHash,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** A link that can still be used at that (real) time. */
export async function findLink(
  tx: Tx,
  tokenHash: Uint8Array,
  at: Date,
): Promise<EnrolmentLink | undefined> {
  const row = await tx
    .selectFrom('enrolment_link as link')
    .innerJoin('partner', 'partner.id', 'link.partner_id')
    .select(['link.id', 'link.partner_id', 'link.role', 'link.expires_at', 'partner.name'])
    .select('link.email')
    .where('link.token_hash', '=', Buffer.from(tokenHash))
    .where('link.used_at', 'is', null)
    .where('link.expires_at', '>', at)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    partnerId: row.partner_id,
    workspaceName: row.name,
    role: row.role,
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
    .where('partner_id', '=', link.partnerId)
    .where('id', '=', link.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', use.at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
