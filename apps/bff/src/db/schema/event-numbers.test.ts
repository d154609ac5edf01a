import { afterEach, expect, test } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase } from '../../../test/support/database/database.ts'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { withClient } from '../server/server.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations.ts'

let database: EmptyDatabase | undefined
afterEach(() => database?.drop())

/** As the release before wrote them: three that were published, and two that wait. */
const former = `
  insert into partner (id, name, environment, created_at)
    select '0198a5c0-0000-7000-8000-0000000000aa', 'first', 'sandbox', now();
  insert into event_sequence (partner_id, last, last_at)
    select id, 3, '2026-01-03' from partner where name = 'first';
  insert into event (partner_id, id, sequence, category, type, status, object, subject_kind, subject_id,
      subject_version, created_at)
    select p.id, uuidv7(), case when n <= 3 then n end, 'entity', 'updated', 'updated', '{}', 'entity',
      'ent_' || n, n, timestamptz '2026-01-01' + (n - 1) * interval '1 day'
    from partner p, generate_series(1, 5) n where p.name = 'first' order by n`

test('events keep their numbers and times, and what waits gets the next ones', async () => {
  database = await createEmptyDatabase()
  const { ownerUrl } = database
  const files = readMigrations()
  const before = files.filter(({ set, file }) => set !== 'bff' || file < '0068')
  const log = keptLog()
  await migrate({ ownerUrl, log, files: before, functions: [] })
  await withClient(ownerUrl, (owner) => owner.query(former))
  await migrate({ ownerUrl, log, files })
  const { rows } = await withClient(ownerUrl, async (owner) => {
    await owner.query('select publish_events(1000)')
    return owner.query(`select n.sequence::int as number, e.subject_version as version,
        to_char(n.at at time zone 'UTC', 'MM-DD') as at, n.written_at = e.created_at as "isFound"
      from event_number n join event e on e.id = n.event_id
      where n.partner_id = '0198a5c0-0000-7000-8000-0000000000aa' order by 1`)
  })
  expect(rows).toEqual(
    [1, 2, 3, 4, 5].map((n) => ({ number: n, version: n, at: `01-0${n}`, isFound: true })),
  )
})
