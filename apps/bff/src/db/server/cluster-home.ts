import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { systemHome } from './binaries.ts'
import { readPostmaster } from './postmaster.ts'
import { canReach, type ServerUser } from './server-user.ts'
import { StartRefused } from '../../config/start-refused.ts'

const Pointer = z.strictObject({ cluster: z.string() })

/** Makes `DATA_DIR` where it is missing. As root others may pass through it but not list it. */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
}

/**
 * The directory whose child `postgres` is the cluster: `DATA_DIR` itself, or a place of its own
 * below `/var/lib/corridor` where the server's user cannot reach `DATA_DIR`. No parent's mode is
 * ever changed. `DATA_DIR/postgres.json` keeps the choice.
 */
export function clusterHome(
  dataDir: string,
  user: ServerUser | undefined,
  random: (bytes: number) => Uint8Array,
): string {
  const pointer = join(dataDir, 'postgres.json')
  if (existsSync(pointer)) return namedHome(pointer)
  if (!user) return dataDir
  if (canReach(dataDir, user)) return dataDir

  const home = join(systemHome, Buffer.from(random(8)).toString('hex'))
  mkdirSync(home, { recursive: true, mode: 0o755 })
  chmodSync(systemHome, 0o755)
  chmodSync(home, 0o755)
  const draft = `${pointer}.${process.pid}`
  rmSync(draft, { force: true })
  const text = `${JSON.stringify({ cluster: home })}\n`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(draft, pointer)
  return home
}

/**
 * Removes the embedded cluster of a `DATA_DIR`, wherever it lies: for a reset of the sandbox.
 * @throws StartRefused while a server runs on it
 */
export function removeCluster(dataDir: string): void {
  const pointer = join(dataDir, 'postgres.json')
  const home = existsSync(pointer) ? namedHome(pointer) : dataDir
  const cluster = join(home, 'postgres')
  if (readPostmaster(cluster)) {
    throw new StartRefused(`${cluster} is in use. Stop the service first.`)
  }
  rmSync(cluster, { recursive: true, force: true })
  if (home !== dataDir) rmSync(home, { recursive: true, force: true })
  rmSync(pointer, { force: true })
}

function namedHome(pointer: string): string {
  let home: string
  try {
    home = Pointer.parse(JSON.parse(readFileSync(pointer, 'utf8'))).cluster
  } catch {
    throw new StartRefused(`${pointer} does not name a database cluster.`)
  }
  // Starting empty here would look like a loss of all data, so a lost cluster is reported instead.
  if (!existsSync(home)) {
    throw new StartRefused(
      `${pointer} names the database cluster ${home}, which is not there. Restore it, or remove the file to start empty.`,
    )
  }
  return home
}

/** Refuses a directory that is not a cluster of the expected major version. True when it exists. */
export function checkCluster(cluster: string, major: number): boolean {
  if (!existsSync(cluster)) return false
  const versionFile = join(cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    if (readdirSync(cluster).length === 0) return false
    throw new StartRefused(
      `${cluster} is not a PostgreSQL data directory. Corridor does not touch it; set DATA_DIR to another place.`,
    )
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== String(major) || !existsSync(join(cluster, 'global/pg_control'))) {
    throw new StartRefused(
      `${cluster} was made by another engine or version (${version}); this release runs PostgreSQL ${major}. Move the data with a dump and restore, or set DATABASE_URL.`,
    )
  }
  return true
}

/** `sun_path` holds 108 bytes with its zero; the socket's own name takes 16 of them. */
const socketDirectoryMax = 107 - '/.s.PGSQL.5432'.length

/** A fresh, short 0700 directory for the socket, whatever the length of `DATA_DIR`. */
export function makeSocketDirectory(user: ServerUser | undefined): string {
  const base = resolve(tmpdir())
  const fits = Buffer.byteLength(base) + '/corridor-XXXXXX'.length <= socketDirectoryMax
  const usable = existsSync(base) && canReach(base, user) && fits
  const directory = mkdtempSync(join(usable ? base : '/tmp', 'corridor-'))
  chmodSync(directory, 0o700)
  if (user) chownSync(directory, user.uid, user.gid)
  return directory
}
