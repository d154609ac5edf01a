import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import { shared } from '../../../test/support/process/shared.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { withClient } from '../../db/server/server.ts'
import type { Tx } from '../../db/open.ts'
import { publishBatch } from './publisher.ts'
import { numberedEvents } from './store.ts'

// Its plans are those of tables that held nothing before.
const db = shared(createTestDatabase)

const publish = () => withClient(db.urls.worker, publishBatch)

/** Events whose versions are in the order in which they are written. */
const write = (tx: Tx, partnerId: string, from: number, to: number) =>
  sql`insert into event (partner_id, id, category, type, status, object, subject_kind, subject_id,
      subject_version, created_at)
    select ${partnerId}, gen_random_uuid(), 'entity', 'updated', 'updated', '{}', 'entity', 'many', n,
      service_now()
    from generate_series(${from}::int, ${to}::int) n order by n`.execute(tx)

const versionsOf = (partnerId: string) =>
  db.asWorker(async (tx) => {
    const query = numberedEvents(tx, partnerId).select(['n.sequence', 'e.subject_version'])
    const rows = await query.orderBy('n.sequence').execute()
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at + 1))
    return rows.map((row) => row.subject_version)
  })
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

test('a backlog is numbered in the order of writing, a batch at a time, and its pages are read by their numbers', async () => {
  const partnerId = await insertPartner(db)
  await db.asWorker((tx) => write(tx, partnerId, 1, 2_500))
  const counts = [await publish(), await publish(), await publish(), await publish()]
  expect(counts).toEqual([1_000, 1_000, 500, 0])
  expect(await versionsOf(partnerId)).toEqual(upTo(2_500))

  await withClient(db.adminUrl, (admin) => admin.query('analyze event, event_number'))
  const plan = await db.withPartner(partnerId, async (tx) => {
    const page = numberedEvents(tx, partnerId).selectAll('e').orderBy('n.sequence', 'desc')
    const lines = await page.limit(21).explain<{ 'QUERY PLAN': string }>()
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Index Scan Backward using event_number_pkey/)
  expect(plan).not.toMatch(/Sort|Seq Scan|Hash/)
})

test('what a transaction wrote before a batch and commits after several is numbered once, and nothing twice', async () => {
  const partnerId = await insertPartner(db)
  const early = Promise.withResolvers<undefined>()
  const written = Promise.withResolvers<undefined>()
  const late = db.asWorker(async (tx) => {
    await write(tx, partnerId, 100, 100)
    written.resolve(undefined)
    await early.promise
  })
  await written.promise
  for (const n of [1, 2, 3]) {
    await db.asWorker((tx) => write(tx, partnerId, n, n))
    expect([await publish(), await publish()]).toEqual([1, 0])
  }
  early.resolve(undefined)
  await late
  expect([await publish(), await publish()]).toEqual([1, 0])
  expect(await versionsOf(partnerId)).toEqual([1, 2, 3, 100])
})

test('after a dump and restore on a server whose transactions have lower numbers', async () => {
  const partnerId = await insertPartner(db)
  await db.asWorker(async (tx) => {
    await write(tx, partnerId, 1, 2)
    await sql`update event set xid = '8000000000000' where partner_id = ${partnerId}`.execute(tx)
    await sql`update event_publication set seen = '9000000000000:9000000000000:'`.execute(tx)
  })
  expect([await publish(), await publish()]).toEqual([2, 0])
  await db.asWorker((tx) => write(tx, partnerId, 3, 3))
  expect([await publish(), await publish()]).toEqual([1, 0])
  expect(await versionsOf(partnerId)).toEqual(upTo(3))
  // Also where none of them waits for a number.
  await db.asWorker((tx) =>
    sql`update event_publication set seen = '9000000000000:9000000000000:'`.execute(tx),
  )
  expect(await publish()).toBe(0)
  const { rows } = await db.asWorker((tx) =>
    sql<{ seen: string }>`select seen::text from event_publication`.execute(tx),
  )
  expect(rows[0]?.seen).not.toMatch(/^9000000000000/)
})

test('what nobody has noted as seen is looked through again, and no event gets a second number', async () => {
  const partnerId = await insertPartner(db)
  await db.asWorker((tx) => write(tx, partnerId, 1, 3))
  await publish()
  await db.asWorker(async (tx) => {
    await sql`update event_publication set seen = '1:1:'`.execute(tx)
    await write(tx, partnerId, 4, 5)
  })
  expect(await publish()).toBe(2)
  expect(await versionsOf(partnerId)).toEqual(upTo(5))
})
