import { randomBytes, randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeDataDirectory } from '../../../test/support/database/data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.ts'
import { insertPartner } from '../../../test/support/people/partners.ts'
import { readOnlySnapshot } from '../../db/isolation.ts'
import { createKek } from '../../db/kek.ts'
import { withClient } from '../../db/server/server.ts'
import { startLeader } from '../../engine/leader.ts'
import { createWake } from '../../engine/wake.ts'
import { recordAudit } from '../audit/audit.ts'
import { auditSealing } from '../audit/sealing.ts'
import { readAuditBook, verifyAudit } from './verify-audit.ts'

const log = pino({ level: 'silent' })
const count = 30

let db: TestDatabase
let book: Parameters<typeof readAuditBook>[0]
let partnerId: string
let notify: () => void
const stops: (() => Promise<void>)[] = []
beforeAll(async () => {
  db = await createTestDatabase()
  const wake = await createWake({ databaseUrl: db.urls.worker, log })
  const leader = startLeader({ databaseUrl: db.urls.worker, log })
  const kek = createKek(randomBytes(32), randomBytes)
  book = { config: { DATA_DIR: makeDataDirectory('audit') }, kek }
  const realTime = () => new Date()
  const sealing = auditSealing({ ...book, log, realTime }).start({ wake, log, leader })
  notify = () => wake.notify('events')
  stops.push(
    sealing.stop,
    leader.stop,
    () => wake.close(),
    () => db.close(),
    async () => rmSync(book.config.DATA_DIR, { recursive: true }),
  )
  partnerId = await insertPartner(db)
  await insertPartner(db).then((other) => write(other, 3))
  await write(partnerId, count)
  await vi.waitFor(
    async () => {
      if ((await sealed()) < count + 3) throw new Error('not all entries are sealed')
    },
    { timeout: 10_000 },
  )
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

/** Several entries per transaction, and transactions side by side. */
async function write(partner: string, entries: number): Promise<void> {
  const by = {
    partnerId: partner,
    actor: { type: 'service', id: 'test' },
    requestId: 'req_1',
  } as const
  const single = (n: number) => ({
    action: 'entity.create',
    object: { kind: 'entity', id: `ent_${n}` },
    before: { status: '' },
    after: { status: 'NEW', n },
  })
  await Promise.all(
    Array.from({ length: entries / 3 }, (_, group) =>
      db.asWorker(async (tx) => {
        for (const n of [0, 1, 2]) await recordAudit(tx, by, single(group * 3 + n))
      }),
    ),
  )
  notify()
}

const sealed = async () =>
  Number((await asSuperuser(['select count(*)::int as n from audit_seal']))[0]?.['n'])

/** What no role of ours may do: triggers off, as a superuser can. */
async function asSuperuser(statements: string[]): Promise<Record<string, unknown>[]> {
  return withClient(db.adminUrl, async (admin) => {
    await admin.query('set session_replication_role = replica')
    let rows: Record<string, unknown>[] = []
    for (const statement of statements)
      rows = (await admin.query<Record<string, unknown>>(statement)).rows
    return rows
  })
}

const verify = async () => {
  const read = await readAuditBook(book)
  return db.asWorker(async (tx) => {
    await readOnlySnapshot(tx)
    return verifyAudit(tx, read)
  })
}
const entryAt = async (sequence: number) =>
  String(
    (
      await asSuperuser([
        `select audit_id from audit_seal where partner_id = '${partnerId}' and sequence = ${sequence}`,
      ])
    )[0]?.['audit_id'],
  )

/** Does a change, expects it to be named, and undoes it. */
async function expectFound(change: string[], named: RegExp): Promise<void> {
  await asSuperuser([
    'create table saved_audit as table audit',
    'create table saved_seal as table audit_seal',
    ...change,
  ])
  try {
    expect(await verify()).toEqual([expect.stringMatching(named)])
  } finally {
    await asSuperuser([
      'delete from audit',
      'insert into audit select * from saved_audit',
      'delete from audit_seal',
      'insert into audit_seal select * from saved_seal',
      'drop table saved_audit, saved_seal',
    ])
  }
  expect(await verify()).toEqual([])
}

describe('the audit chain', () => {
  test('holds as written', async () => {
    expect(await verify()).toEqual([])
  })

  const columns: [string, string][] = [
    ['actor_id', `'somebody'`],
    ['actor_type', `'partner_user'`],
    ['action', `'entity.delete'`],
    ['object_id', `'ent_999'`],
    ['before', `'{"status": "OLD"}'`],
    ['after', `after || '{"n": 99}'`],
    ['reason', `'because'`],
    ['request_id', `'req_2'`],
    ['created_at', `created_at + interval '1 microsecond'`],
  ]
  test.each(columns)(
    'a change of %s in any entry is found, and the entry named',
    async (column, value) => {
      const sequence = randomInt(1, count + 1)
      const id = await entryAt(sequence)
      const change = `update audit set ${column} = ${value} where id = '${id}'`
      await expectFound([change], new RegExp(`entry ${id} \\(seal ${sequence}\\) was changed`))
    },
  )

  test('an entry that was removed, with or without its seal, is found', async () => {
    const id = await entryAt(7)
    await expectFound(
      [`delete from audit where id = '${id}'`],
      new RegExp(`entry ${id} .* removed`),
    )
    await expectFound(
      [`delete from audit where id = '${id}'`, `delete from audit_seal where audit_id = '${id}'`],
      /seal 7 is missing/,
    )
  })

  test('two entries that changed places are found', async () => {
    const [first, second] = [await entryAt(4), await entryAt(5)]
    await expectFound(
      [
        'drop index audit_seal_entry',
        `update audit_seal set audit_id = case audit_id when '${first}' then '${second}'::uuid else '${first}'::uuid end
         where audit_id in ('${first}', '${second}')`,
        'create unique index audit_seal_entry on audit_seal (audit_id)',
      ],
      new RegExp(`entry ${second} .* was changed`),
    )
  })

  test('an entry slipped in among the sealed ones is found', async () => {
    const id = '00000000-0000-7000-8000-000000000001'
    await expectFound(
      [
        `insert into audit select partner_id, '${id}', xid, actor_type, actor_id, action, object_kind,
           object_id, before, after, reason, request_id, created_at
         from audit where id = '${await entryAt(3)}'`,
      ],
      new RegExp(`entry ${id} was slipped in`),
    )
  })

  test('a seal that was recomputed over a changed entry does not fit the next', async () => {
    const id = await entryAt(9)
    await expectFound(
      [
        `update audit set reason = 'other' where id = '${id}'`,
        `update audit_seal set hash = sha256('x') where audit_id = '${id}'`,
      ],
      /entry .* \(seal 9\) was changed/,
    )
  })

  test('new entries continue the chain after another process took over', async () => {
    await withClient(db.adminUrl, (admin) =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corridor leader'
         and datname = current_database()`,
      ),
    )
    await write(partnerId, 6)
    await expect.poll(sealed).toBe(count + 9)
    expect(await verify()).toEqual([])
  })
})
