import {
  fail,
  formatId,
  mayInvite,
  ok,
  parseId,
  type Result,
  type Role,
  type TeamFailure,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { createLinkMaker, type IssuedLink } from '../links.ts'
import { endLinks, lockOpenLink } from '../link-store.ts'
import { notices, tell } from './notices.ts'
import { openAmong } from './session-store.ts'
import { idleSince } from './team-list.ts'
import { lockMembers, type TeamMember } from './team-store.ts'

/** `sessionId` is the UUID of the session in which the member asks. */
type By = AuditedBy & { memberId: string; sessionId: string }
type Refused = TeamFailure | 'RECORD_NOT_FOUND' | 'STAFF_SESSION_ENDED'
type Parts = Pick<Deps, 'config' | 'db' | 'ids' | 'kek' | 'log' | 'post' | 'realTime' | 'wake'>

/** Links that members make. They end with the access of who made them. */
export function createInvitations(deps: Parts) {
  const makeLink = createLinkMaker(deps)
  return { invite, end }

  /** The others are told of it, so that nobody is let in unseen. */
  async function invite(
    by: By,
    { role, email }: { role: Role; email?: string | undefined },
  ): Promise<Result<IssuedLink, Refused>> {
    const done = await asInviter(by, role, async (tx, inviter, others) => {
      const link = await makeLink(tx, by, { role, email, issuedBy: inviter.memberId })
      return ok({ link, others, name: inviter.name })
    })
    if (!done.ok) return done
    const { link, others, name } = done.value
    deps.wake.notify('events')
    void tell(deps, by.partnerId, others, notices.invited(name, role))
    return ok(link)
  }

  /** Ends a link that nobody has used, whoever made it. */
  async function end(by: By, linkId: string): Promise<Result<{ linkId: string }, Refused>> {
    const id = parseId('link', linkId)
    if (id === undefined) return fail('RECORD_NOT_FOUND')
    return deps.db.asWorker(async (tx) => {
      const link = await lockOpenLink(tx, by.partnerId, id)
      const allowed = await judge(tx, deps, by, link?.role ?? 'viewer')
      if (!allowed.ok) return allowed
      if (!link) return fail('RECORD_NOT_FOUND')
      await endLinks(tx, by.partnerId, { id }, deps.realTime())
      await recordAudit(tx, by, {
        action: 'enrolment_link.end',
        object: { kind: 'enrolment_link', id },
        after: { role: link.role },
      })
      return ok({ linkId: formatId('link', id) })
    })
  }

  function asInviter<T>(
    by: By,
    role: Role,
    work: (tx: Tx, inviter: TeamMember, others: TeamMember[]) => Promise<Result<T, Refused>>,
  ): Promise<Result<T, Refused>> {
    return deps.db.asWorker(async (tx) => {
      const allowed = await judge(tx, deps, by, role)
      return allowed.ok ? work(tx, allowed.value.inviter, allowed.value.others) : allowed
    })
  }
}

/** Under the lock of the team: who is removed, or recovers access, meanwhile lets nobody in. */
async function judge(
  tx: Tx,
  { realTime }: Pick<Parts, 'realTime'>,
  { partnerId, memberId, sessionId }: By,
  role: Role,
) {
  const members = await lockMembers(tx, partnerId)
  const inviter = members.find((member) => member.memberId === memberId)
  const at = realTime()
  const open = await openAmong(tx, [sessionId], at, idleSince(at))
  if (!inviter || !open.has(sessionId)) return fail('STAFF_SESSION_ENDED' as const)
  const allowed = mayInvite(inviter.role, role)
  if (!allowed.ok) return allowed
  return ok({ inviter, others: members.filter((member) => member !== inviter) })
}
