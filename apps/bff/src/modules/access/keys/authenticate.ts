import { createSecretKey, hash, timingSafeEqual } from 'node:crypto'
import { fail, formatId, ok } from '@corridor/domain'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../ports/deps.ts'
import { addressesIn } from '../../../api/request/address.ts'
import { findKey, type KeyRow, listLookups, touchKey } from './key-store.ts'
import { hashSecret, parseKey } from './keys.ts'
import type {
  Credentials,
  Authenticated,
  AuthenticationFailure,
  Authenticator,
  Judgement,
} from '../../../api/request/authenticator.ts'

type AuthenticatorDeps = Pick<Deps, 'config' | 'db' | 'kek' | 'log' | 'realTime' | 'wake'>

/** What one key text turned out to be; `partnerId` where its secret is right, live or not. */
type Judged = { partnerId?: string; outcome: Judgement }

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  // As a key object: bytes would be made into one for every request, which takes five times as long.
  const pepper = createSecretKey(deps.kek.derive('api-key/v1'))
  const noHash = hashSecret(pepper, '')
  const proven = new WeakMap<KeyRow, string>()
  const networks = new WeakMap<KeyRow, (address: string) => boolean>()
  const states = createKeyStates(deps)
  const lookups = createKnownLookups(deps)
  return { authenticate, publicPart }

  /** `x-api-token` first; a bearer token beside it must not name another partner. */
  async function authenticate({ apiToken, bearer, address }: Credentials): Promise<Judgement> {
    const tokens = [apiToken?.trim(), bearerToken(bearer)].filter((text) => text !== undefined)
    const [first, second] = tokens.filter((text) => text !== '')
    if (first === undefined) return fail('API_KEY_MISSING')
    const judged = await judge(first, address)
    if (second === undefined || second === first) return judged.outcome
    const { partnerId: other } = await judge(second, address)
    const differs =
      other !== undefined && judged.partnerId !== undefined && other !== judged.partnerId
    return differs ? fail('AUTH_AMBIGUOUS') : judged.outcome
  }

  async function publicPart({ apiToken, bearer }: Credentials) {
    const lookup = parseKey(apiToken?.trim() || bearerToken(bearer) || '')?.lookup
    return lookup !== undefined && (await lookups()).has(lookup) ? lookup : undefined
  }

  async function judge(text: string, address: string | undefined): Promise<Judged> {
    const parts = parseKey(text)
    if (!parts || parts.environment !== deps.config.ENVIRONMENT) return unknownKey
    const kept = await states.kept(parts.lookup)
    const isKept = isRight(kept?.row, parts.secret)
    // Nobody is refused out of what is kept: an unknown id and a wrong secret both ask the database.
    const state = isKept ? kept : await states.read(parts.lookup)
    if (!(isKept || isRight(state?.row, parts.secret)) || !state) return unknownKey
    const { row } = state
    if (row.isRevoked) return refused(row, 'API_KEY_REVOKED')
    if (row.expiresInMs !== null && row.expiresInMs <= state.ageMs)
      return refused(row, 'API_KEY_EXPIRED')
    if (!isAllowed(row, address)) return refused(row, 'IP_NOT_ALLOWED')
    states.noteUse(row, address)
    return { partnerId: row.partnerId, outcome: ok(factsOf(state)) }
  }

  /** A list is made ready once per read of a key; who has no address is on none. */
  function isAllowed(row: KeyRow, address = ''): boolean {
    if (row.addresses.length === 0) return true
    const isListed = networks.get(row) ?? addressesIn(row.addresses)
    networks.set(row, isListed)
    return isListed(address)
  }

  /**
   * The keyed hash is computed once per read of a key: while that read is valid, a plain digest
   * recognises the secret. An unknown id takes the path of a wrong secret, so that timing reveals
   * nothing.
   */
  function isRight(row: KeyRow | undefined, secret: string): boolean {
    // Compared as text: a partly matching digest reveals nothing about 256 random bits.
    const digest = hash('sha256', secret)
    if (row && proven.get(row) === digest) return true
    const isEqual = timingSafeEqual(hashSecret(pepper, secret), row?.secretHash ?? noHash)
    if (row && isEqual) proven.set(row, digest)
    return row !== undefined && isEqual
  }
}

const unknownKey: Judged = { outcome: fail('API_KEY_INVALID') }
const refused = ({ id, partnerId, kind }: KeyRow, code: AuthenticationFailure): Judged => ({
  partnerId,
  outcome: {
    ...fail(code),
    ...(kind === 'partner' ? { refusedKey: { partnerId, keyId: formatId('key', id) } } : {}),
  },
})

const factsOf = ({ row, ageMs }: State): Authenticated => {
  const { id, partnerId, kind, scopes, memberId, logsReadsForMs } = row
  return {
    partnerId,
    svcPartnerId: formatId('par', partnerId),
    keyId: formatId('key', id),
    ...(memberId === null ? {} : { keyMember: formatId('mem', memberId) }),
    kind,
    scopes: new Set(scopes),
    logsReads: (logsReadsForMs ?? 0) > ageMs,
  }
}

/** The token of `Bearer <token>`, the scheme in any case; another scheme carries no key of ours. */
function bearerToken(header: string | undefined): string | undefined {
  const [scheme = '', ...rest] = (header ?? '').trim().split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? rest.join(' ') : undefined
}

const knownMs = 10_000

/** The lookup ids of all live keys: read while a network floods us, and then once in ten seconds. */
function createKnownLookups({ db, realTime }: AuthenticatorDeps): () => Promise<Set<string>> {
  let last: { readAtMs: number; lookups: Promise<Set<string>> } | undefined
  return () => {
    const nowMs = realTime().getTime()
    if (last && nowMs - last.readAtMs < knownMs) return last.lookups
    const lookups = db.readingAll(listLookups)
    last = { readAtMs: nowMs, lookups }
    lookups.catch(() => (last = undefined))
    return lookups
  }
}

const lifeMs = 1_000
const sizeMax = 10_000

type State = { row: KeyRow; ageMs: number }

/** Key states as read within the last second; a revocation or a moved clock empties it at once. */
function createKeyStates(deps: AuthenticatorDeps) {
  type Entry = { readAtMs: number; row: Promise<KeyRow | undefined> }
  const entries = new LRUCache<string, Entry>({ max: sizeMax })
  // Of keys that exist alone, so that invented ids take nobody's place.
  let underWay = new Map<string, Entry>()
  const forget = () => {
    entries.clear()
    underWay = new Map()
  }
  deps.wake.on('keys', forget)
  deps.wake.on('sweep', forget)
  return { kept, read, noteUse }

  async function kept(lookup: string): Promise<State | undefined> {
    const nowMs = deps.realTime().getTime()
    const entry = fresh(lookup, nowMs)
    const row = await entry?.row
    return row && entry && { row, ageMs: nowMs - entry.readAtMs }
  }

  async function read(lookup: string): Promise<State | undefined> {
    const row = await load(lookup, deps.realTime().getTime()).row
    return row && { row, ageMs: 0 }
  }

  function fresh(lookup: string, nowMs: number): Entry | undefined {
    const entry = entries.get(lookup)
    const ageMs = entry ? nowMs - entry.readAtMs : -1
    return ageMs >= 0 && ageMs < lifeMs ? entry : undefined
  }

  function load(lookup: string, nowMs: number): Entry {
    const reading = underWay
    const begun = reading.get(lookup)
    if (begun) return begun
    const row = deps.db.readingAll((tx) => findKey(tx, lookup))
    const entry = { readAtMs: nowMs, row }
    reading.set(lookup, entry)
    // A read that failed is no answer, and what was read before all was forgotten is none either.
    const keep = (found: KeyRow | undefined) => {
      reading.delete(lookup)
      if (found && reading === underWay) entries.set(lookup, entry)
    }
    row.then(keep, () => keep(undefined))
    return entry
  }

  /** Writes the time of use, at most once a minute and beside the request, never in its way. */
  function noteUse(row: KeyRow, address = ''): void {
    if (!row.isStale) return
    row.isStale = false
    deps.db
      .asWorker((tx) => touchKey(tx, row.id, address))
      .catch((error: unknown) => deps.log.warn({ err: error }, 'time of use of a key not written'))
  }
}
