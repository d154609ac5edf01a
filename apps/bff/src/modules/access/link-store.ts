import type { Insertable } from 'kysely'
import type { Tx } from '../../db/open.ts'
import type { DB } from '../../db/schema/types.generated.ts'

export const insertLink = (tx: Tx, link: Insertable<DB['enrolment_link']>) =>
  tx.insertInto('enrolment_link').values(link).execute()

/** A link that can still be used at that (real) time. */
export const findLink = (tx: Tx, tokenHash: Uint8Array, at: Date) =>
  tx
    .selectFrom('enrolment_link as link')
    .innerJoin('partner', 'partner.id', 'link.partner_id')
    .select(['link.id', 'link.partner_id as partnerId', 'partner.name as workspaceName'])
    // The address that was invited; empty where the person is asked for it.
    .select(['link.role', 'link.email', 'link.expires_at as expiresAt'])
    .leftJoin('custom_role as own', (join) =>
      join.onRef('own.partner_id', '=', 'link.partner_id').onRef('own.id', '=', 'link.custom_role'),
    )
    .select('own.name as roleName')
    .where('link.token_hash', '=', Buffer.from(tokenHash))
    .where('link.recovers', 'is', null)
    .where('link.used_at', 'is', null)
    .where('link.ended_at', 'is', null)
    .where('link.expires_at', '>', at)
    .executeTakeFirst()
export type EnrolmentLink = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Uses a link up for one member; false where another was quicker or it has run out. */
export async function spendLink(
  tx: Tx,
  link: { id: string; partnerId: string },
  use: { memberId: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('enrolment_link')
    .set({ used_at: use.at, member_id: use.memberId })
    .where((eb) => eb.and({ partner_id: link.partnerId, id: link.id }))
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', use.at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** `issuedBy` is null where the operator made it, `recovers` for an invitation. */
const openOf = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('enrolment_link')
    .select(['id', 'role', 'email', 'issued_by as issuedBy', 'recovers'])
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    .where('partner_id', '=', partnerId)
    .where('used_at', 'is', null)
    .where('ended_at', 'is', null)

/** The links of a partner that still let somebody in, oldest first. */
export const listOpenLinks = (tx: Tx, partnerId: string, at: Date) =>
  openOf(tx, partnerId).where('expires_at', '>', at).orderBy('created_at').orderBy('id').execute()

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
