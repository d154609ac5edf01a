import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { makeSocketDirectory } from './cluster-home.ts'
import { adminRole } from './create-cluster.ts'
import { clearStaleLock, launch, logTail, readPostmaster, serverPort } from './postmaster.ts'
import type { Site } from './site.ts'
import { StartRefused } from '../../config/start-refused.ts'

/** Held shared by every process that uses the server, and exclusively by the one that ends it. */
const presenceLock = 1_131_377_266

const readyWithinMs = 60_000
const stopWithinMs = 30_000

/** Starts that may fail for the server's own reasons before we give up and show its log. */
const failuresMax = 2

/** Joins the running server, or starts it, and holds the presence lock on a connection of its own. */
export async function enter(site: Site): Promise<Client> {
  const deadline = performance.now() + readyWithinMs
  let child: ReturnType<typeof launch> | undefined
  let failures = 0
  for (let pauseMs = 5; performance.now() < deadline; pauseMs = Math.min(pauseMs * 1.3, 250)) {
    const client = await tryJoin(site)
    if (client) return client

    if (child && (child.exitCode !== null || child.signalCode !== null)) {
      child = undefined
      const lock = readPostmaster(site.cluster)
      // With a lock file there the start met another server, or the rest of one that was killed.
      if (lock) clearStaleLock(site.cluster, lock)
      else if (++failures >= failuresMax) break
    }
    if (!child && !(await isStartingUp(site))) {
      openSocketDirectory(site)
      child = launch({ ...site, postgres: site.binaries.postgres })
    }
    await sleep(pauseMs)
  }
  throw new StartRefused(
    `The embedded database in ${site.cluster} does not start. The end of ${site.logFile}:\n${logTail(site.logFile)}`,
  )
}

/** Leaves the server; the last one to leave shuts it down (fast: open transactions are rolled back). */
export async function leave(site: Site, client: Client): Promise<void> {
  let isLast = false
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [presenceLock])
    isLast = await flag(client, 'select pg_try_advisory_lock($1) as flag', [presenceLock])
  } catch (error) {
    site.log.warn({ err: error }, 'the embedded database was gone before it was left')
    return
  }
  const running = readPostmaster(site.cluster)
  if (!isLast || !running) {
    await client.end()
    return
  }
  // The connection above is this server's, so its lock file names the process that runs now.
  process.kill(running.pid, 'SIGINT')
  const deadline = performance.now() + stopWithinMs
  while (readPostmaster(site.cluster)?.pid === running.pid) {
    if (performance.now() > deadline) {
      site.log.error({ cluster: site.cluster }, 'the embedded database is slow to stop; leaving it')
      return
    }
    await sleep(10)
  }
  await client.end().catch(() => undefined)
  removeSocketDirectory(running.socketDirectory)
}

async function tryJoin(site: Site): Promise<Client | undefined> {
  const found = readPostmaster(site.cluster)
  if (!found?.ready) return undefined
  const client = new Client({
    host: found.socketDirectory,
    port: serverPort,
    user: adminRole,
    password: site.secrets[adminRole],
    database: 'postgres',
    application_name: 'corridor supervisor',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const isOurs = realpathSync(rows[0]?.data_directory ?? '/') === realpathSync(site.cluster)
    const lock = 'select pg_try_advisory_lock_shared($1) as flag'
    if (isOurs && (await flag(client, lock, [presenceLock]))) {
      adoptSocketDirectory(site, found.socketDirectory)
      if (site.isForAll) openToAll(found.socketDirectory)
      return client
    }
    await client.end()
  } catch (error) {
    await client.end().catch(() => undefined)
    // 28P01, 28000: the server is ours by its place, but its passwords are not the ones we hold.
    if (error instanceof DatabaseError && error.code?.startsWith('28')) {
      throw new StartRefused(
        `The embedded database in ${site.cluster} does not accept the passwords in DATA_DIR/secrets.`,
        { cause: error },
      )
    }
  }
  return undefined
}

/** True while a server that answers on its socket is still in recovery or shutting down. */
async function isStartingUp(site: Site): Promise<boolean> {
  const found = readPostmaster(site.cluster)
  if (!found) return false
  const probe = new Client({
    host: found.socketDirectory,
    port: serverPort,
    user: adminRole,
    password: site.secrets[adminRole],
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  })
  probe.on('error', () => undefined)
  try {
    await probe.connect()
    return true
  } catch (error) {
    return error instanceof DatabaseError && error.code?.startsWith('57P') === true
  } finally {
    await probe.end().catch(() => undefined)
  }
}

async function flag(client: Client, text: string, values: unknown[]): Promise<boolean> {
  const { rows } = await client.query<{ flag: boolean }>(text, values)
  return rows[0]?.flag === true
}

/** The server itself lets in nobody without a password, wherever a connection comes from. */
function openToAll(socketDirectory: string): void {
  chmodSync(socketDirectory, 0o711)
  chmodSync(join(socketDirectory, `.s.PGSQL.${serverPort}`), 0o777)
}

/** A fresh directory at the first start; the known one, made again if need be, after a crash. */
function openSocketDirectory(site: Site): void {
  if (site.socketDirectory === '') {
    const stale = readPostmaster(site.cluster)?.socketDirectory
    if (stale) removeSocketDirectory(stale)
    site.socketDirectory = makeSocketDirectory(site.user)
  } else if (!existsSync(site.socketDirectory)) {
    mkdirSync(site.socketDirectory, { mode: 0o700 })
    if (site.user) chownSync(site.socketDirectory, site.user.uid, site.user.gid)
  }
}

/** Pools keep the address they were made with, so a server that moved is linked to from there. */
function adoptSocketDirectory(site: Site, found: string): void {
  if (site.socketDirectory === '') site.socketDirectory = found
  if (site.socketDirectory === found) return
  rmSync(site.socketDirectory, { recursive: true, force: true })
  symlinkSync(found, site.socketDirectory)
}

/** Only a directory of our own making is removed, whatever the lock file says. */
function removeSocketDirectory(directory: string): void {
  if (/^corridor-\w{6}$/.test(basename(directory)))
    rmSync(directory, { recursive: true, force: true })
}
