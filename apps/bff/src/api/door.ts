import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../ports/deps.ts'
import { addressReader, blockOf } from './request/address.ts'
import { Refusal } from './request/refusal.ts'

/** How many wrong keys one block of addresses may try at once, and again each second. */
const triesMax = 60
const triesPerSecond = 6
/**
 * Who tried more waits for the refusal, each for another time, so that they do not all come back at
 * once: a connection that waits costs nothing.
 */
const holdMs = { least: 1_000, most: 3_000 }
const heldMax = 512
const blocksMax = 50_000
const provenMax = 50_000

type Bucket = { tries: number; filledAtMs: number }

/** A request as far as it is known before anybody is asked who sent it. */
export type Visitor = { headers: Headers; env: unknown }

export type Door = {
  /**
   * Has `ask` look a secret up, unless too many wrong ones came from this block of addresses: then
   * it is refused without a look. A secret that was right within the hour is always looked up, so
   * that nobody is shut out by a neighbour.
   * @throws Refusal RATE_LIMITED
   */
  through<T>(
    visitor: Visitor,
    secret: string,
    ask: () => Promise<T>,
    isRight: (answer: T) => boolean,
  ): Promise<T>
}

/** The limit ahead of any query (guarantees.md, 3.19), in this process's memory. */
export function createDoor({
  config,
  realTime,
  random,
}: Pick<Deps, 'config' | 'realTime' | 'random'>): Door {
  const addressOf = addressReader(config)
  const buckets = new LRUCache<string, Bucket>({ max: blocksMax })
  const proven = new LRUCache<string, true>({ max: provenMax, ttl: 3_600_000 })
  let held = 0
  return {
    through: async ({ headers, env }, secret, ask, isRight) => {
      const address = config.RATE_LIMIT === 'on' ? addressOf(headers, env) : undefined
      if (address === undefined) return ask()
      const name = hash('sha256', secret)
      const block = blockOf(address)
      const isProven = proven.has(name)
      if (!isProven && bucketOf(block).tries < 1) await refuse()
      // Taken before the look, so that many at once are counted, and given back to who was right.
      bucketOf(block).tries -= 1
      const answer = await ask()
      if (isRight(answer)) {
        bucketOf(block).tries += 1
        proven.set(name, true)
      } else proven.delete(name)
      return answer
    },
  }

  function bucketOf(block: string): Bucket {
    const nowMs = realTime().getTime()
    const known = buckets.get(block) ?? { tries: triesMax, filledAtMs: nowMs }
    const gained = (Math.max(0, nowMs - known.filledAtMs) / 1_000) * triesPerSecond
    known.tries = Math.min(triesMax, known.tries + gained)
    known.filledAtMs = nowMs
    buckets.set(block, known)
    return known
  }

  async function refuse(): Promise<never> {
    if (held < heldMax) {
      held += 1
      const share = (random(1)[0] ?? 0) / 256
      const waitMs = holdMs.least + share * (holdMs.most - holdMs.least)
      await sleep(waitMs).finally(() => (held -= 1))
    }
    throw new Refusal(
      'RATE_LIMITED',
      'Too many wrong keys came from this network. Wait a moment.',
      {
        retryAfterSeconds: 1,
      },
    )
  }
}
