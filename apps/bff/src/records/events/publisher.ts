import type { Client } from 'pg'
import type { Wake } from '../../ports/wake.ts'
import { leaderLoop, type LoopJob, whileQuiet } from '../../engine/background-job.ts'

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

/** In a burst one pass numbers what many transactions wrote. */
const apartMs = 20

/** Publishes events while this process leads. */
export function publisher({ wake }: { wake: Pick<Wake, 'notify'> }): LoopJob {
  return leaderLoop({
    name: 'publisher',
    everyMs: pollMs,
    ...whileQuiet,
    wakeOn: ['events'],
    apartMs,
    run: async ({ client }) => {
      const published = await publishBatch(client)
      if (published > 0) wake.notify('published')
      return published === batchMax ? { againInMs: 0 } : undefined
    },
  })
}
