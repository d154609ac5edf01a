import { fail, formatId, mayRecover, ok, parseId } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import { endLinks, insertLink } from '../link-store.ts'
import { linkLifeMs } from '../links.ts'
import { createTokenHash } from '../token-hash.ts'
import { type AskedBy, lockTeam } from './asking.ts'
import { addressHint, countNotified, notices, mailNotice } from './notices.ts'
import { endOldSessions } from './session-store.ts'
import { noteMember } from './team.ts'
import { lockMembers, takeAccess, type TeamMember } from './team-store.ts'

/** `sentTo` is the shortened address that codes go to; null where the operator vouches for a member without one. */
export type Begun = { recoveryUrl: string; sentTo: string | null; expiresAt: string }
type Parts = Pick<Deps, 'config' | 'db' | 'ids' | 'kek' | 'log' | 'post' | 'realTime' | 'wake'>

/**
 * A colleague who lost every passkey comes back by a link that an owner or admin hands over and by a
 * code that is mailed to the colleague alone: who made the link cannot become the colleague by it.
 */
export function createRecoveryStart(deps: Parts) {
  const hash = createTokenHash(deps)
  return { begin, beginByOperator }

  /** Ends what let the colleague in, and makes the link, which is shown once; an older one ends. */
  async function begin(by: AskedBy, memberId: string) {
    const id = parseId('mem', memberId)
    const done = await deps.db.asWorker(async (tx) => {
      const asked = await lockTeam(tx, deps, by)
      if (!asked.ok) return asked
      const { actor, members, others } = asked.value
      const whose = members.find((member) => member.memberId === id)
      const allowed = mayRecover(actor, whose ?? { memberId: '', role: 'viewer' })
      if (!allowed.ok) return allowed
      if (!whose) return fail('RECORD_NOT_FOUND')
      // An address that somebody else has as well proves nobody.
      const isOwn = members.filter(({ email }) => isSame(email, whose.email)).length === 1
      if (whose.email === '' || !isOwn) return fail('RECOVERY_ADDRESS_NEEDED')
      const begun = await start(tx, by, whose, { issuedBy: actor.memberId, others })
      return ok({ begun, others, name: whose.name, actor: actor.name })
    })
    if (!done.ok) return done
    const { begun, others, name, actor } = done.value
    endStreams()
    void mailNotice(deps, by.partnerId, others, notices.recoveryBegun(name, actor))
    return ok(begun)
  }

  /** The same for the operator of the instance, who may also vouch for a member without an address. */
  async function beginByOperator(by: AuditedBy, memberId: string) {
    const id = parseId('mem', memberId)
    const done = await deps.db.asWorker(async (tx) => {
      const members = await lockMembers(tx, by.partnerId)
      const whose = members.find((member) => member.memberId === id)
      if (!whose) return fail('RECORD_NOT_FOUND')
      const others = members.filter((member) => member !== whose)
      return ok({ begun: await start(tx, by, whose, { others }), members, name: whose.name })
    })
    if (!done.ok) return done
    const { begun, members, name } = done.value
    endStreams()
    await mailNotice(deps, by.partnerId, members, notices.recoveryBegun(name, 'The operator'))
    return ok(begun)
  }

  async function start(
    tx: Tx,
    by: AuditedBy,
    whose: TeamMember,
    { issuedBy, others }: { issuedBy?: string; others: readonly TeamMember[] },
  ): Promise<Begun> {
    const { partnerId, memberId, role, email } = whose
    const at = deps.realTime()
    await takeAccess(tx, whose)
    await endOldSessions(tx, whose, 0, at)
    await endLinks(tx, partnerId, { recovers: memberId }, at)
    // Whoever has the lost device may have invited somebody.
    const linksEnded = await endLinks(tx, partnerId, { issued_by: memberId }, at)
    const token = deps.ids.secret()
    const expiresAt = new Date(at.getTime() + linkLifeMs)
    await insertLink(tx, {
      id: deps.ids.uuid(),
      partner_id: partnerId,
      role,
      email,
      issued_by: issuedBy ?? null,
      recovers: memberId,
      token_hash: hash('recovery-link', token),
      created_at: at,
      expires_at: expiresAt,
    })
    await noteMember(tx, by, whose, 'passkey_removed')
    await recordAudit(tx, by, {
      action: 'member.recovery_begin',
      object: { kind: 'member', id: formatId('mem', memberId) },
      after: { linksEnded, ...countNotified(others) },
    })
    return {
      recoveryUrl: `${deps.config.BASE_URL}/recover/${token}`,
      sentTo: email === '' ? null : addressHint(email),
      expiresAt: expiresAt.toISOString(),
    }
  }

  function endStreams(): void {
    deps.wake.notify('keys')
    deps.wake.notify('events')
  }
}

const isSame = (first: string, other: string) => first.toLowerCase() === other.toLowerCase()
