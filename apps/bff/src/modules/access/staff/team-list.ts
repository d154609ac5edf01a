import { fail, formatId, managesTeam, ok, parseId } from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import { listKeys } from '../listing-store.ts'
import { listOpenLinks } from '../link-store.ts'
import { waitingOf } from '../../../records/approvals/request-store.ts'
import type { SessionFacts } from './sessions.ts'
import { idleMs } from './session-store.ts'
import * as store from './team-store.ts'

/** Sessions that were seen last before this have ended. */
export const idleSince = (at: Date) => new Date(at.getTime() - idleMs)

const iso = (time: Date | null) => time?.toISOString() ?? null

export type TeamList = ReturnType<typeof createTeamList>

/**
 * The team as a member may see it: owners and admins everybody and open links, everybody
 * else themselves.
 */
export function createTeamList(deps: Pick<Deps, 'db' | 'realTime'>) {
  return { read, listAll, endsWith }

  async function read(session: SessionFacts) {
    const manages = managesTeam(session.role)
    const { partnerId } = session
    const members = await listAll(partnerId, session)
    return {
      you: formatId('mem', session.memberId),
      manages,
      members: manages
        ? members
        : members.filter(({ memberId }) => memberId === formatId('mem', session.memberId)),
      links: manages ? await openLinks(partnerId) : [],
    }
  }

  /** What ends with a member's removal: requests of theirs that wait, their keys and open links. */
  async function endsWith(session: SessionFacts, memberId: string) {
    const id = parseId('mem', memberId)
    const { partnerId } = session
    if (!managesTeam(session.role) && session.memberId !== id) return fail('TEAM_ROLE_NEEDED')
    return deps.db.asWorker(async (tx) => {
      const members = await store.listMembers(tx, partnerId)
      if (!members.some((member) => member.memberId === id)) return fail('RECORD_NOT_FOUND')
      const waiting = await waitingOf(tx, partnerId, memberId)
      const keys = await listKeys(tx, partnerId)
      const links = await listOpenLinks(tx, partnerId, deps.realTime())
      return ok({
        approvals: waiting.map((row) => ({
          approvalId: formatId('apr', row.id),
          summary: row.summary,
        })),
        keys: keys
          .filter((key) => key.memberId === memberId && key.revokedAt === null)
          .map(({ keyId, name }) => ({ keyId, name })),
        /** Of programs: these go on, though the text may be known to who issued them. */
        keysLeft: keys
          .filter(
            (key) =>
              key.issuedBy === memberId && key.memberId !== memberId && key.revokedAt === null,
          )
          .map(({ keyId, name }) => ({ keyId, name })),
        links: links.filter(({ issuedBy }) => issuedBy === id).length,
      })
    })
  }

  /** Links that nobody has used; `madeBy` is null where the operator made it. */
  async function openLinks(partnerId: string) {
    const links = await deps.db.readingAll((tx) => listOpenLinks(tx, partnerId, deps.realTime()))
    return links.map(({ id, role, email, issuedBy, recovers, createdAt, expiresAt }) => ({
      linkId: formatId('link', id),
      role,
      /** Who comes back by it; null for an invitation. */
      recovers: recovers === null ? null : formatId('mem', recovers),
      email: email === '' ? null : email,
      madeBy: issuedBy === null ? null : formatId('mem', issuedBy),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }))
  }

  /** All members of a partner with their passkeys and open sessions, oldest first. */
  function listAll(partnerId: string, current?: Pick<SessionFacts, 'id'>) {
    const at = deps.realTime()
    return deps.db.asWorker(async (tx) => {
      const members = await store.listMembers(tx, partnerId)
      const passkeys = await store.listPasskeysOf(tx, partnerId)
      const sessions = await store.listSessionsOf(tx, partnerId, at, idleSince(at))
      const traces = await store.listTraces(tx, partnerId)
      const actions = await store.listLastActions(tx, partnerId, members)
      return members.map((member) => ({
        ...shapeMember(member),
        lastSeenAt: iso(traces.get(member.memberId)?.lastSeenAt ?? null),
        lastAction: actions.get(member.memberId) ?? null,
        recoveryCodesLeft: traces.get(member.memberId)?.codesLeft ?? 0,
        passkeys: passkeys
          .filter(({ memberId }) => memberId === member.memberId)
          .map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
            passkeyId: formatId('pk', id),
            name,
            backedUp,
            createdAt: createdAt.toISOString(),
            lastUsedAt: iso(lastUsedAt),
          })),
        sessions: sessions
          .filter(({ memberId }) => memberId === member.memberId)
          .map(({ id, agent, createdAt, lastSeenAt }) => ({
            sessionId: formatId('ses', id),
            agent,
            startedAt: createdAt.toISOString(),
            lastSeenAt: lastSeenAt.toISOString(),
            isCurrent: id === current?.id,
          })),
      }))
    })
  }
}

const shapeMember = ({ memberId, name, role, roleName, scopes, email }: store.TeamMember) => ({
  memberId: formatId('mem', memberId),
  name,
  role,
  /** What a role of the partner's own is called; null for a built-in one. */
  roleName,
  scopes,
  /** Null where nobody can notify this member. */
  email: email === '' ? null : email,
})
