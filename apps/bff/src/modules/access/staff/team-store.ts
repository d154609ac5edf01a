import type { Scope } from '@corridor/contract'
import { formatId, parseId, type RoleName, scopesFor } from '@corridor/domain'
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { memberRoleName, memberRoleScopes } from '../../../records/roles/store.ts'

type Named = { partnerId: string; memberId: string }

export type TeamMember = {
  partnerId: string
  memberId: string
  name: string
  role: RoleName
  /** The name of a role of the partner's own; null for a built-in one. */
  roleName: string | null
  scopes: readonly Scope[]
  /** Empty where nobody said. */
  email: string
  version: number
}

const memberColumns = ['partner_id', 'id', 'name', 'role', 'email', 'version'] as const
const ownRole = [memberRoleName.as('role_name'), memberRoleScopes.as('own_scopes')] as const
const memberOf = (row: {
  partner_id: string
  id: string
  name: string
  role: RoleName
  role_name: string | null
  own_scopes: string[] | null
  email: string
  version: number
}): TeamMember => ({
  partnerId: row.partner_id,
  memberId: row.id,
  name: row.name,
  role: row.role,
  roleName: row.role_name,
  scopes: scopesFor(row.role, row.own_scopes),
  email: row.email,
  version: row.version,
})

/** The members of a partner, oldest first; removed ones are none. */
export async function listMembers(tx: Tx, partnerId: string): Promise<TeamMember[]> {
  const rows = await tx
    .selectFrom('member')
    .select(memberColumns)
    .select(ownRole)
    .where('partner_id', '=', partnerId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(memberOf)
}

/**
 * The same, each of them locked in the order of their ids: of two who end each other, one comes
 * second and is no member any more, and the owners can be counted.
 */
export async function lockMembers(tx: Tx, partnerId: string): Promise<TeamMember[]> {
  const rows = await tx
    .selectFrom('member')
    .select(memberColumns)
    .select(ownRole)
    .where('partner_id', '=', partnerId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
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

export type TeamPasskey = {
  id: string
  memberId: string
  credentialId: string
  name: string
  backedUp: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

export async function listPasskeysOf(tx: Tx, partnerId: string): Promise<TeamPasskey[]> {
  const rows = await tx
    .selectFrom('member_passkey')
    .select(['id', 'member_id', 'credential_id', 'name', 'backed_up', 'created_at', 'last_used_at'])
    .where('partner_id', '=', partnerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    credentialId: row.credential_id,
    name: row.name,
    backedUp: row.backed_up,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

export type TeamSession = {
  id: string
  memberId: string
  agent: string
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

/** The sessions that are still open, the newest first. */
export async function listSessionsOf(tx: Tx, partnerId: string, at: Date, seenAfter: Date) {
  const rows = await tx
    .selectFrom('staff_session')
    .select(['id', 'member_id', 'agent', 'created_at', 'last_seen_at', 'expires_at'])
    .where('partner_id', '=', partnerId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .where('last_seen_at', '>', seenAfter)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    memberId: row.member_id,
    agent: row.agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }))
}

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

export type LastAction = { action: string; object: { kind: string; id: string }; at: string }

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
  await tx
    .updateTable('member')
    .set({ removed_at: at })
    .where((row) => row.and({ partner_id: member.partnerId, id: member.memberId }))
    .execute()
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
            .where((row) => row.and({ partner_id: member.partnerId, member_id: member.memberId })),
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
    .where((row) => row.and({ partner_id: member.partnerId, member_id: member.memberId }))
    .where('credential_id', '<>', keptCredentialId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Counts a change of a member that an event tells of; gives its number. */
export async function nextVersion(tx: Tx, member: Named): Promise<number> {
  const { version } = await tx
    .updateTable('member')
    .set({ version: sql<number>`member.version + 1` })
    .where((row) => row.and({ partner_id: member.partnerId, id: member.memberId }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function setEmail(tx: Tx, member: Named, email: string): Promise<void> {
  await tx
    .updateTable('member')
    .set({ email })
    .where((row) => row.and({ partner_id: member.partnerId, id: member.memberId }))
    .execute()
}

export async function setName(tx: Tx, member: Named, name: string): Promise<void> {
  await tx
    .updateTable('member')
    .set({ name })
    .where((row) => row.and({ partner_id: member.partnerId, id: member.memberId }))
    .execute()
}

export async function setRole(tx: Tx, member: Named, role: RoleName): Promise<void> {
  await tx
    .updateTable('member')
    .set({ role })
    .where((row) => row.and({ partner_id: member.partnerId, id: member.memberId }))
    .execute()
}
