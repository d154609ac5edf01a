import { formatId, parseId, scopesFor } from '@corridor/domain'
import { sql, type Updateable } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { DB } from '../../../db/schema/types.generated.ts'
import { memberRoleName, memberRoleScopes } from '../../../records/roles/store.ts'

type Named = { partnerId: string; memberId: string }

/** The members of a partner that were not removed. */
const membersOf = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('member')
    .select(['partner_id as partnerId', 'id as memberId', 'name', 'role', 'email', 'version'])
    .select([memberRoleName.as('roleName'), memberRoleScopes.as('ownScopes')])
    .where('partner_id', '=', partnerId)
    .where('removed_at', 'is', null)

type MemberRow = Awaited<ReturnType<ReturnType<typeof membersOf>['execute']>>[number]
/** A member with what they may do; `email` is empty where none was given. */
export type TeamMember = ReturnType<typeof memberOf>

const memberOf = ({ ownScopes, ...row }: MemberRow) => ({
  ...row,
  scopes: scopesFor(row.role, ownScopes),
})

/** The members of a partner, oldest first; removed ones are none. */
export async function listMembers(tx: Tx, partnerId: string) {
  const rows = await membersOf(tx, partnerId).orderBy('created_at').orderBy('id').execute()
  return rows.map(memberOf)
}

/**
 * The same, each of them locked in the order of their ids: of two who end each other, one comes
 * second and is no member any more, and the owners can be counted.
 */
export async function lockMembers(tx: Tx, partnerId: string) {
  const rows = await membersOf(tx, partnerId).orderBy('id').forNoKeyUpdate().execute()
  return rows.map(memberOf)
}

/** The partner that a member's id belongs to, for the command line. */
export async function partnerOfMember(tx: Tx, memberId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('member')
    .select('partner_id')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.partner_id
}

/** The same of a session. */
export async function partnerOfSession(tx: Tx, sessionId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('staff_session')
    .select('partner_id')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.partner_id
}

export const listPasskeysOf = (tx: Tx, partnerId: string) =>
  tx
    .selectFrom('member_passkey')
    .select(['id', 'name', 'member_id as memberId', 'credential_id as credentialId'])
    .select(['backed_up as backedUp', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('partner_id', '=', partnerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The sessions that are still open, the newest first. */
export const listSessionsOf = (tx: Tx, partnerId: string, at: Date, seenAfter: Date) =>
  tx
    .selectFrom('staff_session')
    .select(['id', 'member_id as memberId', 'agent', 'created_at as createdAt'])
    .select(['last_seen_at as lastSeenAt', 'expires_at as expiresAt'])
    .where('partner_id', '=', partnerId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .where('last_seen_at', '>', seenAfter)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** When each member was last there, and how many recovery codes are left to them. */
export async function listTraces(tx: Tx, partnerId: string) {
  const rows = await tx
    .selectFrom('member')
    .select('member.id')
    .select((select) => [
      select
        .selectFrom('staff_session as session')
        .whereRef('session.partner_id', '=', 'member.partner_id')
        .whereRef('session.member_id', '=', 'member.id')
        .select((of) => of.fn.max('session.last_seen_at').as('at'))
        .as('last_seen_at'),
      select
        .selectFrom('recovery_code as code')
        .whereRef('code.partner_id', '=', 'member.partner_id')
        .whereRef('code.member_id', '=', 'member.id')
        .where('code.used_at', 'is', null)
        .select(sql<number>`count(*)::int`.as('left'))
        .as('codes_left'),
    ])
    .where('member.partner_id', '=', partnerId)
    .where('member.removed_at', 'is', null)
    .execute()
  return new Map(
    rows.map((row) => [row.id, { lastSeenAt: row.last_seen_at, codesLeft: row.codes_left ?? 0 }]),
  )
}

/** What each member did last, as the audit log has it; coming in and confirming are no deeds. */
export async function listLastActions(tx: Tx, partnerId: string, members: readonly Named[]) {
  const ids = members.map(({ memberId }) => formatId('mem', memberId))
  const { rows } = await sql<{
    actor_id: string
    action: string
    object_kind: string
    object_id: string
    created_at: Date
  }>`
    select last.* from unnest(${ids}::text[]) as person(id), lateral (
      select a.actor_id, a.action, a.object_kind, a.object_id, a.created_at from audit a
      where a.partner_id = ${partnerId} and a.actor_id = person.id
        and a.action not in ('member.step_up', 'member.sign_in', 'member.sign_in_refused')
      order by a.created_at desc limit 1) last`.execute(tx)
  return new Map(
    rows.map((row) => [
      parseId('mem', row.actor_id) ?? '',
      {
        action: row.action,
        object: { kind: row.object_kind, id: row.object_id },
        at: row.created_at.toISOString(),
      },
    ]),
  )
}

/** Takes all that lets a member in: passkeys, recovery codes and ceremonies under way. */
export async function takeAccess(tx: Tx, member: Named): Promise<void> {
  const own = { partner_id: member.partnerId, member_id: member.memberId }
  await deleteChallenges(tx, member)
  await tx
    .deleteFrom('member_passkey')
    .where((where) => where.and(own))
    .execute()
  await tx
    .deleteFrom('recovery_code')
    .where((where) => where.and(own))
    .execute()
}

/** Removes a member with all that lets them in. */
export async function removeMember(tx: Tx, member: Named, at: Date): Promise<void> {
  await takeAccess(tx, member)
  await changeMember(tx, member, { removed_at: at })
}

/** Ceremonies that were begun for a member or in one of their sessions lead nowhere any more. */
export async function deleteChallenges(tx: Tx, member: Named): Promise<void> {
  await tx
    .deleteFrom('webauthn_challenge')
    .where((where) =>
      where.or([
        where('member_id', '=', member.memberId),
        where('session_id', 'in', (sessions) =>
          sessions
            .selectFrom('staff_session')
            .select('id')
            .where((eb) => eb.and({ partner_id: member.partnerId, member_id: member.memberId })),
        ),
      ]),
    )
    .execute()
}

/** Removes a passkey and ends the sessions that it opened. */
export async function removePasskey(
  tx: Tx,
  passkey: { partnerId: string; memberId: string; credentialId: string },
  at: Date,
): Promise<void> {
  await tx
    .deleteFrom('member_passkey')
    .where('partner_id', '=', passkey.partnerId)
    .where('member_id', '=', passkey.memberId)
    .where('credential_id', '=', passkey.credentialId)
    .execute()
  await tx
    .updateTable('staff_session')
    .set({ ended_at: at })
    .where('partner_id', '=', passkey.partnerId)
    .where('member_id', '=', passkey.memberId)
    .where('credential_id', '=', passkey.credentialId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Removes a member's passkeys but one; how many those were. */
export async function removeOtherPasskeys(tx: Tx, member: Named, keptCredentialId: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('member_passkey')
    .where((eb) => eb.and({ partner_id: member.partnerId, member_id: member.memberId }))
    .where('credential_id', '<>', keptCredentialId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Counts a change of a member that an event reports; gives its number. */
export async function nextVersion(tx: Tx, member: Named): Promise<number> {
  const { version } = await tx
    .updateTable('member')
    .set({ version: sql<number>`member.version + 1` })
    .where((eb) => eb.and({ partner_id: member.partnerId, id: member.memberId }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export const changeMember = (tx: Tx, member: Named, change: Updateable<DB['member']>) =>
  tx
    .updateTable('member')
    .set(change)
    .where((eb) => eb.and({ partner_id: member.partnerId, id: member.memberId }))
    .execute()
