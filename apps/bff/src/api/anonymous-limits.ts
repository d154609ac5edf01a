import type { Context, MiddlewareHandler } from 'hono'
import type { Deps } from '../ports/deps.ts'
import { Refusal } from './request/refusal.ts'

const windowMs = 10_000
const perWindow = 60

/** Limits what one block of addresses may ask before it has signed in (guarantees.md, 3.19). */
export function limitStrangers(deps: Pick<Deps, 'config' | 'realTime'>): MiddlewareHandler {
  let counts = new Map<string, number>()
  let windowEndsMs = 0
  return async (c, next) => {
    const nowMs = deps.realTime().getTime()
    if (nowMs >= windowEndsMs) {
      counts = new Map()
      windowEndsMs = nowMs + windowMs
    }
    const block = blockOf(addressOf(c))
    const count = (counts.get(block) ?? 0) + 1
    counts.set(block, count)
    if (count > perWindow && deps.config.RATE_LIMIT === 'on') {
      throw new Refusal('RATE_LIMITED', 'Too many attempts. Wait a moment and try again.', {
        retryAfterSeconds: Math.ceil((windowEndsMs - nowMs) / 1000),
      })
    }
    await next()
  }
}

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } }

const addressOf = (c: Context): string =>
  (c.env as NodeBindings | undefined)?.incoming?.socket?.remoteAddress ?? ''

/** /24 of IPv4, /64 of IPv6: who has one address of these has them all. */
export function blockOf(address: string): string {
  const v4 = address.replace(/^::ffff:/i, '')
  if (/^\d+\.\d+\.\d+\.\d+$/.test(v4)) return v4.split('.').slice(0, 3).join('.')
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}
