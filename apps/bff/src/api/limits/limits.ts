import { LRUCache } from 'lru-cache'
import { takeTokens } from './limits-store.ts'
import type { Deps } from '../../ports/deps.ts'
import type { Caller } from '../request/caller.ts'
import { Refusal } from '../request/refusal.ts'

/** Requests per second; operations.md 1. */
const perPartner = 100
export const perOperation = 25
const moneyWritesAtOnce = 20
/** A process leases at most what 100 ms allow (decisions.md 20). */
const leaseShare = 0.1

export type LimitFacts = { limit: number; remaining: number; resetSeconds: number }
type Local = { tokens: number; granted: number; left: number; leasedAt: number }

const moneyScopes = new Set(['transfers:write', 'liquidity:write'])

/** Counts requests against buckets in the database, of which this process leases small blocks. */
export function createLimits(deps: Deps) {
  // One that is dropped costs its partner what was leased, at most a tenth of a second.
  const locals = new LRUCache<string, Local>({ max: 10_000 })
  const leases = new Map<string, Promise<Local>>()
  const writing = new Map<string, number>()
  const off = deps.config.RATE_LIMIT === 'off'
  return { admit, hold }

  /** Admits a request or refuses it with 429; says what is left either way. */
  async function admit(caller: Caller, operationId: string): Promise<LimitFacts> {
    const full = { limit: perOperation, remaining: perOperation, resetSeconds: 1 }
    if (off) return full
    const owner = `${caller.partnerId}${caller.isConsole ? ':console' : ''}`
    const operation = await take(`${owner}:${operationId}`, perOperation)
    const partner = operation > 0 ? await take(owner, perPartner) : perPartner
    const remaining = Math.max(0, Math.floor(Math.min(operation, partner)) - 1)
    const facts = { limit: perOperation, remaining, resetSeconds: 1 }
    if (operation > 0 && partner > 0) return facts
    throw limited('Too many requests. Slow down and try again.')
  }

  /** Takes one token; gives how many were there, 0 for none. */
  async function take(name: string, perSecond: number): Promise<number> {
    for (;;) {
      const known = locals.get(name)
      if (known && known.tokens >= 1 && deps.realTime().getTime() - known.leasedAt < 1000) {
        known.tokens -= 1
        return known.left + known.tokens + 1
      }
      // Requests that wait share one lease, or each of them would throw the others' block away.
      const under = leases.get(name) ?? lease(name, perSecond).finally(() => leases.delete(name))
      leases.set(name, under)
      const local = await under
      locals.set(name, local)
      if (local.granted < 1) return 0
    }
  }

  async function lease(name: string, perSecond: number): Promise<Local> {
    const block = Math.max(1, Math.floor(perSecond * leaseShare))
    const { granted, left } = await deps.db.asWorker((tx) => takeTokens(tx, name, perSecond, block))
    return { tokens: granted, granted, left, leasedAt: deps.realTime().getTime() }
  }

  /** Holds one of the partner's places for money writes; the returned function gives it back. */
  function hold(caller: Caller, scope: string): () => void {
    if (off || !moneyScopes.has(scope)) return () => undefined
    const held = writing.get(caller.partnerId) ?? 0
    if (held >= moneyWritesAtOnce) throw limited('Too many money writes at once.')
    writing.set(caller.partnerId, held + 1)
    return () => {
      const rest = (writing.get(caller.partnerId) ?? 1) - 1
      if (rest > 0) writing.set(caller.partnerId, rest)
      else writing.delete(caller.partnerId)
    }
  }
}

const limited = (message: string) => new Refusal('RATE_LIMITED', message, { retryAfterSeconds: 1 })
