import { insertPartner } from '../../records/partners/store.ts'
import type { Scope } from '@corridor/contract'
import { fail, formatId, ok, parseId, partnerScopes, type Role } from '@corridor/domain'
import { now, type Tx } from '../../db/open.ts'
import type { Deps } from '../../ports/deps.ts'
import { type AuditedBy, recordAudit } from '../../records/audit/audit.ts'
import * as store from './keys/key-store.ts'
import { noteKey } from './keys/note-key.ts'
import { changeProgramKey, lockProgramKey } from './keys/program-store.ts'
import { succession } from './keys/succession.ts'
import { createKeyMaker } from './keys/make-key.ts'
import { createLinkMaker } from './links.ts'

/** A live key's life where none is asked for; a sandbox's clock may be moved by years. */
const liveKeyLifeMs = 365 * 24 * 60 * 60_000

export type KeyRequest = {
  name: string
  /** At least one; `console:act` cannot be granted. */
  scopes: readonly Scope[]
  /** Service time; null for never, which is also the sandbox's default. */
  expiresAt?: Date | null
  /** `mem_…` of the person that it is for: what it does, that person did. */
  member?: string | undefined
  /** Networks from which it may be used; everywhere without any. */
  addresses?: readonly string[]
}

type AccessDeps = Pick<Deps, 'config' | 'db' | 'ids' | 'kek' | 'random' | 'realTime' | 'wake'>
export type AccessService = ReturnType<typeof createAccessService>

/** Partners, their keys and their enrolment links, as the operator and the seeding make them. */
export function createAccessService(deps: AccessDeps) {
  const addKey = createKeyMaker(deps)
  const makeLink = createLinkMaker(deps)
  const { ENVIRONMENT: environment, UPSTREAM_URL: upstream } = deps.config
  return {
    createPartner,
    createEnrolmentLink,
    issueKey,
    rotateKey,
    revokeKey,
    rotateConsoleKey,
    servesOnePartner,
  }

  /** Makes a partner with its console key and the enrolment link of its owner. */
  async function createPartner(name: string) {
    const partnerId = deps.ids.uuid()
    const made = await deps.db.asWorker(async (tx) => {
      // An instance in front of another one has a single token, so it serves a single partner.
      if (upstream !== undefined && (await store.countPartners(tx)) > 0) return undefined
      await insertPartner(tx, { id: partnerId, name, environment })
      await addKey(tx, partnerId, consoleKey)
      await recordAudit(tx, byOperator(partnerId), {
        action: 'partner.create',
        object: { kind: 'partner', id: formatId('par', partnerId) },
      })
      return makeLink(tx, byOperator(partnerId), { role: 'owner' })
    })
    if (!made) return fail('PARTNER_LIMIT')
    deps.wake.notify('keys')
    deps.wake.notify('events')
    return ok({ svcPartnerId: formatId('par', partnerId), name, enrolment: made })
  }

  /**
   * A one-time link with which one person becomes a member in that role; `email` is where the member
   * is notified of what happens in the team, and the person is asked for it where it is left out.
   */
  async function createEnrolmentLink(svcPartnerId: string, role: Role, email = '') {
    const partnerId = parseId('par', svcPartnerId)
    if (partnerId === undefined) return fail('PARTNER_NOT_FOUND')
    const link = await deps.db.asWorker(async (tx) =>
      (await store.partnerExists(tx, partnerId))
        ? makeLink(tx, byOperator(partnerId), { role, email })
        : undefined,
    )
    if (!link) return fail('PARTNER_NOT_FOUND')
    deps.wake.notify('events')
    return ok(link)
  }

  /** Issues a key to a partner's programs. */
  async function issueKey(
    svcPartnerId: string,
    { name, scopes, expiresAt, member, addresses = [] }: KeyRequest,
  ) {
    const partnerId = parseId('par', svcPartnerId)
    if (partnerId === undefined) return fail('PARTNER_NOT_FOUND')
    const wanted = [...new Set(scopes)]
    if (wanted.length === 0 || !wanted.every((scope) => partnerScopes.includes(scope))) {
      return fail('SCOPE_INVALID')
    }
    const memberId = member === undefined ? undefined : parseId('mem', member)
    if (member !== undefined && memberId === undefined) return fail('MEMBER_NOT_FOUND')
    const issued = await deps.db.asWorker(async (tx) => {
      if (!(await store.partnerExists(tx, partnerId))) return 'PARTNER_NOT_FOUND' as const
      if (memberId && !(await store.memberExists(tx, { partnerId, memberId })))
        return 'MEMBER_NOT_FOUND' as const
      const expires = expiresAt === undefined ? await defaultExpiry(tx) : expiresAt
      const key = {
        kind: 'partner',
        name,
        scopes: wanted,
        expiresAt: expires,
        addresses,
        ...(memberId ? { memberId } : {}),
      } as const
      const { keyId, text } = await addKey(tx, partnerId, key)
      await noteKey(tx, byOperator(partnerId), keyId, 'issued', { name, scopes: wanted, addresses })
      return { keyId, apiToken: text, name, scopes: wanted, expiresAt: iso(expires) }
    })
    if (typeof issued === 'string') return fail(issued)
    deps.wake.notify('keys')
    deps.wake.notify('events')
    return ok(issued)
  }

  /** Issues the successor of a partner's key that is active; both work for so many hours. */
  async function rotateKey(keyId: string, overlapHours: number) {
    const id = parseId('key', keyId)
    if (id === undefined) return fail('KEY_NOT_FOUND')
    const rotated = await deps.db.asWorker(async (tx) => {
      const partnerId = await store.partnerOfKey(tx, id)
      const key = partnerId && (await lockProgramKey(tx, partnerId, id))
      if (!key || key.state !== 'ACTIVE') return undefined
      const { successor, ends, expires } = succession(key, await now(tx), { overlapHours })
      const { keyId: next, text } = await addKey(tx, partnerId, successor)
      await changeProgramKey(tx, partnerId, id, { expiresAt: ends })
      const by = byOperator(partnerId)
      await noteKey(tx, by, keyId, 'rotated', { successorId: next }, { version: key.version + 1 })
      await noteKey(tx, by, next, 'issued', { ...successor, expiresAt: iso(expires) })
      const { name, scopes } = successor
      return { keyId: next, apiToken: text, name, scopes, expiresAt: iso(expires) }
    })
    if (!rotated) return fail('KEY_NOT_FOUND')
    deps.wake.notify('keys')
    deps.wake.notify('events')
    return ok(rotated)
  }

  /**
   * Revokes a partner's own key, in effect within a second everywhere; for a member, only one of
   * their partner's.
   */
  async function revokeKey(keyId: string, by?: AuditedBy) {
    const id = parseId('key', keyId)
    if (id === undefined) return fail('KEY_NOT_FOUND')
    const isRevoked = await deps.db.asWorker(async (tx) => {
      const partnerId = await store.revokePartnerKey(tx, id, by?.partnerId)
      if (partnerId !== undefined) await noteKey(tx, by ?? byOperator(partnerId), keyId, 'revoked')
      return partnerId !== undefined
    })
    if (!isRevoked) return fail('KEY_NOT_FOUND')
    deps.wake.notify('keys')
    deps.wake.notify('events')
    return ok({ keyId })
  }

  /**
   * Replaces the key by which the dashboard reaches the partner API. The one from before ends within a
   * second, and running servers read the new one. A dashboard in front of another instance has none.
   */
  async function rotateConsoleKey(svcPartnerId: string) {
    if (upstream !== undefined) return fail('KEY_IS_UPSTREAM')
    const partnerId = parseId('par', svcPartnerId)
    if (partnerId === undefined) return fail('PARTNER_NOT_FOUND')
    const isRotated = await deps.db.asWorker(async (tx) => {
      if (!(await store.partnerExists(tx, partnerId))) return false
      await store.revokeConsoleKey(tx, partnerId)
      const { keyId } = await addKey(tx, partnerId, consoleKey)
      await recordAudit(tx, byOperator(partnerId), {
        action: 'console_key.rotate',
        object: { kind: 'api_key', id: keyId },
      })
      return true
    })
    if (!isRotated) return fail('PARTNER_NOT_FOUND')
    deps.wake.notify('keys')
    return ok({ svcPartnerId })
  }

  /** False where an upstream is set and more than its one partner exists: the start must stop. */
  async function servesOnePartner(): Promise<boolean> {
    return upstream === undefined || (await deps.db.asWorker(store.countPartners)) <= 1
  }

  async function defaultExpiry(tx: Tx): Promise<Date | null> {
    if (environment === 'sandbox') return null
    return new Date((await now(tx)).getTime() + liveKeyLifeMs)
  }

  function byOperator(partnerId: string) {
    return { partnerId, actor: operator, requestId: deps.ids.make('req') }
  }
}

const consoleKey: Pick<store.NewKey, 'kind' | 'name' | 'scopes' | 'expiresAt'> = {
  kind: 'console',
  name: 'Console',
  scopes: [...partnerScopes, 'console:act'],
  expiresAt: null,
}

/** The command line and the seeding act for the operator of the instance. */
const operator = { type: 'service', id: 'operator' } as const

const iso = (time: Date | null) => time?.toISOString() ?? null
