import { sql } from 'kysely'
import type { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../test/support/database/recycled.ts'
import { keptLog } from '../../test/support/database/quiet.ts'
import { isUniqueViolation } from './errors.ts'
import { now, type Tx } from './open.ts'
import { openPool } from './pool.ts'
import { withClient } from './server/server.ts'
import { inTransaction } from './transaction.ts'

const alice = '00000000-0000-7000-8000-00000000000a'
const bob = '00000000-0000-7000-8000-00000000000b'

const db = sharedDatabase()
beforeAll(async () => {
  await withClient(db.urls.owner, (owner) =>
    owner.query(`
      create table note (partner_id uuid not null, id int not null, text text not null,
        primary key (partner_id, id), unique (text));
      select corridor_tenant_table('note');
      create table entry (partner_id uuid not null, amount numeric(78,0) not null, at timestamptz not null)
        partition by range (at);
      create table entry_all partition of entry default;
      select corridor_tenant_table('entry');
      select insert_only('entry');`),
  )
})

/** Works that keep their connections until `free` is called; how many have one already. */
function holding(partnerId: string, count: number) {
  let begun = 0
  const held = Promise.withResolvers<undefined>()
  const works = Array.from({ length: count }, () =>
    db.withPartner(partnerId, async () => {
      begun += 1
      await held.promise
    }),
  )
  // Some may learn that no connection comes free.
  const ended = Promise.allSettled(works)
  const free = async () => {
    held.resolve(undefined)
    await ended
  }
  return { begun: () => begun, free }
}

const insertNote = (tx: Tx, partnerId: string, id: number, text = `${partnerId} ${id}`) =>
  sql`insert into note values (${partnerId}, ${id}, ${text})`.execute(tx)
const notes = async (tx: Tx) =>
  (await sql<{ partner_id: string }>`select partner_id from note`.execute(tx)).rows

describe('row security is the second net', () => {
  beforeAll(async () => {
    await db.withPartner(alice, (tx) => insertNote(tx, alice, 1))
    await db.withPartner(bob, (tx) => insertNote(tx, bob, 1))
  })
  test('a query without its partner still sees one partner’s rows, also on a client used by another', async () => {
    for (let round = 0; round < 40; round += 1) {
      const partner = round % 3 === 0 ? bob : alice
      const rows = await db.withPartner(partner, notes)
      expect(rows.map((row) => row.partner_id)).toEqual([partner])
    }
  })
  test('at once on all connections, no partner sees another’s rows', async () => {
    const partners = Array.from({ length: 200 }, (_, index) => (index % 2 ? alice : bob))
    const seen = await Promise.all(partners.map((partner) => db.withPartner(partner, notes)))
    expect(seen.map((rows) => rows.map((row) => row.partner_id))).toEqual(partners.map((p) => [p]))
  })
  test('a partner who takes all connections that he can get leaves others theirs', async () => {
    const flood = holding(alice, 40)
    await expect.poll(flood.begun).toBe(8)
    for (let n = 0; n < 8; n += 1)
      expect(await db.withPartner(bob, notes)).toEqual([{ partner_id: bob }])
    expect(flood.begun()).toBe(8)
    await flood.free()
  })
  test.each([
    ['before its first statement', () => Promise.reject(new Error('no'))],
    [
      'after a statement',
      async (tx: Tx) => {
        await notes(tx)
        throw new Error('no')
      },
    ],
  ])('rolled back %s, a client is the next partner’s all the same', async (_, work) => {
    const pool = openPool({ connectionString: db.urls.app, max: 1 }, keptLog())
    const as = <T>(partner: string, run: (tx: Tx) => Promise<T>) =>
      inTransaction({ pool, jitter: () => 0 }, partner, run)
    for (const [before, broken, after] of [
      [alice, bob, bob],
      [bob, alice, alice],
      [alice, bob, alice],
      [alice, alice, bob],
    ] as const) {
      await as(before, notes)
      await expect(as(broken, work)).rejects.toThrow('no')
      expect(await as(after, notes)).toEqual([{ partner_id: after }])
    }
    await pool.end()
  })
  test('rows of another partner can be neither written, changed nor removed', async () => {
    const write = db.withPartner(alice, (tx) => insertNote(tx, bob, 2))
    await expect(write).rejects.toThrow('row-level security')
    const touch = await db.withPartner(alice, async (tx) => [
      (await sql`update note set text = 'x' where partner_id = ${bob}`.execute(tx)).numAffectedRows,
      (await sql`delete from note where partner_id = ${bob}`.execute(tx)).numAffectedRows,
    ])
    expect(touch).toEqual([0n, 0n])
  })
  test('a connection of the app without a partner sees nothing', async () => {
    await withClient(db.urls.app, async (client) => {
      expect((await client.query('select from note')).rowCount).toBe(0)
    })
  })
  test('the worker sees all partners', async () => {
    expect(await db.asWorker(notes)).toHaveLength(2)
  })
  test('every table of partners that the app may touch is under forced row security', async () => {
    const { rows } = await withClient(db.adminUrl, (admin) =>
      admin.query<{ name: string; secured: boolean }>(`
        select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as secured
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'partner_id' and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and has_table_privilege('corridor_app', c.oid, 'select, insert, update, delete')`),
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter((row) => !row.secured)).toEqual([])
  })
  test('a partner id that is no uuid never reaches the database', async () => {
    await expect(db.withPartner("x'; drop table note; --", notes)).rejects.toThrow(TypeError)
  })
})

describe('rights', () => {
  const client = (url: string) => (statement: string) =>
    withClient(url, (connection: Client) => connection.query(statement))

  test.each(['app', 'worker', 'signer'] as const)('%s may not change the schema', async (role) => {
    const run = client(db.urls[role])
    for (const statement of [
      'create table x (id int)',
      'create schema x',
      'alter table note add column x int',
      'drop table note',
      'alter table note disable row level security',
      'truncate note',
      'create role x',
      'set role corridor_owner',
      'grant select on note to public',
    ]) {
      const outcome = await run(statement).then(
        (result) => result.command,
        (error: unknown) => (error instanceof Error ? error.message : ''),
      )
      expect(outcome).toMatch(/permission denied|must be owner|GRANT/)
    }
    const { rows } = await client(db.adminUrl)(
      `select 1 from information_schema.role_table_grants where grantee = 'PUBLIC' and table_name = 'note'`,
    )
    expect(rows).toEqual([])
  })
  test('the signer sees no table of the service, and the service none of the signer', async () => {
    await expect(client(db.urls.signer)('select from note')).rejects.toThrow('permission denied')
    for (const url of [db.urls.app, db.urls.worker])
      await expect(client(url)('select from signer.wallet')).rejects.toThrow('permission denied')
  })
  test.each([
    'select created_at from partner',
    'update partner set settings = settings',
    'select secret_hash from api_key',
    'select sealed_text from api_key',
    'delete from api_key',
    'select from webauthn_challenge',
    'insert into audit_seal default values',
    'update audit_seal set hash = hash',
    'insert into audit_head default values',
    'update event set status = status',
    'delete from event',
    `select advance_service_clock('1 day')`,
    'select ensure_month_partitions(service_now())',
    'select publish_events(1)',
    `select schedule_deliveries('{}')`,
    'insert into event_number default values',
    'select from event_publication',
    'delete from transfer',
  ])('what serves requests may not: %s', async (statement) => {
    await expect(client(db.urls.app)(statement)).rejects.toThrow('permission denied')
  })
  test('of partners it sees the terms of its own alone', async () => {
    const terms = (partnerId: string) =>
      db.withPartner(partnerId, (tx) => tx.selectFrom('partner').select('id').execute())
    const other = '0198a5c0-0000-7000-8000-0000000000aa'
    await db.asWorker((tx) =>
      sql`insert into partner (id, name, environment, created_at)
        values (${other}, 'other', 'sandbox', service_now())`.execute(tx),
    )
    expect(await terms(other)).toEqual([{ id: other }])
    expect(await terms(alice)).not.toContainEqual({ id: other })
    expect((await client(db.urls.app)('select id from partner')).rows).toEqual([])
  })
  test('the signer writes in its transactions alone', async () => {
    const touch = db.signerPool.query('update signer.wallet set name = name')
    await expect(touch).rejects.toThrow('read-only transaction')
  })
  test('an insert-only row stays as it is, whoever asks', async () => {
    const insert = (tx: Tx) =>
      sql`insert into entry values (${alice}, 1, service_now())`.execute(tx)
    await db.withPartner(alice, insert)
    for (const statement of [
      'update entry set amount = 2',
      'delete from entry',
      'truncate entry',
    ]) {
      await expect(client(db.urls.app)(statement)).rejects.toThrow('permission denied')
      await expect(client(db.urls.worker)(statement)).rejects.toThrow('permission denied')
      await expect(client(db.urls.owner)(statement)).rejects.toThrow('never changed or removed')
      await expect(client(db.adminUrl)(statement)).rejects.toThrow('never changed or removed')
    }
  })
})

describe('time', () => {
  test('app, worker and signer read the one clock, and it only goes forward', async () => {
    const before = await db.withPartner(alice, now)
    await db.asWorker((tx) => sql`select advance_service_clock('1 day')`.execute(tx))
    const after = await db.asWorker(now)
    expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(86_400_000)
    const signer = await db.signerPool.query<{ now: Date }>('select service_now() as now')
    expect(signer.rows[0]?.now.getTime()).toBeGreaterThanOrEqual(after.getTime())
    const back = db.asWorker((tx) => sql`select advance_service_clock('-1 second')`.execute(tx))
    await expect(back).rejects.toThrow('only goes forward')
  })
  test('the clock moves on within a transaction, so a wait for a lock counts', async () => {
    await db.asWorker(async (tx) => {
      const before = await now(tx)
      await sql`select pg_sleep(0.02)`.execute(tx)
      expect((await now(tx)).getTime() - before.getTime()).toBeGreaterThanOrEqual(20)
    })
  })
  test('monthly partitions are made once, ahead of time', async () => {
    const ensure = (tx: Tx) =>
      sql<{
        made: number
      }>`select ensure_month_partitions(service_now() + interval '2 months') as made`.execute(tx)
    const first = await db.asWorker(ensure)
    expect(first.rows[0]?.made).toBeGreaterThanOrEqual(0)
    expect((await db.asWorker(ensure)).rows).toEqual([{ made: 0 }])
  })
})

describe('values', () => {
  test('money is bigint in both directions, at any size, and a fraction is a mistake', async () => {
    const large = 10n ** 77n + 1n
    await db.withPartner(alice, async (tx) => {
      const { rows } = await sql<{ a: bigint; b: number; c: string; d: string }>`
        select ${large}::numeric(78,0) as a, ${7}::int8 as b, date '2024-02-29' as c, interval '1 day' as d`.execute(
        tx,
      )
      expect(rows).toEqual([{ a: large, b: 7, c: '2024-02-29', d: '1 day' }])
    })
    const fraction = db.withPartner(alice, (tx) => sql`select 1.5::numeric`.execute(tx))
    await expect(fraction).rejects.toThrow(SyntaxError)
    const huge = db.withPartner(alice, (tx) => sql`select ${2n ** 53n}::int8`.execute(tx))
    await expect(huge).rejects.toThrow(RangeError)
  })
  test('a taken natural key is reported by its constraint', async () => {
    const insert = () => db.withPartner(alice, (tx) => insertNote(tx, alice, 99, 'unique text'))
    await insert()
    const error: unknown = await insert().catch((reason: unknown) => reason)
    expect(isUniqueViolation(error, 'note_pkey')).toBe(true)
    expect(isUniqueViolation(error, 'note_text_key')).toBe(false)
  })
})
