import type { Scope } from '@corridor/contract'
import {
  type CustomRole,
  fail,
  formatId,
  mayChangeRole,
  mayMakeRole,
  ok,
  parseId,
  partnerScopes,
  type Result,
  type RoleName,
  type TeamFailure,
} from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { policyOf } from '../../../records/approvals/policy-store.ts'
import { type AuditedBy, recordAudit } from '../../../records/audit/audit.ts'
import * as store from '../../../records/roles/store.ts'
import { revokeKeysOf } from '../keys/key-store.ts'
import { noteKey } from '../keys/note-key.ts'
import { endExpiredLinks, endLinks, listOpenLinks } from '../link-store.ts'
import { type AskedBy, type AskedTeam, findRole, lockTeam } from './asking.ts'
import { countNotified, notices, mailNotice } from './notices.ts'
import { endOldSessions } from './session-store.ts'
import { noteMember } from './team.ts'
import { changeMember, deleteChallenges, type TeamMember } from './team-store.ts'

/** A partner's own role as it is written. */
export type RoleDraft = { name: string; scopes: readonly Scope[] }
/** Who or what a role is in use by, as a person reads it. */
export type InUse = { code: 'ROLE_IN_USE'; by: string[] }
type Refused =
  | TeamFailure
  | 'RECORD_NOT_FOUND'
  | 'STAFF_SESSION_ENDED'
  | 'ROLE_NAME_TAKEN'
  | 'ROLES_FULL'
  | InUse

type Parts = Pick<Deps, 'db' | 'ids' | 'log' | 'post' | 'realTime' | 'wake'>

const rolesMax = 50

/** Roles of a partner's own, and who has which role; each change is in effect with its answer. */
export function createRoles(deps: Parts) {
  return { list, create, change, remove, give }

  /** The roles of the partner's own; what they may do is no secret to those who have one. */
  async function list(partnerId: string) {
    const roles = await deps.db.readingAll((tx) => store.listOwnRoles(tx, partnerId))
    return { roles: roles.map(shape) }
  }

  async function create(by: AskedBy, given: RoleDraft) {
    const draft = inOrder(given)
    const id = formatId('role', deps.ids.uuid()) as CustomRole
    const done = await asking(by, async (tx, { actor, others }) => {
      const allowed = mayMakeRole(actor, { before: [], after: draft.scopes })
      if (!allowed.ok) return allowed
      if ((await store.listOwnRoles(tx, by.partnerId)).length >= rolesMax) return fail('ROLES_FULL')
      await save(tx, by, id, draft)
      await audit(tx, by, 'role.create', id, { after: { ...draft, ...countNotified(others) } })
      return ok({ actor, others })
    })
    if (!done.ok) return done
    const { actor, others } = done.value
    void mailNotice(
      deps,
      by.partnerId,
      others,
      notices.rolesChanged(actor.name, `made the role ${draft.name}`),
    )
    return ok(shape({ ...draft, id }))
  }

  /** Where what it may do changes, the sessions of those who have it end: they sign in to the new one. */
  async function change(by: AskedBy, roleId: string, given: RoleDraft) {
    const draft = inOrder(given)
    const done = await asking(by, async (tx, { actor, members, others }) => {
      const before = await store.findOwnRole(tx, by.partnerId, roleId)
      const allowed = mayMakeRole(actor, { before: before?.scopes ?? [], after: draft.scopes })
      if (!allowed.ok) return allowed
      if (!before) return fail('RECORD_NOT_FOUND')
      await save(tx, by, before.id, draft)
      const isOther = before.scopes.length !== draft.scopes.length || !isWithin(draft, before)
      const holders = members.filter(({ role }) => role === before.id)
      const to = { role: before.id, scopes: draft.scopes, label: draft.name }
      if (isOther) for (const member of holders) await endForRole(tx, by, member, to)
      const { name, scopes } = before
      const changed = { ...draft, holders: holders.length, ...countNotified(others) }
      await audit(tx, by, 'role.change', before.id, { before: { name, scopes }, after: changed })
      return ok({ actor, others, id: before.id })
    })
    if (!done.ok) return done
    const { actor, others, id } = done.value
    void mailNotice(
      deps,
      by.partnerId,
      others,
      notices.rolesChanged(actor.name, `changed the role ${draft.name}`),
    )
    return ok(shape({ ...draft, id }))
  }

  /** Only a role that nobody has, that no invitation offers and that the policy does not name. */
  async function remove(by: AskedBy, roleId: string) {
    const done = await asking(by, async (tx, { actor, members, others }) => {
      const allowed = mayMakeRole(actor, { before: [], after: [] })
      if (!allowed.ok) return allowed
      const own = await store.findOwnRole(tx, by.partnerId, roleId)
      if (!own) return fail('RECORD_NOT_FOUND')
      const at = deps.realTime()
      await endExpiredLinks(tx, by.partnerId, at)
      const inUse = await usesOf(tx, by.partnerId, own.id, members)
      if (inUse.length > 0) return fail({ code: 'ROLE_IN_USE' as const, by: inUse })
      await store.deleteOwnRole(tx, by.partnerId, own.id)
      const { name, scopes } = own
      await audit(tx, by, 'role.delete', own.id, { before: { name, scopes } })
      return ok({ actor, others, name })
    })
    if (!done.ok) return done
    const { actor, others, name } = done.value
    void mailNotice(
      deps,
      by.partnerId,
      others,
      notices.rolesChanged(actor.name, `deleted the role ${name}`),
    )
    return ok({ roleId })
  }

  /** Gives a member another role. All their sessions end, the asking one's too, if it is their own. */
  async function give(by: AskedBy, memberId: string, role: RoleName) {
    const id = parseId('mem', memberId)
    const done = await asking(by, async (tx, { actor, members, others }) => {
      const whose = members.find((member) => member.memberId === id)
      const to = await findRole(tx, by.partnerId, role)
      const owners = members.filter((member) => member.role === 'owner').length
      const allowed = mayChangeRole(actor, whose ?? nobody, to ?? nobody, { owners })
      if (!allowed.ok) return allowed
      if (!whose || !to) return fail('RECORD_NOT_FOUND')
      if (whose.role === role) return ok(undefined)
      await changeMember(tx, whose, { role })
      await endForRole(tx, by, whose, to)
      await recordAudit(tx, by, {
        action: 'member.role_change',
        object: { kind: 'member', id: memberId },
        before: { role: whose.role },
        after: { role, ...countNotified(others) },
      })
      return ok({ actor, others, whose, label: to.label })
    })
    if (!done.ok) return done
    if (done.value) {
      const { actor, others, whose, label } = done.value
      const notice = notices.roleChanged(whose.name, label, actor.name)
      void mailNotice(deps, by.partnerId, [...others, whose], notice)
    }
    return ok({ memberId, role })
  }

  async function asking<T>(
    by: AskedBy,
    work: (tx: Tx, team: AskedTeam) => Promise<Result<T, Refused>>,
  ) {
    const done = await deps.db
      .asWorker(async (tx) => {
        const asked = await lockTeam(tx, deps, by)
        return asked.ok ? work(tx, asked.value) : asked
      })
      .catch((error: unknown) => {
        if (error instanceof store.RoleNameTaken) return fail('ROLE_NAME_TAKEN' as const)
        throw error
      })
    // Every process looks at its streams, and the events are published.
    if (done.ok) {
      deps.wake.notify('keys')
      deps.wake.notify('events')
    }
    return done
  }

  function save(tx: Tx, by: AskedBy, id: CustomRole, draft: RoleDraft): Promise<void> {
    return store.saveOwnRole(tx, { partnerId: by.partnerId, id, ...draft, at: deps.realTime() })
  }

  /**
   * What was opened or begun in the role from before: sessions with their confirmations, ceremonies,
   * open invitations, and keys issued to the member that may do more than the member may now.
   */
  async function endForRole(
    tx: Tx,
    by: AuditedBy,
    member: TeamMember,
    to: { role: RoleName; scopes: readonly Scope[]; label: string },
  ): Promise<void> {
    await deleteChallenges(tx, member)
    const at = deps.realTime()
    await endOldSessions(tx, member, 0, at)
    await endLinks(tx, member.partnerId, { issued_by: member.memberId }, at)
    const keys = await revokeKeysOf(tx, member, to.scopes)
    for (const key of keys) await noteKey(tx, by, formatId('key', key), 'revoked')
    const { role, label } = to
    await noteMember(tx, by, member, 'role_changed', { role, roleName: label })
  }

  async function usesOf(
    tx: Tx,
    partnerId: string,
    role: CustomRole,
    members: readonly TeamMember[],
  ): Promise<string[]> {
    const holders = members.filter((member) => member.role === role).map(({ name }) => name)
    const links = await listOpenLinks(tx, partnerId, deps.realTime())
    const invited = links.filter((link) => link.role === role)
    const { policy } = await policyOf(tx, partnerId)
    return [
      ...holders,
      ...invited.map(({ email }) =>
        email === '' ? 'an invitation' : `the invitation of ${email}`,
      ),
      ...(JSON.stringify(policy.rules).includes(`"role:${role}"`) ? ['the approval policy'] : []),
    ]
  }
}

/** Stands in for somebody who is not there, so that who may not ask does not learn it. */
const nobody = { memberId: '', role: 'viewer', scopes: [] } as const

/** Each scope once, in the order of the list. */
const inOrder = ({ name, scopes }: RoleDraft): RoleDraft => ({
  name,
  scopes: partnerScopes.filter((scope) => scopes.includes(scope)),
})

const isWithin = (first: RoleDraft, other: RoleDraft): boolean =>
  first.scopes.every((scope) => other.scopes.includes(scope))

const shape = ({ id, name, scopes }: RoleDraft & { id: CustomRole }) => ({
  roleId: id,
  name,
  scopes: [...scopes],
})

const audit = (
  tx: Tx,
  by: AuditedBy,
  action: string,
  id: string,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
) => recordAudit(tx, by, { action, object: { kind: 'role', id }, ...change })
