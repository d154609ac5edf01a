import {
  fail,
  formatId,
  isLastOwner,
  managesTeam,
  mayEnd,
  ok,
  parseId,
  type Result,
  type TeamEnd,
  type TeamFailure,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import { revokeKeysOf } from '../keys/key-store.ts'
import { endLinks } from '../link-store.ts'
import { noteKey } from '../keys/note-key.ts'
import { endOldSessions, endSession as endSessionRow } from './session-store.ts'
import { countNotified, type Notice, notices, mailNotice } from './notices.ts'
import { idleSince } from './team-list.ts'
import * as store from './team-store.ts'

/** A member who is signed in, or the operator, who may also remove the last owner on purpose. */
export type EndedBy = AuditedBy & { memberId?: string; alsoLastOwner?: boolean }

export type EndFailure = TeamFailure | 'RECORD_NOT_FOUND' | 'STAFF_SESSION_ENDED'

type TeamDeps = Pick<Deps, 'db' | 'log' | 'post' | 'realTime' | 'wake'>

export type Team = ReturnType<typeof createTeam>

/** Everything of members that can be ended; in effect with the answer, in every process. */
export function createTeam(deps: TeamDeps, { waitsForMail = false } = {}) {
  return { removeMember, removePasskey, endSession, endSessions, setEmail, setName, announce }

  /** Removes a member for good: passkeys, codes, sessions, ceremonies, keys and links end; votes stay. */
  async function removeMember(by: EndedBy, memberId: string) {
    const done = await change(by, memberId, 'member', async (tx, whose, others) => {
      const at = deps.realTime()
      await store.removeMember(tx, whose, at)
      await endOldSessions(tx, whose, 0, at)
      const keys = await revokeKeysOf(tx, whose)
      for (const key of keys) await noteKey(tx, by, formatId('key', key), 'revoked')
      const linksEnded = await endLinks(tx, by.partnerId, { issued_by: whose.memberId }, at)
      await endLinks(tx, by.partnerId, { recovers: whose.memberId }, at)
      const counts = countNotified(others)
      await noteMember(tx, by, whose, 'removed')
      await audit(tx, by, 'member.remove', whose, {
        role: whose.role,
        keysRevoked: keys.length,
        linksEnded,
        ...counts,
      })
      return ok({ whose, others })
    })
    if (!done.ok) return done
    const { whose, others } = done.value
    await notify(by.partnerId, [...others, whose], notices.removed(whose.name))
    return ok({ memberId })
  }

  /** Removes one passkey and the sessions that it opened. */
  async function removePasskey(by: EndedBy, memberId: string, passkeyId: string) {
    const id = parseId('pk', passkeyId)
    const done = await change(by, memberId, 'passkey', async (tx, whose) => {
      const all = await store.listPasskeysOf(tx, by.partnerId)
      const passkey = all.find((member) => member.id === id && member.memberId === whose.memberId)
      if (!passkey) return fail('RECORD_NOT_FOUND')
      await store.removePasskey(tx, { ...whose, ...passkey }, deps.realTime())
      await noteMember(tx, by, whose, 'passkey_removed')
      await audit(tx, by, 'member.passkey_remove', whose, { passkeyId })
      return ok({ whose, name: passkey.name })
    })
    if (!done.ok) return done
    const { whose, name } = done.value
    await notify(by.partnerId, [whose], notices.passkeyRemoved(name))
    return ok({ passkeyId })
  }

  async function endSession(by: EndedBy, sessionId: string) {
    const id = parseId('ses', sessionId)
    const whose = await deps.db.asWorker(async (tx) =>
      (await openSessions(tx, by.partnerId)).find((session) => session.id === id),
    )
    if (!whose) return fail('RECORD_NOT_FOUND')
    const member = formatId('mem', whose.memberId)
    const done = await change(by, member, 'session', async (tx, of) => {
      await endSessionRow(tx, { partnerId: by.partnerId, id: whose.id }, deps.realTime())
      await audit(tx, by, 'member.session_end', of, { sessionId })
      return ok(undefined)
    })
    return done.ok ? ok({ sessionId }) : done
  }

  /** Ends every session of a member; their passkeys still sign in. */
  async function endSessions(by: EndedBy, memberId: string) {
    const done = await change(by, memberId, 'sessions', async (tx, whose) => {
      await endOldSessions(tx, whose, 0, deps.realTime())
      await audit(tx, by, 'member.sessions_end', whose)
      return ok(undefined)
    })
    return done.ok ? ok({ memberId }) : done
  }

  /** Where a member is notified; the address from before is notified of the change. */
  async function setEmail(by: EndedBy & { memberId: string }, email: string) {
    const before = await deps.db.asWorker(async (tx) => {
      const own = await memberIn(tx, by)
      if (!own) return undefined
      await store.changeMember(tx, own, { email })
      await audit(tx, by, 'member.email_change', own)
      return own
    })
    if (!before) return fail('STAFF_SESSION_ENDED')
    if (before.email !== email) await notify(by.partnerId, [before], notices.emailChanged(email))
    return ok({ email })
  }

  /** What others of the team call this member. */
  async function setName(by: EndedBy & { memberId: string }, name: string) {
    const own = await deps.db.asWorker(async (tx) => {
      const found = await memberIn(tx, by)
      if (!found) return undefined
      await store.changeMember(tx, found, { name })
      await audit(tx, by, 'member.name_change', found)
      return found
    })
    return own ? ok({ name }) : fail('STAFF_SESSION_ENDED')
  }

  /** Notifies every member of what the operator did. */
  async function announce(partnerId: string, notice: Notice) {
    const members = await deps.db.readingAll((tx) => store.listMembers(tx, partnerId))
    await notify(partnerId, members, notice)
    return countNotified(members)
  }

  /** One change of a member under the lock of the whole team, where the rules allow it. */
  async function change<T>(
    by: EndedBy,
    memberId: string,
    end: TeamEnd,
    work: (
      tx: Tx,
      whose: store.TeamMember,
      others: store.TeamMember[],
    ) => Promise<Result<T, EndFailure>>,
  ) {
    const id = parseId('mem', memberId)
    const done = await deps.db.asWorker(async (tx) => {
      const members = await store.lockMembers(tx, by.partnerId)
      const whose = members.find((member) => member.memberId === id)
      const allowed = await judge(tx, by, { end, members, whose })
      if (!allowed.ok) return allowed
      const others = members.filter(
        (member) => member.memberId !== id && member.memberId !== by.memberId,
      )
      return work(tx, allowed.value, others)
    })
    // Every process looks at its streams and drops the keys that it remembers.
    if (done.ok) {
      deps.wake.notify('keys')
      deps.wake.notify('events')
    }
    return done
  }

  async function judge(
    tx: Tx,
    by: EndedBy,
    {
      end,
      members,
      whose,
    }: { end: TeamEnd; members: store.TeamMember[]; whose: store.TeamMember | undefined },
  ) {
    const owners = members.filter(({ role }) => role === 'owner').length
    const actor = members.find(({ memberId }) => memberId === by.memberId)
    // Who was removed while the request was under way ends nothing any more.
    if (by.memberId !== undefined && !actor) return fail('STAFF_SESSION_ENDED')
    if (actor && !managesTeam(actor.role) && whose?.memberId !== actor.memberId)
      return fail('TEAM_ROLE_NEEDED')
    if (!whose) return fail('RECORD_NOT_FOUND')
    if (!actor) {
      const isKept = end === 'member' && isLastOwner(whose, { owners }) && !by.alsoLastOwner
      return isKept ? fail('LAST_OWNER') : ok(whose)
    }
    const all = await store.listPasskeysOf(tx, by.partnerId)
    const passkeys = all.filter(({ memberId }) => memberId === whose.memberId).length
    const allowed = mayEnd(end, actor, { ...whose, passkeys }, { owners })
    return allowed.ok ? ok(whose) : allowed
  }

  async function memberIn(tx: Tx, by: EndedBy): Promise<store.TeamMember | undefined> {
    const members = await store.lockMembers(tx, by.partnerId)
    return members.find(({ memberId }) => memberId === by.memberId)
  }

  function openSessions(tx: Tx, partnerId: string) {
    const at = deps.realTime()
    return store.listSessionsOf(tx, partnerId, at, idleSince(at))
  }

  async function notify(partnerId: string, members: readonly store.TeamMember[], notice: Notice) {
    const sending = mailNotice(deps, partnerId, members, notice)
    if (waitsForMail) await sending
  }
}

/** An event of a member's own change, which says who made it. */
export async function noteMember(
  tx: Tx,
  by: AuditedBy,
  member: { partnerId: string; memberId: string },
  status: 'removed' | 'recovered' | 'passkey_removed' | 'role_changed',
  facts: Record<string, string> = {},
): Promise<void> {
  const memberId = formatId('mem', member.memberId)
  const isRemoved = status === 'removed'
  await recordEvent(tx, {
    partnerId: member.partnerId,
    category: 'member',
    type: isRemoved ? 'deleted' : 'updated',
    status,
    object: {
      status: isRemoved ? 'REMOVED' : 'ACTIVE',
      previousStatus: 'ACTIVE',
      memberId,
      ...facts,
      actor: by.actor.id,
    },
    subject: { kind: 'member', id: memberId, version: await store.nextVersion(tx, member) },
  })
}

const audit = (
  tx: Tx,
  by: EndedBy,
  action: string,
  { memberId }: { memberId: string },
  after?: Record<string, unknown>,
) =>
  recordAudit(tx, by, {
    action,
    object: { kind: 'member', id: formatId('mem', memberId) },
    ...(after && { after }),
  })
