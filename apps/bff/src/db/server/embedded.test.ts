import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeDataDirectory } from '../../../test/support/database/data-dir.ts'
import { copyPrepared } from '../../../test/support/database/prepared.ts'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { testInFull } from '../../../test/support/process/tiers.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { packagedPrograms, readableCopy } from './binaries.ts'
import { removeCluster } from './cluster-home.ts'
import { DatabaseUnavailable } from '../errors.ts'
import { type Database, now, openDatabase } from '../open.ts'
import { readPostmaster } from './postmaster.ts'
import { canReach, serverUser } from './server-user.ts'
import { withClient } from './server.ts'

const isRoot = process.getuid?.() === 0
const holder = fileURLToPath(
  new URL('../../../test/support/database/hold-database.ts', import.meta.url),
)

let home = ''
// Each of these starts servers and processes of its own, on two shared cores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const opened: Database[] = []
const held: ChildProcess[] = []

beforeEach(() => {
  home = makeDataDirectory('embedded')
})
afterEach(async () => {
  for (const child of held.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  for (const db of opened.splice(0)) await db.close()
  rmSync(home, { recursive: true, force: true })
})

/** A data directory whose first start is over, for what is not about that start. */
function prepare(): string {
  const dataDir = join(home, 'data')
  copyPrepared(dataDir)
  return dataDir
}

async function open(dataDir: string, log = keptLog()): Promise<Database> {
  const db = await openDatabase({ DATA_DIR: dataDir }, { random: randomBytes, log })
  opened.push(db)
  return db
}

async function close(db: Database): Promise<void> {
  opened.splice(opened.indexOf(db), 1)
  await db.close()
}

type Held = { ready: string; uid: number; child: ChildProcess }

/** Another process that holds the database of a DATA_DIR. */
async function hold(dataDir: string, user = {}): Promise<Held> {
  const child = spawn(process.execPath, [holder, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  })
  held.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const { ready, uid }: { ready: string; uid: number } = JSON.parse(line)
    return { ready, uid, child }
  }
  throw new Error('the other process ended before it was ready')
}

async function kill(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

const startedAt = async (db: Database) => {
  const { rows } = await db.signerPool.query<{ started: string }>(
    'select pg_postmaster_start_time()::text as started',
  )
  return rows[0]?.started
}
const pidOf = (dataDir: string) => readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0

/** A process that its parent has not collected yet (state Z) no longer runs. */
function isRunning(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

describe('a start', () => {
  test('makes a durable server with checksums, passwords and no network port', async () => {
    const dataDir = join(home, 'data')
    const db = await open(dataDir)
    const { rows } = await db.signerPool.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit',
        'full_page_writes', 'data_checksums', 'data_sync_retry', 'listen_addresses', 'TimeZone')`,
    )
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      data_sync_retry: 'off',
      listen_addresses: '',
      TimeZone: 'UTC',
    })
    expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o600)
    const hba = isRoot ? readFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'utf8') : ''
    expect(hba).not.toMatch(/^\w+.*\strust$/m)
    expect(statSync(`/proc/${pidOf(dataDir)}`).uid).not.toBe(0)
    const stranger = db.urls.app.replace(/:[^:@]+@/, ':wrong@')
    await expect(withClient(stranger, () => Promise.resolve())).rejects.toThrow(
      'password authentication',
    )
  })
  test('keeps no row that was refused in the log of the server', async () => {
    const dataDir = prepare()
    const db = await open(dataDir)
    const refused = db.asWorker((tx) =>
      sql`insert into partner (id, name) values (gen_random_uuid(), 'canary')`.execute(tx),
    )
    await expect(refused).rejects.toThrow('not-null')
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('violates not-null constraint')
    expect(log).not.toContain('canary')
  })
  testInFull('keeps what was there, and a clean stop leaves no process and no socket', async () => {
    const dataDir = prepare()
    const first = await open(dataDir)
    await first.asWorker((tx) => sql`select advance_service_clock('30 days')`.execute(tx))
    const before = await first.asWorker(now)
    const { pid, socketDirectory } = readPostmaster(join(dataDir, 'postgres')) ?? {
      pid: 0,
      socketDirectory: '',
    }
    await close(first)
    await expect.poll(() => isRunning(pid)).toBe(false)
    expect(existsSync(socketDirectory)).toBe(false)

    const again = await open(dataDir)
    expect((await again.asWorker(now)).getTime()).toBeGreaterThan(before.getTime())
  })
  testInFull('works on a path of 150 characters', async () => {
    const dataDir = join(home, 'd'.repeat(150))
    const db = await open(dataDir)
    expect(await db.asWorker(now)).toBeInstanceOf(Date)
  })
  testInFull('killed at any moment of the first start, the next one succeeds', async () => {
    const dataDir = join(home, 'data')
    for (const afterMs of [300, 550, 800, 1_050]) {
      const child = spawn(process.execPath, [holder, dataDir], { stdio: 'ignore' })
      held.push(child)
      await sleep(afterMs)
      await kill(child, 'SIGKILL')
    }
    await close(await open(dataDir))
    const db = await open(dataDir)
    expect(await db.asWorker(now)).toBeInstanceOf(Date)
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([])
  })
})

describe('a running server', () => {
  test('left by a killed parent, is adopted and then stopped', async () => {
    const dataDir = prepare()
    const other = await hold(dataDir)
    const pid = pidOf(dataDir)
    await kill(other.child, 'SIGKILL')
    expect(isRunning(pid)).toBe(true)

    const db = await open(dataDir)
    expect(await startedAt(db)).toBe(other.ready)
    expect(pidOf(dataDir)).toBe(pid)
    await close(db)
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
  testInFull(
    'is shared by processes that start at once on nothing, and the last one out stops it',
    async () => {
      const dataDir = join(home, 'data')
      const others = await Promise.all([hold(dataDir), hold(dataDir), hold(dataDir)])
      const db = await open(dataDir)
      const pid = pidOf(dataDir)
      expect(new Set([...others.map((other) => other.ready), await startedAt(db)]).size).toBe(1)

      await Promise.all(others.slice(0, 2).map((other) => kill(other.child, 'SIGTERM')))
      await close(db)
      expect(isRunning(pid)).toBe(true)
      for (const other of others.slice(2)) await kill(other.child, 'SIGTERM')
      await expect.poll(() => isRunning(pid)).toBe(false)
    },
  )
  test('that dies is restarted automatically; meanwhile callers are refused, and nothing acknowledged is lost', async () => {
    const dataDir = prepare()
    const db = await open(dataDir)
    let acknowledged = 0
    const over = new AbortController()
    const failures = new Set<string>()
    await withClient(db.urls.owner, (owner) =>
      owner.query('create table tick (n int); grant select, insert on tick to corridor_worker'),
    )
    const ticking = (async () => {
      while (!over.signal.aborted) {
        try {
          await db.asWorker((tx) => sql`insert into tick values (1)`.execute(tx))
          acknowledged += 1
        } catch (error) {
          failures.add(error instanceof DatabaseUnavailable ? 'unavailable' : String(error))
          await sleep(20)
        }
      }
    })()
    for (const signal of ['SIGKILL', 'SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      await sleep(200)
      const before = acknowledged
      process.kill(pidOf(dataDir), signal)
      await expect.poll(() => acknowledged, { timeout: 30_000 }).toBeGreaterThan(before + 20)
    }
    over.abort()
    await ticking
    expect([...failures]).toEqual(['unavailable'])
    const { rows } = await db.asWorker((tx) =>
      sql<{ n: number }>`select count(*) as n from tick`.execute(tx),
    )
    expect(rows[0]?.n).toBeGreaterThanOrEqual(acknowledged)
  })
  test('whose lock file names a stranger’s process starts, and the stranger lives on', async () => {
    const dataDir = prepare()
    const cluster = join(dataDir, 'postgres')
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...serverUser() })
    held.push(stranger)
    const lock = join(cluster, 'postmaster.pid')
    writeFileSync(
      lock,
      `${stranger.pid}\n${cluster}\n1700000000\n5432\n/tmp/corridor-gone00\n\n  1234567  999999\nready   \n`,
    )
    const user = serverUser()
    if (user) chownSync(lock, user.uid, user.gid)

    const db = await open(dataDir)
    expect(await db.asWorker(now)).toBeInstanceOf(Date)
    expect(isRunning(stranger.pid ?? 0)).toBe(true)
  })
})

describe('a start is refused', () => {
  const refused = async (dataDir: string) => {
    const error: unknown = await open(dataDir).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartRefused)
    return error instanceof Error ? error.message : ''
  }
  test('on a data directory of another major version or engine, which stays as it was', async () => {
    const cluster = join(home, 'data/postgres')
    mkdirSync(join(cluster, 'global'), { recursive: true })
    writeFileSync(join(cluster, 'PG_VERSION'), '16\n')
    expect(await refused(join(home, 'data'))).toContain('another engine or version (16)')
    rmSync(join(cluster, 'PG_VERSION'))
    writeFileSync(join(cluster, 'main.sqlite'), 'SQLite format 3')
    expect(await refused(join(home, 'data'))).toContain('not a PostgreSQL data directory')
    expect(readdirSync(cluster)).toEqual(['global', 'main.sqlite'])
  })
  testInFull('when the passwords are lost or are another instance’s', async () => {
    const dataDir = prepare()
    const other = await hold(dataDir)
    rmSync(join(dataDir, 'secrets'))
    expect(await refused(dataDir)).toContain('does not accept the passwords in DATA_DIR/secrets')
    writeFileSync(join(dataDir, 'secrets'), '{}')
    expect(await refused(dataDir)).toContain('not a list of database passwords')
    await kill(other.child, 'SIGTERM')
  })
  test('when the cluster that DATA_DIR names is gone', async () => {
    mkdirSync(join(home, 'data'))
    writeFileSync(join(home, 'data/postgres.json'), '{"cluster":"/var/lib/corridor/gone"}')
    expect(await refused(join(home, 'data'))).toContain(
      '/var/lib/corridor/gone, which is not there',
    )
  })
})

describe.runIf(isRoot)('as root', () => {
  testInFull('in a 0700 home the cluster moves out, and no parent is changed', async () => {
    const locked = join(home, 'root')
    mkdirSync(locked, { mode: 0o700 })
    const dataDir = join(locked, 'corridor/.data')
    const db = await open(dataDir)
    expect(statSync(locked).mode & 0o777).toBe(0o700)
    const { cluster }: { cluster: string } = JSON.parse(
      readFileSync(join(dataDir, 'postgres.json'), 'utf8'),
    )
    expect(cluster).toMatch(/^\/var\/lib\/corridor\/[0-9a-f]{16}$/)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    await close(db)
    const again = await open(dataDir)
    expect(await again.asWorker(now)).toBeInstanceOf(Date)
    expect(() => removeCluster(dataDir)).toThrow('is in use')
    await close(again)
    removeCluster(dataDir)
    expect(existsSync(cluster)).toBe(false)
    expect(readdirSync(dataDir).includes('postgres.json')).toBe(false)
  })
  test('programs below a 0700 home are copied once to where the server’s user can run them', () => {
    const locked = join(home, 'root')
    mkdirSync(locked, { mode: 0o700 })
    const packaged = { ...packagedPrograms(), version: 'test' }
    const target = readableCopy(packaged, serverUser(), join(home, 'cache/postgresql'))
    expect(canReach(join(target, 'bin/postgres'), serverUser())).toBe(true)
    expect(canReach(locked, serverUser())).toBe(false)
    expect(dirname(target)).toBe(join(home, 'cache/postgresql'))
    expect(readableCopy(packaged, serverUser(), join(home, 'cache/postgresql'))).toBe(target)
  })
  testInFull('an ordinary user starts and stops it too', async () => {
    const dataDir = join(home, 'ordinary')
    mkdirSync(dataDir)
    chownSync(dataDir, 65_534, 65_534)
    const other = await hold(dataDir, { uid: 65_534, gid: 65_534, env: { TMPDIR: tmpdir() } })
    expect(other.uid).toBe(65_534)
    const pid = pidOf(dataDir)
    await kill(other.child, 'SIGTERM')
    expect(other.child.exitCode).toBe(0)
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})
