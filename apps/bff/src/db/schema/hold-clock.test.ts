import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { holdClock } from '../open.ts'

const db = sharedDatabase()

const moves = [
  `advance_service_clock(interval '8 days')`,
  `begin_service_clock(interval '8 days')`,
  'finish_past_clock()',
]

test('in live nobody moves the clock, and one that was moved is refused', async () => {
  await holdClock(db.urls.owner)
  for (const move of moves)
    await expect(
      db.asWorker((tx) => sql`select ${sql.raw(move)}`.execute(tx)),
      move,
    ).rejects.toThrow('permission denied')
  // As a sandbox would have left it.
  const owner = new Client({ connectionString: db.urls.owner })
  await owner.connect()
  await owner.query(`select advance_service_clock(interval '1 hour')`)
  await owner.end()
  await expect(holdClock(db.urls.owner)).rejects.toThrow('that of a sandbox')
})
