import { fromKysely, PgBoss } from 'pg-boss'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.ts'
import { jobsSchema } from './jobs-schema.ts'

let db: TestDatabase
let boss: PgBoss
const partner = '00000000-0000-7000-8000-000000000001'

beforeAll(async () => {
  db = await createTestDatabase()
  boss = new PgBoss({
    connectionString: db.urls.worker,
    schema: jobsSchema,
    migrate: false,
    createSchema: false,
    reindex: false,
    useListenNotify: true,
    superviseIntervalSeconds: 1,
    max: 2,
  })
  boss.on('error', (error) => {
    throw error
  })
  await boss.start()
  await boss.createQueue('transfer', { policy: 'exclusive', notify: true, expireInSeconds: 30 })
})
afterAll(async () => {
  await boss.stop({ graceful: false, close: true })
  await db.close()
})

describe('a job belongs to the transaction that needs it', () => {
  test('the app sends inside its transaction: committed it is there, rolled back it is not', async () => {
    const send = (transferId: string, work: () => void) =>
      db.withPartner(partner, async (tx) => {
        await boss.send(
          'transfer',
          { transferId },
          { db: fromKysely(tx), singletonKey: transferId },
        )
        work()
      })
    await send('kept', () => undefined)
    const undone = send('undone', () => {
      throw new Error('the change failed')
    })
    await expect(undone).rejects.toThrow('the change failed')

    const jobs = await boss.fetch<{ transferId: string }>('transfer', { batchSize: 10 })
    expect(jobs.map((job) => job.data.transferId)).toEqual(['kept'])
    const [job] = jobs
    await db.asWorker((tx) =>
      boss.complete('transfer', job?.id ?? '', null, { db: fromKysely(tx) }),
    )
    expect((await boss.findJobs('transfer', { id: job?.id ?? '' }))[0]?.state).toBe('completed')
  })
  test('a second job for the same work changes nothing', async () => {
    const send = () =>
      db.withPartner(partner, (tx) =>
        boss.send('transfer', {}, { db: fromKysely(tx), singletonKey: 'same' }),
      )
    expect(await send()).not.toBeNull()
    expect(await send()).toBeNull()
  })
  test('a worker is woken by the commit', async () => {
    await boss.createQueue('woken', { notify: true })
    const woken = Promise.withResolvers<object>()
    await boss.work('woken', { pollingIntervalSeconds: 30 }, ([job]) => {
      woken.resolve(job?.data ?? {})
      return Promise.resolve()
    })
    await db.withPartner(partner, (tx) => boss.send('woken', { a: 1 }, { db: fromKysely(tx) }))
    expect(await woken.promise).toEqual({ a: 1 })
  })
  test('the supervisor runs with the worker’s rights', async () => {
    await boss.supervise()
  })
  test('neither app nor worker may change the queue’s tables', async () => {
    const alter = sql`alter table pgboss.job add column x int`
    await expect(db.asWorker((tx) => alter.execute(tx))).rejects.toThrow('must be owner')
    await expect(db.withPartner(partner, (tx) => alter.execute(tx))).rejects.toThrow(
      'must be owner',
    )
  })
})
