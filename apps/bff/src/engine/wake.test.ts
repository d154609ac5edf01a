import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database/database.ts'
import { withClient } from '../db/server/server.ts'
import { createWake } from './wake.ts'

type TestWake = Awaited<ReturnType<typeof createWake>>
const log = pino({ level: 'silent' })
let db: TestDatabase
let testWake: TestWake
let other: TestWake
beforeAll(async () => {
  db = await createTestDatabase()
  testWake = await createWake({ databaseUrl: db.urls.worker, log })
  other = await createWake({ databaseUrl: db.urls.worker, log })
})
afterAll(async () => {
  await testWake.close()
  await other.close()
  await db.close()
})

function counted(wake: TestWake, topic: 'events' | 'sweep') {
  const count = { times: 0 }
  const off = wake.on(topic, () => {
    count.times += 1
  })
  return { count, off }
}

describe('waking', () => {
  test('reaches this process at once, and others soon, once for a burst', async () => {
    const mine = counted(testWake, 'events')
    const theirs = counted(other, 'events')
    const unrelated = counted(other, 'sweep')
    for (let n = 0; n < 50; n += 1) testWake.notify('events')
    expect(mine.count.times).toBe(50)
    await expect.poll(() => theirs.count.times).toBe(1)
    await sleep(50)
    expect([mine.count.times, theirs.count.times, unrelated.count.times]).toEqual([50, 1, 0])
    for (const { off } of [mine, theirs, unrelated]) off()
    testWake.notify('events')
    expect(mine.count.times).toBe(50)
  })

  test('a listener that throws does not keep others from being called', () => {
    const off = testWake.on('sweep', () => {
      throw new Error('deaf')
    })
    const after = counted(testWake, 'sweep')
    testWake.notify('sweep')
    expect(after.count.times).toBe(1)
    off()
    after.off()
  })

  test('reconnects automatically, and then wakes every listener once for what was missed', async () => {
    const theirs = counted(other, 'sweep')
    await withClient(db.adminUrl, (admin) =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'corridor wake' and datname = current_database()`,
      ),
    )
    await expect.poll(() => theirs.count.times).toBeGreaterThan(0)
    const before = theirs.count.times
    await expect
      .poll(() => {
        testWake.notify('sweep')
        return theirs.count.times
      })
      .toBeGreaterThan(before)
    theirs.off()
  })

  test('knows what was written in whatever process, once it is committed', async () => {
    const { rows } = await db.asWorker((tx) =>
      sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx),
    )
    const own = BigInt(rows[0]?.id ?? '')
    const next = () => BigInt(other.written()?.split(':')[1] ?? 0)
    await expect.poll(() => next() > own, { timeout: 5_000 }).toBe(true)
  })
})
