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

/**
 * Numbers committed events, for each partner without gaps. An event is only taken once every
 * transaction with a lower id has ended, so nothing can appear below a number given: who reads in
 * the order of numbers misses nothing. One statement, so that a crash numbers all or none.
 */
const numberEvents = `
  with open_from as (select pg_snapshot_xmin(pg_current_snapshot()) as xid),
  batch as materialized (
    select partner_id, id, created_at,
      row_number() over (partition by partner_id order by xid, id) as place
    from (
      select e.partner_id, e.id, e.created_at, e.xid from event e
      where e.sequence is null and e.xid < (select xid from open_from)
      order by e.xid, e.id limit $1
    ) as committed
  ), counted as (
    select partner_id, count(*) as many from batch group by partner_id
  ), counter as (
    insert into event_sequence as s (partner_id, last)
    select partner_id, many from counted order by partner_id
    on conflict (partner_id) do update set last = s.last + excluded.last
    returning partner_id, last
  ), numbered as (
    update event e set sequence = counter.last - counted.many + batch.place
    from batch join counted using (partner_id) join counter using (partner_id)
    where e.partner_id = batch.partner_id and e.id = batch.id and e.created_at = batch.created_at
    returning 1
  )
  select (select count(*)::int from numbered) as events,
    exists (select from event where sequence is null and xid >= (select xid from open_from)) as blocked`

/** Numbers one batch. Only the leader may call it, on the connection that holds its lock. */
export async function publishBatch(client: Client): Promise<Published> {
  const { rows } = await client.query<Published>({
    name: 'number events',
    text: numberEvents,
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

  async function run() {
    const client = leader.client()
    if (!client) return
    if (seal?.client !== client) seal = { client, batch: await createSealer(client) }

    const published = await publishBatch(client)
    if (published.events > 0) deps.wake.notify('published')
    const sealed = await seal.batch()
    if (published.events === batchMax || sealed === batchMax) return { againInMs: 0 }
    return published.blocked ? { againInMs: blockedMs } : undefined
  }
}
