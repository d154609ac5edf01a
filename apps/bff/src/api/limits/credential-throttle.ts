import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../ports/deps.ts'
import { addressReader, blockOf } from '../request/address.ts'
import { Refusal } from '../request/refusal.ts'
import { atMost } from './at-most.ts'

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
/** Secrets not seen before that are looked up at once, so that those that were never wait for them. */
const looksMax = 4

type Bucket = { tries: number; filledAtMs: number }

/** A request as far as it is known before anybody is asked who sent it. */
export type Visitor = { headers: Headers; env: unknown }

type Question<T> = {
  ask: () => Promise<T>
  isRight: (answer: T) => boolean
  /**
   * The public part of a secret where one of ours has it, without a query of its own: who brings it
   * is counted by it and not by his network, where that has tried too much.
   */
  publicPart?: () => Promise<string | undefined>
}

export type CredentialThrottle = {
  /**
   * Has `ask` look a secret up, unless too many wrong ones came from this block of addresses: then
   * it is refused without a look. A secret that was right within the hour is always looked up, and
   * so is one whose public part is known, so that nobody is shut out by a neighbour.
   * @throws Refusal RATE_LIMITED
   */
  check<T>(visitor: Visitor, secret: string, question: Question<T>): Promise<T>
  /** Notes a secret that was just given out as right. */
  trust(secret: string): void
}

/** The limit ahead of any query (guarantees.md 3.19), in this process's memory. */
export function createCredentialThrottle({
  config,
  realTime,
  random,
}: Pick<Deps, 'config' | 'realTime' | 'random'>): CredentialThrottle {
  const addressOf = addressReader(config)
  const buckets = new LRUCache<string, Bucket>({ ...atMost(blocksMax) })
  const proven = new LRUCache<string, true>({ ...atMost(provenMax), ttl: 3_600_000 })
  const enter = createGate(looksMax)
  let held = 0
  return {
    trust: (secret) => void proven.set(hash('sha256', secret), true),
    check: async ({ headers, env }, secret, question) => {
      const address = config.RATE_LIMIT === 'on' ? addressOf(headers, env) : undefined
      if (address === undefined) return question.ask()
      const name = hash('sha256', secret)
      if (proven.has(name)) return look(name, question)
      const bucket = await takeTry(blockOf(address), question)
      const leave = await enter()
      const answer = await look(name, question).finally(leave)
      if (question.isRight(answer)) bucketOf(bucket).tries += 1
      return answer
    },
  }

  async function look<T>(name: string, { ask, isRight }: Question<T>): Promise<T> {
    const answer = await ask()
    if (isRight(answer)) proven.set(name, true)
    else proven.delete(name)
    return answer
  }

  /**
   * Takes a try before the look, so that many at once are counted; it is given back to who was right.
   * @throws Refusal where neither the block nor the secret's public part has one left
   */
  async function takeTry<T>(block: string, { publicPart }: Question<T>): Promise<string> {
    if (isTaken(block)) return block
    const known = await publicPart?.()
    if (known !== undefined && isTaken(`secret ${known}`)) return `secret ${known}`
    return refuse()
  }

  function isTaken(name: string): boolean {
    const bucket = bucketOf(name)
    if (bucket.tries < 1) return false
    bucket.tries -= 1
    return true
  }

  function bucketOf(name: string): Bucket {
    const nowMs = realTime().getTime()
    const known = buckets.get(name) ?? { tries: triesMax, filledAtMs: nowMs }
    const gained = (Math.max(0, nowMs - known.filledAtMs) / 1_000) * triesPerSecond
    known.tries = Math.min(triesMax, known.tries + gained)
    known.filledAtMs = nowMs
    buckets.set(name, known)
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

/** So many at a time, in the order in which they came. */
function createGate(most: number): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let inside = 0
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }
  return async () => {
    if (inside < most) inside += 1
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    return leave
  }
}
