import { formatId, managesTeam, type Role } from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import { listOpenLinks } from '../link-store.ts'
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
  return { read, listAll }

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

  /** Links that nobody has used; `madeBy` is null where the operator made it. */
  async function openLinks(partnerId: string) {
    const links = await deps.db.asWorker((tx) => listOpenLinks(tx, partnerId, deps.realTime()))
    return links.map(({ id, role, email, issuedBy, createdAt, expiresAt }) => ({
      linkId: formatId('link', id),
      role,
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
      return members.map((member) => ({
        ...shapeMember(member),
        lastSeenAt: iso(traces.get(member.memberId)?.lastSeenAt ?? null),
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

const shapeMember = ({ memberId, name, role, email }: store.TeamMember) => ({
  memberId: formatId('mem', memberId),
  name,
  role: role satisfies Role,
  /** Null where nobody can tell this member anything. */
  email: email === '' ? null : email,
})
