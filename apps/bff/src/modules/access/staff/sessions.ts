import type { Scope } from '@corridor/contract'
import { formatId, type RoleName } from '@corridor/domain'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import * as store from './session-store.ts'
import type { TokenHash } from '../token-hash.ts'

/** Real time, as `idleMs`. */
const absoluteMs = 12 * 60 * 60_000
const stepUpMs = 5 * 60_000
const perMember = 5
/** Activity is noted at most this often. */
const noteEveryMs = 15_000
const secretBytes = 32

export type SessionFacts = {
  id: string
  partnerId: string
  memberId: string
  role: RoleName
  roleName: string | null
  scopes: readonly Scope[]
  partnerName: string
  memberName: string
  expiresAt: Date
  idleExpiresAt: Date
  hasStepUp: boolean
}

/** A session and the value of its cookie, which is returned once. */
export type Opened = { session: SessionFacts; token: string }

export type Sessions = ReturnType<typeof createSessions>

type SessionDeps = Pick<Deps, 'config' | 'db' | 'ids' | 'random' | 'realTime' | 'wake'>

/** Staff sessions: stored hashed, idle 30 minutes, at most 12 hours, five for each member. */
export function createSessions(deps: SessionDeps, hash: TokenHash) {
  return { open, find, touch, confirm, takeStepUp, end, endAll, stillOpen, describe }

  /** Opens a session with a new id; the oldest above five ends, and so does the one it replaces. */
  async function open(
    tx: Tx,
    member: { partnerId: string; memberId: string },
    from: { credentialId: string; agent: string; replaces?: string | undefined },
  ): Promise<Opened> {
    const at = deps.realTime()
    const token = drawToken()
    await store.lockMember(tx, member)
    if (from.replaces !== undefined) {
      const old = await store.findSession(tx, hash('session', from.replaces), at, idleSince(at))
      if (old) await store.endSession(tx, old, at)
    }
    const secretHash = hash('session', token)
    await store.insertSession(tx, {
      id: deps.ids.uuid(),
      partner_id: member.partnerId,
      member_id: member.memberId,
      secret_hash: secretHash,
      credential_id: from.credentialId,
      agent: from.agent,
      created_at: at,
      last_seen_at: at,
      expires_at: new Date(at.getTime() + absoluteMs),
    })
    await store.endOldSessions(tx, member, perMember, at)
    const row = await store.findSession(tx, secretHash, at, idleSince(at))
    if (!row) throw new Error('a session that was just opened is not there')
    return { session: factsOf(row), token }
  }

  /** The open session of a cookie's value. */
  async function find(token: string | undefined): Promise<SessionFacts | undefined> {
    if (token === undefined || token.length > 100) return undefined
    const at = deps.realTime()
    const secretHash = hash('session', token)
    const row = await deps.db.readingAll((tx) =>
      store.findSession(tx, secretHash, at, idleSince(at)),
    )
    return row && factsOf(row)
  }

  /** Notes that a person is there; `session` comes back with the new end of idleness. */
  async function touch(session: SessionFacts): Promise<SessionFacts> {
    const at = deps.realTime()
    const idleExpiresAt = new Date(at.getTime() + store.idleMs)
    if (idleExpiresAt.getTime() - session.idleExpiresAt.getTime() < noteEveryMs) return session
    await deps.db.asWorker((tx) => store.touchSession(tx, session, at))
    return { ...session, idleExpiresAt }
  }

  /** Records that a fresh passkey confirmed one request, and rotates the session's id. */
  async function confirm(tx: Tx, session: SessionFacts, actionHash: Uint8Array) {
    const at = deps.realTime()
    const token = drawToken()
    const renewal = { secretHash: hash('session', token), actionHash, at }
    if (!(await store.renewSession(tx, session, renewal))) return undefined
    const idleExpiresAt = new Date(at.getTime() + store.idleMs)
    return { session: { ...session, idleExpiresAt, hasStepUp: true }, token }
  }

  /** Uses up the confirmation of exactly this request, if there is one of the last five minutes. */
  function takeStepUp(session: SessionFacts, actionHash: Uint8Array): Promise<Date | undefined> {
    const confirmedAfter = new Date(deps.realTime().getTime() - stepUpMs)
    return deps.db.asWorker((tx) => store.spendStepUp(tx, session, { actionHash, confirmedAfter }))
  }

  async function end(session: SessionFacts): Promise<void> {
    await deps.db.asWorker((tx) => store.endSession(tx, session, deps.realTime()))
    deps.wake.notify('keys')
  }

  /** Ends every session of a member: what was taken along with a lost device is worth nothing. */
  function endAll(tx: Tx, member: { partnerId: string; memberId: string }): Promise<void> {
    return store.endOldSessions(tx, member, 0, deps.realTime())
  }

  function stillOpen(ids: readonly string[]): Promise<Set<string>> {
    const at = deps.realTime()
    return deps.db.asWorker((tx) => store.openAmong(tx, ids, at, idleSince(at)))
  }

  /** A session as the browser sees it. */
  function describe(session: SessionFacts) {
    const { memberId, memberName: name, role, roleName } = session
    return {
      member: {
        memberId: formatId('mem', memberId),
        name,
        role,
        ...(roleName !== null && { roleName }),
        permissions: [...session.scopes],
      },
      workspace: { svcPartnerId: formatId('par', session.partnerId), name: session.partnerName },
      environment: deps.config.ENVIRONMENT,
      expiresAt: session.expiresAt.toISOString(),
      idleExpiresAt: earlier(session.idleExpiresAt, session.expiresAt).toISOString(),
      serverTime: deps.realTime().toISOString(),
    }
  }

  function drawToken(): string {
    return Buffer.from(deps.random(secretBytes)).toString('base64url')
  }
}

const idleSince = (at: Date) => new Date(at.getTime() - store.idleMs)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

const factsOf = ({ lastSeenAt, ...row }: store.SessionRow): SessionFacts => ({
  ...row,
  idleExpiresAt: new Date(lastSeenAt.getTime() + store.idleMs),
})
