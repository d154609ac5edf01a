import { scopesFor } from '@corridor/domain'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import { memberRoleName, memberRoleScopes } from '../../../records/roles/store.ts'

/** Real time, never the service's clock (decisions.md 12). */
export const idleMs = 30 * 60_000

type Named = { partnerId: string; id: string }

export const insertSession = (tx: Tx, session: Insertable<DB['staff_session']>) =>
  tx.insertInto('staff_session').values(session).execute()

/** The open session of that cookie, and what its member is now; a removed member has none. */
export async function findSession(tx: Tx, secretHash: Uint8Array, at: Date, seenAfter: Date) {
  const row = await tx
    .selectFrom('staff_session as session')
    .innerJoin('member', (join) =>
      join
        .onRef('member.partner_id', '=', 'session.partner_id')
        .onRef('member.id', '=', 'session.member_id'),
    )
    .innerJoin('partner', 'partner.id', 'session.partner_id')
    .select(['session.id', 'session.partner_id as partnerId', 'session.member_id as memberId'])
    .select(['session.last_seen_at as lastSeenAt', 'session.expires_at as expiresAt'])
    // A confirmed request is still to be made.
    .select(sql<boolean>`session.step_up_action is not null`.as('hasStepUp'))
    .select(['member.name as memberName', 'member.role', 'partner.name as partnerName'])
    .select([memberRoleName.as('roleName'), memberRoleScopes.as('ownScopes')])
    .where('session.secret_hash', '=', Buffer.from(secretHash))
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', at)
    .where('session.last_seen_at', '>', seenAfter)
    .where('member.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { ownScopes, ...session } = row
  // What the member may do now: requests and streams take it from here alone.
  return { ...session, scopes: scopesFor(row.role, ownScopes) }
}
export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Which of these sessions are still open. */
export async function openAmong(tx: Tx, ids: readonly string[], at: Date, seenAfter: Date) {
  const rows = await tx
    .selectFrom('staff_session as session')
    .innerJoin('member', (join) =>
      join
        .onRef('member.partner_id', '=', 'session.partner_id')
        .onRef('member.id', '=', 'session.member_id'),
    )
    .select('session.id')
    .where('session.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', at)
    .where('session.last_seen_at', '>', seenAfter)
    .where('member.removed_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.id))
}

export async function touchSession(tx: Tx, session: Named, at: Date): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({ last_seen_at: at })
    .where((eb) => eb.and({ partner_id: session.partnerId, id: session.id }))
    .where('last_seen_at', '<', at)
    .execute()
}

/**
 * Replaces an open session's cookie and records what was confirmed; false where it ended meanwhile.
 */
export async function renewSession(
  tx: Tx,
  session: Named,
  renewal: { secretHash: Uint8Array; actionHash: Uint8Array; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_session')
    .set({
      secret_hash: renewal.secretHash,
      last_seen_at: renewal.at,
      step_up_at: renewal.at,
      step_up_action: renewal.actionHash,
    })
    .where((eb) => eb.and({ partner_id: session.partnerId, id: session.id }))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses up the confirmation of exactly this request; returns the time it was made. None of a session that ended. */
export async function spendStepUp(
  tx: Tx,
  session: Named,
  use: { actionHash: Uint8Array; confirmedAfter: Date },
): Promise<Date | undefined> {
  const found = await tx
    .selectFrom('staff_session')
    .select('step_up_at')
    .where('partner_id', '=', session.partnerId)
    .where('id', '=', session.id)
    .where('step_up_action', '=', Buffer.from(use.actionHash))
    .where('step_up_at', '>', use.confirmedAfter)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  await tx
    .updateTable('staff_session')
    .set({ step_up_action: null, step_up_at: null })
    .where((eb) => eb.and({ partner_id: session.partnerId, id: session.id }))
    .execute()
  return found.step_up_at ?? undefined
}

export async function endSession(tx: Tx, session: Named, at: Date): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({ ended_at: at })
    .where((eb) => eb.and({ partner_id: session.partnerId, id: session.id }))
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Lets one sign-in of a member wait for another, so that they count each other's sessions, and for
 * the member's removal: false where there is no such member any more. Locked before passkeys, codes
 * and sessions everywhere. Not FOR UPDATE: rows that refer to the member, written before in other
 * transactions, would block that.
 */
export async function lockMember(tx: Tx, member: { partnerId: string; memberId: string }) {
  const row = await tx
    .selectFrom('member')
    .select('id')
    .where((eb) => eb.and({ partner_id: member.partnerId, id: member.memberId }))
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Ends all sessions of a member but the newest `keep`. */
export async function endOldSessions(
  tx: Tx,
  member: { partnerId: string; memberId: string },
  keep: number,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('staff_session')
    .set({ ended_at: at })
    .where((eb) => eb.and({ partner_id: member.partnerId, member_id: member.memberId }))
    .where('ended_at', 'is', null)
    .where('id', 'not in', (newest) =>
      newest
        .selectFrom('staff_session')
        .select('id')
        .where((eb) => eb.and({ partner_id: member.partnerId, member_id: member.memberId }))
        .where('ended_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(keep),
    )
    .execute()
}
