import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/database.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { insertTestTransfer } from '../../../test/support/money/transfers.ts'
import { lockTransfer } from './store.ts'

const db = sharedDatabase()

test('a lock that had to be waited for is judged by the time after the wait', async () => {
  const partnerId = await insertPartner(db)
  const { id } = await insertTestTransfer(db, partnerId, { status: 'QUOTED', validFor: 60 })
  const lock = () => db.asWorker((tx) => lockTransfer(tx, partnerId, id))
  const waiting = await db.asWorker(async (holder) => {
    await lockTransfer(holder, partnerId, id)
    const second = { locked: lock() }
    await expect.poll(blocked).toBe(1)
    await db.asWorker((tx) => sql`select advance_service_clock('90 seconds')`.execute(tx))
    return second
  })
  const row = await waiting.locked
  expect(row && row.read_at >= row.valid_until).toBe(true)

  async function blocked(): Promise<number> {
    const { rows } = await db.asWorker((tx) =>
      sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx),
    )
    return rows[0]?.n ?? 0
  }
})
