import { entityUpdated } from '../../../test/support/events/entity-updated.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { startLeader } from '../../engine/leader.ts'
import { publisher } from './publisher.ts'
import { createWake } from '../../engine/wake.ts'
import { recordEvent } from './outbox.ts'
import { createStreamHub } from './stream-hub.ts'
import type { StreamHub, StreamItem } from '../../api/stream.ts'

const log = pino({ level: 'silent' })
let db: TestDatabase
let hub: StreamHub
let notify: () => void
let reads = 0
const stops: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  db = await createTestDatabase()
  const wake = await createWake({ databaseUrl: db.urls.worker, log })
  const leader = startLeader({ databaseUrl: db.urls.worker, log })
  const publishing = publisher({ wake }).start({ wake, log, leader })
  const counted: TestDatabase = {
    ...db,
    asWorker: (work) => {
      reads += 1
      return db.asWorker(work)
    },
  }
  hub = createStreamHub({ db: counted, wake, log })
  notify = () => wake.notify('events')
  stops.push(hub.close, publishing.stop, leader.stop, wake.close, db.close)
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

async function change(partnerId: string, version: number): Promise<void> {
  await db.asWorker((tx) => recordEvent(tx, entityUpdated(partnerId, { version })))
  notify()
}

const subscribe = (partnerId: string, after?: number) =>
  hub.subscribe(partnerId, after, new AbortController().signal)

/** Reads until so many items came. */
const take = async (partnerId: string, after: number | undefined, count: number) =>
  count === 0 ? [] : numbersOf(await subscribe(partnerId, after), count)

async function numbersOf(items: AsyncIterable<StreamItem>, count: number): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of items) if (ids.push(id) === count) break
  return ids
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

describe('the live stream', () => {
  test('brings each event once and in order to every client, wherever it resumes', async () => {
    const partnerId = await insertPartner(db)
    const fromStart = take(partnerId, 0, 60)
    for (let version = 1; version <= 20; version += 1) await change(partnerId, version)
    await expect.poll(() => take(partnerId, 0, 20)).toEqual(upTo(1, 20))

    const fromMiddle = take(partnerId, 7, 53)
    const fromSecondMiddle = take(partnerId, 19, 41)
    await Promise.all(upTo(21, 60).map((version) => change(partnerId, version)))
    expect(await fromStart).toEqual(upTo(1, 60))
    expect(await fromMiddle).toEqual(upTo(8, 60))
    expect(await fromSecondMiddle).toEqual(upTo(20, 60))
  })

  test('without a last number it begins now, and another partner’s events stay out', async () => {
    const [mine, other] = [await insertPartner(db), await insertPartner(db)]
    await change(mine, 1)
    await expect.poll(() => take(mine, 0, 1)).toEqual([1])
    const [live, others] = [await subscribe(mine), await subscribe(other)]
    await change(mine, 2)
    await change(other, 1)
    await change(mine, 3)
    expect(await numbersOf(live, 2)).toEqual([2, 3])
    expect(await numbersOf(others, 1)).toEqual([1])
  })

  test('a number that lies ahead of everything, from before a reset, does not stall', async () => {
    const partnerId = await insertPartner(db)
    const live = take(partnerId, 1_000_000, 1)
    const before = reads
    await expect.poll(() => reads).toBeGreaterThan(before)
    await change(partnerId, 1)
    expect(await live).toEqual([1])
  })

  test('a hundred clients cost the database no more reads than one', async () => {
    const partnerId = await insertPartner(db)
    const clients = upTo(1, 100).map(() => take(partnerId, 0, 10))
    await expect.poll(() => reads).toBeGreaterThan(100)
    const before = reads
    for (let version = 1; version <= 10; version += 1) await change(partnerId, version)
    for (const ids of await Promise.all(clients)) expect(ids).toEqual(upTo(1, 10))
    expect(reads - before).toBeLessThan(40)
  })

  test('ends with its signal and leaves nothing behind', async () => {
    const partnerId = await insertPartner(db)
    const stop = new AbortController()
    const ended = (async () => {
      for await (const item of await hub.subscribe(partnerId, 0, stop.signal))
        expect(item).toBeUndefined()
      return 'ended'
    })()
    stop.abort()
    expect(await ended).toBe('ended')
  })

  test('a client that does not read is ended, not kept in memory', async () => {
    const partnerId = await insertPartner(db)
    const stop = new AbortController()
    const opened = await hub.subscribe(partnerId, 0, stop.signal)
    const items = opened[Symbol.asyncIterator]()
    const first = items.next()
    await change(partnerId, 1)
    expect((await first).value).toMatchObject({ id: 1 })
    await db.asWorker((tx) =>
      sql`insert into event (partner_id, id, category, type, status, object, subject_kind, subject_id,
          subject_version, created_at)
        select partner_id, gen_random_uuid(), category, type, status, object, subject_kind,
          subject_id, subject_version, created_at
        from event, generate_series(1, 7000) where partner_id = ${partnerId}`.execute(tx),
    )
    notify()
    let count = 1
    for (let next = await settled(); !next.done; next = await items.next()) count += 1
    expect(count).toBeLessThan(7_001)

    async function settled() {
      await expect.poll(() => lastNumber(partnerId)).toBe(7_001)
      await change(partnerId, 2)
      await expect.poll(() => lastNumber(partnerId)).toBe(7_002)
      const before = reads
      await expect.poll(() => reads).toBeGreaterThan(before)
      return items.next()
    }
  })
})

const lastNumber = (partnerId: string) =>
  db.asWorker(async (tx) => {
    const query = tx.selectFrom('event_sequence').select('last').where('partner_id', '=', partnerId)
    return (await query.executeTakeFirst())?.last
  })
