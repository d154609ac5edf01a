import type { Client } from 'pg'
import type { Deps } from '../../ports/deps.ts'
import { createSealer } from '../audit/audit-seal.ts'
import type { Leader } from '../../engine/leader.ts'
import { type Loop, startLoop } from '../../engine/loop.ts'

const batchMax = 1_000

/** Correctness is this poll; being woken only makes it quick. */
const pollMs = 1_000

/**
 * Numbers a batch of committed events and gives their count. Only the leader may call it, on the
 * connection that holds its lock.
 */
export async function publishBatch(client: Client): Promise<number> {
  const { rows } = await client.query<{ events: number }>({
    name: 'publish events',
    text: 'select publish_events($1) as events',
    values: [batchMax],
  })
  return rows[0]?.events ?? 0
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
    if (published > 0) deps.wake.notify('published')
    const sealed = await seal.batch()
    return Math.max(published, sealed) === batchMax ? { againInMs: 0 } : undefined
  }
}
