import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '../../config/start-refused.ts'

/** A folder of SQL files that go forward in the order of their names. */
export type MigrationSet = { name: string; directory: string }

export type MigrationFile = { set: string; file: string; hash: string; sql: string }

/** Every set of this release. The foundation comes first: the others use `service_now()`. */
export const migrationSets: MigrationSet[] = [
  { name: 'bff', directory: fileURLToPath(new URL('./migrations', import.meta.url)) },
  { name: 'signer', directory: signerDirectory() },
]

/** Beside the signer's entry. Found, not imported: its key code is not wanted here, nor its load time. */
function signerDirectory(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@corridor/signer')), '../migrations')
}

const namePattern = /^\d{4}_[a-z0-9_]+\.sql$/

export function readMigrations(sets: MigrationSet[] = migrationSets): MigrationFile[] {
  return sets.flatMap(({ name, directory }) =>
    readdirSync(directory)
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => {
        if (!namePattern.test(file)) throw new StartRefused(`${file} is not a migration's name.`)
        const sql = readFileSync(join(directory, file), 'utf8')
        return { set: name, file, sql, hash: hashOf(sql) }
      }),
  )
}

export const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')
