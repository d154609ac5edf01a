import { fail, formatId, mayEndLink, mayGive, ok, parseId, type RoleName } from '@corridor/domain'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { createLinkMaker } from '../links.ts'
import { endLinks, lockOpenLink } from '../link-store.ts'
import { notices, mailNotice } from './notices.ts'
import { type AskedBy, findRole, lockTeam } from './asking.ts'

type Parts = Pick<Deps, 'config' | 'db' | 'ids' | 'kek' | 'log' | 'post' | 'realTime' | 'wake'>

/** Links that members make. They end with the access of who made them. */
export function createInvitations(deps: Parts) {
  const makeLink = createLinkMaker(deps)
  return { invite, end }

  /** The others are notified of it, so that nobody is let in unseen. */
  async function invite(
    by: AskedBy,
    { role, email }: { role: RoleName; email?: string | undefined },
  ) {
    const done = await deps.db.asWorker(async (tx) => {
      const asked = await lockTeam(tx, deps, by)
      if (!asked.ok) return asked
      const { actor, others } = asked.value
      const given = await findRole(tx, by.partnerId, role)
      const allowed = mayGive(actor, given ?? { role: 'viewer', scopes: [] })
      if (!allowed.ok) return allowed
      if (!given) return fail('RECORD_NOT_FOUND')
      const link = await makeLink(tx, by, { role, email, issuedBy: actor.memberId })
      return ok({ link, others, name: actor.name, label: given.label })
    })
    if (!done.ok) return done
    const { link, others, name, label } = done.value
    deps.wake.notify('events')
    void mailNotice(deps, by.partnerId, others, notices.invited(name, label))
    return ok(link)
  }

  /** Ends a link that nobody has used, whoever made it. */
  async function end(by: AskedBy, linkId: string) {
    const id = parseId('link', linkId)
    if (id === undefined) return fail('RECORD_NOT_FOUND')
    return deps.db.asWorker(async (tx) => {
      const asked = await lockTeam(tx, deps, by)
      if (!asked.ok) return asked
      const link = await lockOpenLink(tx, by.partnerId, id)
      const allowed = mayEndLink(asked.value.actor.role, link?.role ?? 'viewer')
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
}
