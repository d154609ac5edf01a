import type { InputOf, keys, Scope } from '@corridor/contract'
import { fail, formatId, ok, parseId, partnerScopes } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import type { Page } from '../../../api/request/paging.ts'
import {
  detail,
  type Failure,
  illegalTransition,
  versionConflict,
} from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { presentScopes } from './key-store.ts'
import { createKeyMaker } from './make-key.ts'
import { noteKey } from './note-key.ts'
import * as store from './program-store.ts'
import { lifeMs, succession } from './succession.ts'

type Body<K extends 'create' | 'update' | 'rotate'> = InputOf<(typeof keys)[K]>['body']
type Refused = Failure<
  | 'FIELD_INVALID'
  | 'ILLEGAL_TRANSITION'
  | 'PRIMARY_AUTH_REQUIRED'
  | 'RECORD_NOT_FOUND'
  | 'SCOPE_MISSING'
  | 'VERSION_CONFLICT'
>

/**
 * Keys as a partner's own people issue, change, rotate and revoke them. A program does none of it
 * but end its own key: what a leaked key issued would outlive the leaked key.
 */
export function createProgramKeys(deps: Pick<Deps, 'config' | 'ids' | 'kek' | 'random'>) {
  const make = createKeyMaker(deps)
  return { list, read, create, update, rotate, revoke }

  function list(
    tx: Tx,
    { partnerId }: Caller,
    query: InputOf<(typeof keys)['list']>['query'],
    page: Page,
  ) {
    return store.pageOfProgramKeys(tx, partnerId, query, page)
  }

  function read(tx: Tx, { partnerId }: Caller, keyId: string) {
    const id = parseId('key', keyId)
    return id === undefined ? Promise.resolve(undefined) : store.findProgramKey(tx, partnerId, id)
  }

  async function create(tx: Tx, caller: Caller, body: Body<'create'>) {
    const member = memberOf(caller)
    if (!member.ok) return member
    const { partnerId } = caller
    const scopes = [...new Set(body.scopes)] as Scope[]
    const own = await ownScopes(tx, caller, member.value)
    if (!own) return fail(membersOnly)
    const refused = unknownScopes(scopes) ?? notTheirs(own, scopes)
    if (refused) return fail(refused)
    const addresses = listOf(body.addresses ?? [])
    if (!addresses.ok) return addresses
    const expiresAt = expiryOf(await now(tx), body.expiresAt)
    if (!expiresAt.ok) return expiresAt
    const made = await make(tx, partnerId, {
      kind: 'partner',
      name: body.name,
      scopes,
      expiresAt: expiresAt.value,
      addresses: addresses.value,
      issuedBy: caller.actor.id,
      ...(body.issuedTo === 'me' ? { memberId: member.value } : {}),
    })
    const key = await found(tx, caller, made.id)
    await noteKey(tx, caller, made.keyId, 'issued', factsOf(key))
    return ok({ key, apiToken: made.text })
  }

  async function update(
    tx: Tx,
    caller: Caller,
    { keyId, ...body }: Body<'update'> & { keyId: string },
  ) {
    const locked = await changeable(tx, caller, keyId)
    if (!locked.ok) return locked
    const key = locked.value
    const conflict = versionConflict(caller, key)
    if (conflict) return fail(conflict)
    const addresses = listOf(body.addresses ?? key.addresses)
    if (!addresses.ok) return addresses
    const at = await now(tx)
    const expiresAt =
      body.expiresAt === undefined ? ok(key.expires_at) : expiryOf(at, body.expiresAt)
    if (!expiresAt.ok) return expiresAt
    await store.changeProgramKey(tx, caller.partnerId, key.id, {
      name: body.name ?? key.name,
      addresses: addresses.value,
      expiresAt: expiresAt.value,
      logReads: body.logReads,
    })
    const changed = await found(tx, caller, key.id)
    const more = { before: factsOf(key), version: changed.version }
    await noteKey(tx, caller, keyId, 'changed', factsOf(changed), more)
    return ok(changed)
  }

  async function rotate(
    tx: Tx,
    caller: Caller,
    { keyId, ...body }: Body<'rotate'> & { keyId: string },
  ) {
    const locked = await changeable(tx, caller, keyId)
    if (!locked.ok) return locked
    const key = locked.value
    const at = await now(tx)
    const asked = body.expiresAt === undefined ? ok(undefined) : expiryOf(at, body.expiresAt)
    if (!asked.ok) return asked
    const { successor: next, ends } = succession(key, at, {
      overlapHours: body.overlapHours,
      ...(asked.value === undefined ? {} : { expiresAt: asked.value }),
    })
    const made = await make(tx, caller.partnerId, { ...next, issuedBy: caller.actor.id })
    await store.changeProgramKey(tx, caller.partnerId, key.id, { expiresAt: ends })
    const successor = await found(tx, caller, made.id)
    const facts = { successorId: made.keyId, endsAt: ends.toISOString() }
    await noteKey(tx, caller, keyId, 'rotated', facts, { version: key.version + 1 })
    await noteKey(tx, caller, made.keyId, 'issued', factsOf(successor))
    return ok({ key: successor, apiToken: made.text })
  }

  /** A stop: whoever may write keys stops any of them, whatever it may do. */
  async function revoke(tx: Tx, caller: Caller, keyId: string) {
    const isOwn = caller.actor.type === 'api_key' && caller.actor.id === keyId
    if (!isOwn && caller.actor.type !== 'partner_user') return fail(membersOnly)
    const id = parseId('key', keyId)
    const key = id && (await store.lockProgramKey(tx, caller.partnerId, id))
    if (!key) return fail(notFound(keyId))
    if (key.state === 'REVOKED') return fail(ended(key, 'REVOKED'))
    await store.changeProgramKey(tx, caller.partnerId, key.id, { isRevoked: true })
    const revoked = await found(tx, caller, key.id)
    await noteKey(tx, caller, keyId, 'revoked', undefined, { version: revoked.version })
    return ok(revoked)
  }

  /**
   * A key that this member may change or have anew: of no more power than theirs, of no other person,
   * and without a successor.
   */
  async function changeable(tx: Tx, caller: Caller, keyId: string) {
    const member = memberOf(caller)
    if (!member.ok) return member
    // The member before the key, as a change of the member's role locks them.
    const own = await ownScopes(tx, caller, member.value)
    if (!own) return fail(membersOnly)
    const id = parseId('key', keyId)
    const key = id && (await store.lockProgramKey(tx, caller.partnerId, id))
    if (!key) return fail(notFound(keyId))
    const refused = notTheirs(own, key.scopes as Scope[])
    if (refused) return fail(refused)
    if (key.member_id !== null && key.member_id !== member.value) return fail(ofAnother)
    return key.state === 'ACTIVE' ? ok(key) : fail(ended(key, 'ACTIVE'))
  }

  async function found(tx: Tx, { partnerId }: Caller, id: string): Promise<store.ProgramKey> {
    const key = await store.findProgramKey(tx, partnerId, id)
    if (!key) throw new Error('a key that was just written is not there')
    return key
  }
}

const primary = (message: string): Refused => ({
  code: 'PRIMARY_AUTH_REQUIRED',
  details: [detail('', 'PRIMARY_AUTH_REQUIRED', message)],
})
const membersOnly = primary('Only a member of the team does this, in the dashboard with a passkey.')
const ofAnother = primary('This key acts for another person, who alone changes or rotates it.')

/** UUID of the acting member. */
function memberOf({ actor }: Caller) {
  const id = actor.type === 'partner_user' ? parseId('mem', actor.id) : undefined
  return id === undefined ? fail(membersOnly) : ok(id)
}

function unknownScopes(scopes: readonly Scope[]): Refused | undefined {
  const details = scopes.flatMap((scope, i) =>
    partnerScopes.includes(scope)
      ? []
      : [
          detail(`scopes.${i}`, 'FIELD_INVALID', 'No key may have this.', {
            allowed: partnerScopes,
          }),
        ],
  )
  return details.length > 0 ? { code: 'FIELD_INVALID', details } : undefined
}

/**
 * What the caller may do, by the request and by the role as it is now; undefined for who was removed.
 * A removal or a change of the role that is under way waits, and then finds the key.
 */
async function ownScopes(tx: Tx, { partnerId, scopes }: Caller, memberId: string) {
  const present = await presentScopes(tx, { partnerId, memberId })
  return present && new Set(present.filter((scope) => scopes.has(scope)))
}

function notTheirs(own: ReadonlySet<Scope>, scopes: readonly Scope[]): Refused | undefined {
  const missing = scopes.filter((scope) => !own.has(scope))
  if (missing.length === 0) return undefined
  const text = 'The key may do what you may not.'
  return {
    code: 'SCOPE_MISSING',
    details: [detail('scopes', 'SCOPE_MISSING', text, { allowed: missing })],
  }
}

/** An IPv4 network in the notation of IPv6 would match nothing: addresses are compared as IPv4. */
function listOf(addresses: readonly string[]) {
  const details = addresses.flatMap((address, i) =>
    /^(::|0*:)+ffff:/i.test(address)
      ? [detail(`addresses.${i}`, 'FIELD_INVALID', 'Write an IPv4 address as 203.0.113.7.')]
      : [],
  )
  return details.length > 0
    ? fail({ code: 'FIELD_INVALID', details })
    : ok([...new Set(addresses.map((address) => address.toLowerCase()))])
}

function expiryOf(at: Date, asked: string | null | undefined) {
  if (asked === null) return ok(null)
  const end = asked === undefined ? new Date(at.getTime() + lifeMs) : new Date(asked)
  if (end > at) return ok(end)
  const details = [detail('expiresAt', 'FIELD_INVALID', 'This time has passed.')]
  return fail({ code: 'FIELD_INVALID', details })
}

const notFound = (keyId: string): Refused => ({
  code: 'RECORD_NOT_FOUND',
  details: [detail('keyId', 'RECORD_NOT_FOUND', `No key has the id ${keyId.slice(0, 60)}.`)],
})

const ended = ({ state }: store.ProgramKey, to: string): Refused =>
  illegalTransition(`The key is ${state}.`, {
    from: state,
    to,
    allowed: state === 'REVOKED' ? [] : ['REVOKED'],
  })

const factsOf = (key: store.ProgramKey) => ({
  name: key.name,
  scopes: key.scopes,
  addresses: key.addresses,
  expiresAt: key.expires_at?.toISOString() ?? null,
  issuedTo: key.member_id === null ? null : formatId('mem', key.member_id),
  readsLoggedUntil: key.reads_logged_until?.toISOString() ?? null,
})
