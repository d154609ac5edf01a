import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type ForeignServer,
  startForeignServer,
} from '../../../test/support/database/foreign-server.ts'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { type Database, now, openDatabase } from '../open.ts'
import { withClient } from './server.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: ForeignServer
let home = ''
let database = ''
let log = keptLog()
const opened: Database[] = []

beforeAll(async () => {
  server = await startForeignServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  log = keptLog()
  home = mkdtempSync(join(tmpdir(), 'corridor-server-'))
  database = `corridor_${randomBytes(4).toString('hex')}`
  await admin(`create database ${database}`)
})
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close()
  rmSync(home, { recursive: true, force: true })
})

const admin = (statement: string, name = 'postgres') =>
  withClient(server.url(name), (client) => client.query(statement))

async function open(url: string, dataDir = join(home, 'data')): Promise<Database> {
  const config = { DATA_DIR: dataDir, DATABASE_URL: url }
  const db = await openDatabase(config, { random: randomBytes, log })
  opened.push(db)
  return db
}

async function close(db: Database): Promise<void> {
  opened.splice(opened.indexOf(db), 1)
  await db.close()
}

async function refusal(opening: Promise<Database>): Promise<string> {
  const error: unknown = await opening.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartRefused)
  return error instanceof Error ? error.message : ''
}

describe('a server of one’s own', () => {
  test('is used with the four roles, each signing in with its own password', async () => {
    const db = await open(server.url(database))
    expect(await db.asWorker(now)).toBeInstanceOf(Date)
    for (const url of Object.values(db.urls)) {
      const { rows } = await withClient(url, (client) =>
        client.query<{ super: boolean }>(
          'select rolsuper or rolbypassrls or rolcreaterole as super from pg_roles where rolname = current_user',
        ),
      )
      expect(rows).toEqual([{ super: false }])
    }
    await close(db)
    await open(server.url(database))
  })
  test('with a lost DATA_DIR gives the roles new passwords, but never under a running instance', async () => {
    const first = await open(server.url(database))
    const second = open(server.url(database), join(home, 'other'))
    expect(await refusal(second)).toContain('in use by another instance')
    await close(first)
    const adopted = await open(server.url(database), join(home, 'other'))
    expect(await adopted.asWorker(now)).toBeInstanceOf(Date)
  })
  test('is shared by two processes that hold the same DATA_DIR/secrets', async () => {
    const first = await open(server.url(database))
    mkdirSync(join(home, 'copy'))
    cpSync(join(home, 'data/secrets'), join(home, 'copy/secrets'))
    const second = await open(server.url(database), join(home, 'copy'))
    expect(await second.asWorker(now)).toBeInstanceOf(Date)
    expect(await first.asWorker(now)).toBeInstanceOf(Date)
  })
  test('whose role may not set up roles: the start stops with SQL that, once run, lets it go on', async () => {
    const fresh = await startForeignServer()
    try {
      const run = (statement: string, name = 'postgres') =>
        withClient(fresh.url(name), (client) => client.query(statement))
      await run("create role plain login password 'plain'")
      await run(`create database ${database} owner plain`)
      const url = fresh.url(database, 'plain', 'plain')
      const message = await refusal(open(url))
      expect(message).toContain('may not set up the database roles')
      const statements = message.slice(message.indexOf('create role'))
      expect(statements).toContain('SCRAM-SHA-256$4096:')
      await run(statements, database)
      expect(await (await open(url)).asWorker(now)).toBeInstanceOf(Date)
    } finally {
      for (const db of opened.splice(0)) await db.close()
      await fresh.stop()
    }
  })
  test('whose role may create roles needs no help', async () => {
    const fresh = await startForeignServer()
    try {
      await withClient(fresh.url('postgres'), async (client) => {
        await client.query("create role manager login createrole password 'manager'")
        await client.query(`create database ${database} owner manager`)
      })
      const db = await open(fresh.url(database, 'manager', 'manager'))
      expect(await db.asWorker(now)).toBeInstanceOf(Date)
    } finally {
      for (const db of opened.splice(0)) await db.close()
      await fresh.stop()
    }
  })
  test('that is not there, or does not let us in, is reported without the password', async () => {
    for (const url of [
      server.url(database, 'admin', 'hunter2hunter2'),
      server.url('nowhere'),
      'postgresql://admin:hunter2hunter2@127.0.0.1:1/corridor',
    ]) {
      const message = await refusal(open(url))
      expect(message).toContain('does not let us in')
      expect(message).not.toContain('hunter2')
      expect(message).not.toContain('foreign')
    }
  })
})

describe('unsafe durability is refused', () => {
  test('set for one role or database alone', async () => {
    await close(await open(server.url(database)))
    await admin(`alter role corridor_worker in database ${database} set synchronous_commit = off`)
    expect(await refusal(open(server.url(database)))).toContain('synchronous_commit = off')
  })
  test('in a table that a crash would empty', async () => {
    const db = await open(server.url(database))
    await withClient(db.urls.owner, (owner) =>
      owner.query('create unlogged table money (amount numeric(78,0))'),
    )
    await close(db)
    expect(await refusal(open(server.url(database)))).toContain(
      'UNLOGGED and would be emptied by a crash: money',
    )
  })
  test('but missing checksums are only warned of', async () => {
    const without = await startForeignServer({}, { checksums: false })
    try {
      await close(await open(without.url('postgres')))
      expect(log.messages.filter((message) => message.includes('checksums'))).toHaveLength(1)
    } finally {
      await without.stop()
    }
  })
})
