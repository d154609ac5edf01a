import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase, type EmptyDatabase } from '../../../test/support/database/database.ts'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { sampled } from '../../../test/support/process/tiers.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { readFunctions } from './functions.ts'
import { migrate, selectUuidv7 } from './migrate.ts'
import { readMigrations } from './migrations.ts'
import { withClient } from '../server/server.ts'

const applier = fileURLToPath(
  new URL('../../../test/support/database/apply-migrations.ts', import.meta.url),
)

let db: EmptyDatabase
let folder = ''
beforeEach(async () => {
  db = await createEmptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'corridor-migrations-'))
  mkdirSync(join(folder, 'functions'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await db.drop()
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const writeFunction = (name: string, text: string) => write(`functions/${name}.sql`, text)
const run = (log = keptLog()) =>
  migrate({
    ownerUrl: db.ownerUrl,
    log,
    files: readMigrations([{ name: 'test', directory: folder }]),
    functions: readFunctions(join(folder, 'functions')),
  })
const query = (text: string) => withClient(db.ownerUrl, (owner) => owner.query<{ n: number }>(text))
const applied = async () =>
  (
    await withClient(db.ownerUrl, (owner) =>
      owner.query<{ file: string }>('select file from schema_migration order by file'),
    )
  ).rows.map((row) => row.file)

describe('migrations', () => {
  test('are applied once, in the order of their names', async () => {
    write('0002_more.sql', 'insert into step values (2);')
    write('0001_base.sql', 'create table step (n int); insert into step values (1);')
    await run()
    await run()
    write('0003_last.sql', 'insert into step values (3);')
    const log = keptLog()
    await run(log)
    expect(log.messages).toEqual(['migration applied'])
    expect((await query('select n from step order by n')).rows).toEqual([
      { n: 1 },
      { n: 2 },
      { n: 3 },
    ])
    expect(await applied()).toEqual(['0001_base.sql', '0002_more.sql', '0003_last.sql'])
  })
  test('that changed after they were applied stop the start', async () => {
    write('0001_base.sql', 'create table step (n int);')
    await run()
    write('0001_base.sql', 'create table step (n bigint);')
    await expect(run()).rejects.toThrow(StartRefused)
    await expect(run()).rejects.toThrow('test/0001_base.sql has changed')
  })
  test('of a newer release stop an older one', async () => {
    write('0001_base.sql', 'create table step (n int);')
    write('0002_new.sql', 'create table newer (n int);')
    await run()
    rmSync(join(folder, '0002_new.sql'))
    await expect(run()).rejects.toThrow('newer release (test/0002_new.sql')
  })
  test('that fail leave nothing of the whole upgrade and name the file', async () => {
    write('0000_first.sql', 'create table step (n int);')
    await run()
    write('0001_base.sql', 'insert into step values (0);')
    write(
      '0002_bad.sql',
      'insert into step values (1); create table other (n int); select nonsense;',
    )
    await expect(run()).rejects.toThrow(
      'test/0002_bad.sql failed: column "nonsense" does not exist',
    )
    expect(await applied()).toEqual(['0000_first.sql'])
    expect((await query('select n from step')).rows).toEqual([])
  })
  test('that need a function without a file of its own are refused before anything is applied', async () => {
    write('0001_base.sql', 'create table step (n int);')
    write('0002_more.sql', '-- function: nothing_such\nselect nothing_such();')
    expect(() => run()).toThrow('-- function: nothing_such')
    await migrate({ ownerUrl: db.ownerUrl, log: keptLog(), files: [], functions: [] })
    expect(await applied()).toEqual([])
  })
  test('run in one process at a time', async () => {
    write('0001_base.sql', 'create table step (n int); select pg_sleep(0.2);')
    write('0002_more.sql', 'insert into step values (1);')
    await Promise.all([run(), run(), run(), run()])
    expect((await query('select n from step')).rows).toEqual([{ n: 1 }])
  })
  test('give way to traffic that holds a lock, and go on after it', async () => {
    write('0001_base.sql', 'create table step (n int);')
    await run()
    const traffic = new Client({ connectionString: db.ownerUrl })
    await traffic.connect()
    await traffic.query('begin; lock table step in access share mode')
    write('0002_alter.sql', 'alter table step add column m int;')
    const log = keptLog()
    const migrating = run(log)
    await expect
      .poll(() => log.messages, { timeout: 10_000 })
      .toContain('migration waits for a lock')
    await traffic.query('commit')
    await traffic.end()
    await migrating
    expect(await applied()).toContain('0002_alter.sql')
  })
  test('killed at any statement finish at the next start', async () => {
    const files = Array.from({ length: 8 }, (_, index) => index + 1)
    write('0000_base.sql', 'create table step (n int primary key);')
    for (const n of files) {
      write(
        `000${n}_step.sql`,
        `insert into step values (${n}); select pg_sleep(0.04); create table t${n} (n int);`,
      )
    }
    for (const n of files) {
      writeFunction(
        `f${n}`,
        `create function f${n}() returns int language sql as 'select ${n}'; select pg_sleep(0.02);`,
      )
    }
    for (const attempt of sampled([0, 1, 2, 3, 4, 5], 2)) {
      const child = spawn(process.execPath, [applier, db.ownerUrl, folder])
      const gone = once(child, 'exit')
      await once(child.stdout, 'data')
      await sleep(60 + attempt * 70)
      child.kill('SIGKILL')
      await gone
    }
    await run()
    expect((await query('select n from step order by n')).rows).toEqual(files.map((n) => ({ n })))
    expect(await applied()).toHaveLength(9)
    const called = files.map((n) => `f${n}()`).join(' + ')
    expect((await query(`select ${called} as n`)).rows).toEqual([{ n: 36 }])
    expect((await query('select count(*)::int as n from pgboss.version')).rows).toEqual([{ n: 1 }])
  })
})

describe('functions', () => {
  const number = (n: number) => `create or replace function number() returns int
    language sql as 'select ${n}';`

  test('are applied after the migrations, and again when their text changes', async () => {
    write('0001_base.sql', 'create table step (n int);')
    writeFunction(
      'steps',
      `create or replace function steps() returns bigint
      language sql as 'select count(*) + number() from step';`,
    )
    writeFunction('number', number(1))
    const log = keptLog()
    await run(log)
    await run(log)
    expect(log.messages).toEqual(['migration applied', 'functions applied'])
    expect((await query('select steps()::int as n')).rows).toEqual([{ n: 1 }])

    await query(number(7).replaceAll('\n', ' '))
    await run()
    expect((await query('select number() as n')).rows).toEqual([{ n: 7 }])
    writeFunction('number', number(2))
    await run()
    expect((await query('select number() as n')).rows).toEqual([{ n: 2 }])
  })
  test('are put back by an older release whose tables are the same', async () => {
    writeFunction('number', number(2))
    writeFunction('newer', number(3).replace('number()', 'newer()'))
    await run()
    rmSync(join(folder, 'functions/newer.sql'))
    writeFunction('number', number(1))
    await run()
    expect((await query('select number() as n')).rows).toEqual([{ n: 1 }])
    expect((await query('select count(*)::int as n from schema_function')).rows).toEqual([{ n: 1 }])
  })
  test('are not touched by a release that stops at a newer migration', async () => {
    write('0001_new.sql', 'create table newer (n int);')
    writeFunction('number', number(2))
    await run()
    rmSync(join(folder, '0001_new.sql'))
    writeFunction('number', number(1))
    await expect(run()).rejects.toThrow('newer release (test/0001_new.sql')
    expect((await query('select number() as n')).rows).toEqual([{ n: 2 }])
  })
  test('that a migration had to drop are there again after it', async () => {
    write('0001_base.sql', 'create table step (n int);')
    writeFunction('last_step', 'create or replace view last_step as select max(n) as n from step;')
    await run()
    write('0002_wider.sql', 'drop view last_step; alter table step alter n type bigint;')
    await run()
    expect((await query('select n from last_step')).rows).toEqual([{ n: null }])
  })
  test('of which one fails stay all as they were, and the file is named', async () => {
    writeFunction('number', number(1))
    await run()
    writeFunction('number', number(2))
    writeFunction('other', 'create or replace view other as select nonsense;')
    await expect(run()).rejects.toThrow(
      'The function other failed: column "nonsense" does not exist',
    )
    expect((await query('select number() as n')).rows).toEqual([{ n: 1 }])
    rmSync(join(folder, 'functions/other.sql'))
    await run()
    expect((await query('select number() as n')).rows).toEqual([{ n: 2 }])
  })
  test('give way to traffic that holds a lock, and go on after it', async () => {
    const view = (n: number) => `create or replace view latest as select ${n} as n;`
    writeFunction('latest', view(1))
    await run()
    const traffic = new Client({ connectionString: db.ownerUrl })
    await traffic.connect()
    await traffic.query('begin; select n from latest')
    writeFunction('latest', view(2))
    const log = keptLog()
    const migrating = run(log)
    await expect
      .poll(() => log.messages, { timeout: 10_000 })
      .toContain('migration waits for a lock')
    await traffic.query('commit')
    await traffic.end()
    await migrating
    expect((await query('select n from latest')).rows).toEqual([{ n: 2 }])
  })
})

test('what stands in for uuidv7() on older servers gives what the built-in function gives', async () => {
  const { rows } = await withClient(db.ownerUrl, (owner) =>
    owner.query(`
      select uuid_extract_version(own.uuidv7) as version, abs(extract(epoch from
        uuid_extract_timestamp(own.uuidv7) - uuid_extract_timestamp(built_in.id))) < 60 as near
      from (${selectUuidv7}) as own, (select pg_catalog.uuidv7() as id) as built_in`),
  )
  expect(rows).toEqual([{ version: 7, near: true }])
})
