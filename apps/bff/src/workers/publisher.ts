import type { Client } from 'pg'
import type { Deps } from '../deps.ts'
import { createSealer } from './audit-seal.ts'
import type { Leader } from './leader.ts'
import { type Loop, startLoop } from './loop.ts'

const batchMax = 1_000

/** Correctness is this poll; being woken only makes it quick. */
const pollMs = 1_000

/** Events committed, but an older transaction is still open: it will not be long. */
const blockedMs = 10

export type Published = {
  events: number
  /** Committed events that must wait for transactions older than theirs. */
  blocked: boolean
}

/** Numbers one batch. Only the leader may call it, on the connection that holds its lock. */
export async function publishBatch(client: Client): Promise<Published> {
  const { rows } = await client.query<Published>({
    name: 'publish events',
    text: 'select events, blocked from publish_events($1)',
    values: [batchMax],
  })
  return rows[0] ?? { events: 0, blocked: false }
}

/** Publishes events and seals audit entries while this process leads. */
export function startPublisher(deps: Pick<Deps, 'wake' | 'log'>, leader: Leader): Loop {
  let seal: { client: Client; batch: () => Promise<number> } | undefined
  const loop = startLoop({ name: 'publisher', everyMs: pollMs, log: deps.log, run })
  const off = deps.wake.on('events', loop.kick)
  leader.onElected(loop.kick)
  return {
    kick: loop.kick,
    stop: async () => {
      off()
      await loop.stop()
    },
  }

  async function run(): Promise<{ againInMs: number } | undefined> {
    const client = leader.client()
    if (!client) return undefined
    if (seal?.client !== client) seal = { client, batch: await createSealer(client) }

    const published = await publishBatch(client)
    if (published.events > 0) deps.wake.notify('published')
    const sealed = await seal.batch()
    if (published.events === batchMax || sealed === batchMax) return { againInMs: 0 }
    return published.blocked ? { againInMs: blockedMs } : undefined
  }
}
