import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Outbound } from '../../ports/outbound.ts'
import { discoveryUrl, readKeys, readKeysUrl } from './documents.ts'

/** Keys are asked for anew after this, or earlier where the issuer says so (guarantees.md 3.14). */
const lifeMs = { usual: 600_000, least: 60_000 }
/** A token whose key is not there asks once more, so that a new key works at once; not more often. */
const refreshMs = 30_000
/** Without any keys an issuer is asked again after this. */
const retryMs = 5_000
/** An issuer that is down is trusted so long by the keys it had: one that is lost may be revoked. */
const staleMs = 3_600_000
const issuersMax = 500

type Parts = {
  outbound: Pick<Outbound, 'get'>
  /** Milliseconds that only go forward. */
  clock: () => number
  log: Pick<Logger, 'warn'>
}

/** What is known of one issuer's keys. */
type State = {
  keys: JWTVerifyGetKey | undefined
  /** Of the last answer that brought keys. */
  fetchedAt: number
  lifeMs: number
  /** Of the last try, whatever came of it. */
  triedAt: number
  /** Why the last try brought no keys. */
  wrong: string | undefined
  running: Promise<void> | undefined
}

/**
 * The key sets of issuers, found by discovery and fetched when a key is asked for. An issuer comes
 * from the signer's own list, never from a token. A key function throws jose's errors where the set
 * has no such key, and an ordinary one where no set can be had.
 */
export function createKeySets({
  outbound,
  clock,
  log,
}: Parts): (issuer: string) => JWTVerifyGetKey {
  const known = new LRUCache<string, State>({ max: issuersMax })

  return (issuer) => async (header, token) => {
    const state = stateOf(issuer)
    if (isDue(state)) await refresh(issuer, state)
    const keys = usable(state)
    if (!keys) throw unavailable(issuer, state)
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    }
    if (state.running || clock() - state.triedAt >= refreshMs) await refresh(issuer, state)
    const renewed = usable(state)
    // An unknown key proves nothing while the issuer cannot be asked whether it is new.
    if (!renewed || state.wrong !== undefined) throw unavailable(issuer, state)
    return renewed(header, token)
  }

  function stateOf(issuer: string): State {
    const found = known.get(issuer)
    if (found) return found
    const never = -Infinity
    const state: State = {
      keys: undefined,
      fetchedAt: never,
      lifeMs: 0,
      triedAt: never,
      wrong: undefined,
      running: undefined,
    }
    known.set(issuer, state)
    return state
  }

  function isDue(state: State): boolean {
    if (state.running) return usable(state) === undefined
    const now = clock()
    if (now - state.fetchedAt < state.lifeMs) return false
    return now - state.triedAt >= (usable(state) ? refreshMs : retryMs)
  }

  function usable(state: State): JWTVerifyGetKey | undefined {
    return clock() - state.fetchedAt < staleMs ? state.keys : undefined
  }

  /** One fetch at a time for an issuer; whoever comes meanwhile waits for the same. */
  async function refresh(issuer: string, state: State): Promise<void> {
    state.running ??= fetchInto(issuer, state).finally(() => {
      state.running = undefined
    })
    await state.running
  }

  async function fetchInto(issuer: string, state: State): Promise<void> {
    state.triedAt = clock()
    const fetched = await fetchKeys(issuer)
    if ('wrong' in fetched) {
      state.wrong = fetched.wrong
      const isStale = usable(state) !== undefined
      log.warn({ issuer, reason: fetched.wrong, isStale }, 'the keys of an issuer cannot be had')
      return
    }
    Object.assign(state, { ...fetched, fetchedAt: clock(), wrong: undefined })
  }

  async function fetchKeys(issuer: string): Promise<Fetched> {
    const discovery = await documentAt(discoveryUrl(issuer))
    if ('wrong' in discovery) return discovery
    const found = readKeysUrl(discovery.body, issuer)
    if ('wrong' in found) return found
    const set = await documentAt(found.url)
    if ('wrong' in set) return set
    const keys = readKeys(set.body)
    if (!keys) return { wrong: 'the key set is no JSON object with a list of keys' }
    const asked = (set.maxAgeSeconds ?? Infinity) * 1_000
    return {
      keys: createLocalJWKSet({ keys }),
      lifeMs: Math.max(lifeMs.least, Math.min(lifeMs.usual, asked)),
    }
  }

  async function documentAt(url: string) {
    const outcome = await outbound.get(url)
    if (outcome.kind === 'failed') return { wrong: outcome.message }
    return outcome.status === 200 ? outcome : { wrong: `${url} answered with ${outcome.status}` }
  }
}

type Fetched = { keys: JWTVerifyGetKey; lifeMs: number } | { wrong: string }

const unavailable = (issuer: string, { wrong = 'not asked yet' }: State) =>
  new Error(`The keys of ${issuer} cannot be had: ${wrong}.`)
