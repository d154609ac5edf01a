import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../ports/deps.ts'
import { addressReader, blockOf } from '../request/address.ts'
import { Refusal } from '../request/refusal.ts'
import { atMost } from './at-most.ts'

const windowMs = 10_000
const perWindow = 60
const blocksMax = 50_000

/**
 * Limits what one block of addresses may ask before it has signed in (guarantees.md 3.19). `unknown`:
 * only what was asked with an unknown token (404) is counted.
 */
export function limitStrangers(
  deps: Pick<Deps, 'config' | 'realTime'>,
  counted: 'all' | 'unknown' = 'all',
): MiddlewareHandler {
  const addressOf = addressReader(deps.config)
  const counts = new LRUCache<string, number>({ ...atMost(blocksMax) })
  let windowEndsMs = 0
  return async (c, next) => {
    const nowMs = deps.realTime().getTime()
    if (nowMs >= windowEndsMs) {
      counts.clear()
      windowEndsMs = nowMs + windowMs
    }
    const block = blockOf(addressOf(c.req.raw.headers, c.env) ?? '')
    const count = () => counts.set(block, (counts.get(block) ?? 0) + 1)
    if ((counts.get(block) ?? 0) >= perWindow && deps.config.RATE_LIMIT === 'on') {
      throw new Refusal('RATE_LIMITED', 'Too many attempts. Wait a moment and try again.', {
        retryAfterSeconds: Math.ceil((windowEndsMs - nowMs) / 1000),
      })
    }
    if (counted === 'all') count()
    await next()
    if (counted === 'unknown' && c.res.status === 404) count()
  }
}

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } }

/** The other end of the connection, whatever headers say; empty where there is none. */
export const socketAddressOf = (c: Context): string =>
  (c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? ''
