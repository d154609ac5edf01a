import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
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

test('no index of transfers names what a change within a state writes', async () => {
  const { rows } = await db.asWorker((tx) =>
    sql<{ name: string; columns: string[] }>`
      select i.indexrelid::regclass::text as name, array(
        select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum > 0
          and pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M')) as columns
      from pg_index i where i.indrelid = 'transfer'::regclass`.execute(tx),
  )
  const changed = ['event_status', 'updated_at', 'version', 'fence', 'received', 'review']
  const named = rows.filter(({ columns }) => changed.some((name) => columns.includes(name)))
  expect(named).toEqual([])
  expect(rows.length).toBeLessThanOrEqual(15)
})
