import { entityUpdated } from '../../../test/support/events/entity-updated.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { withClient } from '../../db/server/server.ts'
import type { Tx } from '../../db/open.ts'
import { recordEvent, type SubjectKind } from './outbox.ts'
import { startLeader } from '../../engine/leader.ts'
import { publisher } from './publisher.ts'
import { createWake } from '../../engine/wake.ts'

const log = pino({ level: 'silent' })
const subjects = 3

let db: TestDatabase
let partners: string[]
let stop: () => Promise<void>
let notify: () => void

beforeAll(async () => {
  db = await createTestDatabase()
  partners = [await insertPartner(db), await insertPartner(db)]
  await withClient(db.urls.owner, (owner) =>
    owner.query(`create table subject (id int primary key, version int not null);
      insert into subject select n, 0 from generate_series(1, ${subjects}) as n;
      grant select, update on subject to corridor_worker`),
  )
  const wake = await createWake({ databaseUrl: db.urls.worker, log })
  const leader = startLeader({ databaseUrl: db.urls.worker, log })
  const publishing = publisher({ wake }).start({ wake, log, leader })
  notify = () => wake.notify('events')
  stop = async () => {
    await publishing.stop()
    await leader.stop()
    await wake.close()
  }
})
afterAll(async () => {
  await stop()
  await db.close()
})

const writeEvent = (tx: Tx, partnerId: string, kind: SubjectKind, id: string, version: number) =>
  recordEvent(tx, entityUpdated(partnerId, { kind, id, version }))

type Plan = {
  partner: number
  subject: number
  /** Milliseconds between the statements and before the end. */
  waits: [number, number]
  /** Whether it has written something before it takes the lock. */
  isEarly: boolean
  isUndone: boolean
}

/** Writes and waits in any order, but about a subject only under its lock. */
async function perform(plan: Plan): Promise<void> {
  const work = db.asWorker(async (tx) => {
    const partnerId = partners[plan.partner] ?? ''
    if (plan.isEarly) await writeEvent(tx, partnerId, 'member', 'early', 0)
    await sleep(plan.waits[0])
    const { rows } = await sql<{ version: number }>`
      select version from subject where id = ${plan.subject} for update`.execute(tx)
    const version = (rows[0]?.version ?? 0) + 1
    await sql`update subject set version = ${version} where id = ${plan.subject}`.execute(tx)
    // The subject's events are one partner's, as those of a record are.
    const owner = partners[plan.subject % partners.length] ?? ''
    await writeEvent(tx, owner, 'entity', String(plan.subject), version)
    await sleep(plan.waits[1])
    if (plan.isUndone) throw new Error('undone')
  })
  await work.catch((error: unknown) => {
    if (!plan.isUndone) throw error
  })
  notify()
}

/** Always tried first, so that enough is numbered whatever the random plans undo. */
const manyDone: Plan[] = Array.from({ length: 60 }, (_, n) => ({
  partner: n % 2,
  subject: 1 + (n % subjects),
  waits: [n % 7, n % 5],
  isEarly: n % 3 === 0,
  isUndone: n % 10 === 9,
}))

type Row = { sequence: number; subject_kind: string; subject_id: string; subject_version: number }

const readAfter = (partnerId: string, sequence: number): Promise<Row[]> =>
  db.asWorker((tx) =>
    tx
      .selectFrom('event_number as n')
      .innerJoin('event as e', (join) =>
        join.onRef('e.partner_id', '=', 'n.partner_id').onRef('e.id', '=', 'n.event_id'),
      )
      .select(['e.subject_kind', 'e.subject_id', 'e.subject_version', 'n.sequence'])
      .where('n.partner_id', '=', partnerId)
      .where('n.sequence', '>', sequence)
      .orderBy('n.sequence')
      .execute(),
  )

const unpublished = () =>
  db.asWorker(async (tx) => {
    const { rows } = await sql`select from event e
      where not exists (select from event_number n where n.event_id = e.id)`.execute(tx)
    return rows.length
  })

describe('events are numbered after their commit', () => {
  test('whatever the order of commits, numbers have no gap, a reader misses nothing, and the events of a record are in order', async () => {
    const plan = fc.record({
      partner: fc.nat(1),
      subject: fc.integer({ min: 1, max: subjects }),
      waits: fc.tuple(fc.nat(6), fc.nat(6)),
      isEarly: fc.boolean(),
      isUndone: fc.boolean(),
    })
    const seen = new Map<string, Row[]>(partners.map((id) => [id, []]))
    const look = async () => {
      for (const [partnerId, rows] of seen) {
        rows.push(...(await readAfter(partnerId, rows.at(-1)?.sequence ?? 0)))
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 5, maxLength: 40 }), async (plans) => {
        const done = new AbortController()
        const reader = (async () => {
          while (!done.signal.aborted) await look()
        })()
        await Promise.all(plans.map(perform))
        await expect.poll(unpublished, { interval: 5 }).toBe(0)
        done.abort()
        await reader
        await look()
        for (const [partnerId, rows] of seen) {
          expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, place) => place + 1))
          expect(await readAfter(partnerId, 0)).toEqual(rows)
        }
      }),
      { numRuns: 15, endOnFailure: true, examples: [[manyDone]] },
    )
    const all = [...seen.values()].flat().filter((row) => row.subject_kind === 'entity')
    expect(all.length).toBeGreaterThan(50)
    for (const rows of seen.values()) {
      for (const id of ['1', '2', '3']) {
        const versions = rows
          .filter((row) => row.subject_kind === 'entity' && row.subject_id === id)
          .map((row) => row.subject_version)
        expect(versions).toEqual(versions.toSorted((a, b) => a - b))
      }
    }
  })

  test('an event does not wait for transactions that have nothing to do with it', async () => {
    const [partnerId = ''] = partners
    const before = (await readAfter(partnerId, 0)).length
    let release = () => undefined as void
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    let began = () => undefined as void
    const hasBegun = new Promise<void>((resolve) => {
      began = resolve
    })
    const older = db.asWorker(async (tx) => {
      await writeEvent(tx, partnerId, 'kyc', 'a', 1)
      began()
      await isReleased
    })
    await hasBegun
    await db.asWorker((tx) => writeEvent(tx, partnerId, 'wallet', 'b', 1))
    notify()
    await expect
      .poll(() => readAfter(partnerId, before), { timeout: 5_000, interval: 5 })
      .toMatchObject([{ sequence: before + 1, subject_kind: 'wallet' }])

    release()
    await older
    notify()
    await expect
      .poll(() => readAfter(partnerId, before + 1), { timeout: 5_000, interval: 5 })
      .toMatchObject([{ sequence: before + 2, subject_kind: 'kyc' }])
    // Newest first by creation date and by number is one order: the late one takes over the time.
    const times = await db.asWorker((tx) =>
      tx
        .selectFrom('event_number')
        .select('at')
        .where('partner_id', '=', partnerId)
        .orderBy('sequence')
        .execute(),
    )
    expect(times).toEqual(times.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    expect(times.at(-1)).toEqual(times.at(-2))
  })

  test('one of several processes publishes; when its connection dies, another does', async () => {
    const [partnerId = ''] = partners
    const wake = await createWake({ databaseUrl: db.urls.worker, log })
    const leader = startLeader({ databaseUrl: db.urls.worker, log })
    const publishing = publisher({ wake }).start({ wake, log, leader })
    await sleep(50)
    expect(leader.client()).toBeUndefined()
    for (let round = 0; round < 3; round += 1) {
      await withClient(db.adminUrl, (admin) =>
        admin.query(
          `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
           and database = (select oid from pg_database where datname = current_database())`,
        ),
      )
      const before = (await readAfter(partnerId, 0)).length
      await db.asWorker((tx) => writeEvent(tx, partnerId, 'export', String(round), 1))
      await expect
        .poll(() => readAfter(partnerId, before), { interval: 20 })
        .toMatchObject([{ sequence: before + 1, subject_kind: 'export' }])
    }
    await publishing.stop()
    await leader.stop()
    await wake.close()
  })
})
