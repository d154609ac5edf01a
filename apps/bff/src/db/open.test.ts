import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { now } from './open.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

describe('time', () => {
  test('app and worker read the one clock of the service', async () => {
    const app = await db.withPartner('00000000-0000-7000-8000-000000000001', now)
    const worker = await db.asWorker(now)
    expect(worker.getTime()).toBeGreaterThanOrEqual(app.getTime())
  })
})
