import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { installJobs } from './jobs-schema.ts'
import type { DatabaseLog } from '../../config/database-log.ts'
import { type MigrationFile, readMigrations } from './migrations.ts'
import { StartRefused } from '../../config/start-refused.ts'

/** One process migrates at a time; the others wait and then find nothing to do. */
const migrationLock = 1_131_377_267

/** A statement waits this long for a lock, so that it never queues traffic behind itself. */
const lockTimeoutMs = 2_000
const attemptsMax = 30

export type MigrateOptions = {
  /** Connection string of `corridor_owner`. */
  ownerUrl: string
  log: DatabaseLog
  files?: MigrationFile[]
}

/**
 * Brings the database to this release: every SQL file not yet applied, each in a transaction of its
 * own with its record, then the job queue's schema. A kill at any point loses at most the file that
 * was under way. An applied file that has changed since stops the start.
 */
export async function migrate({
  ownerUrl,
  log,
  files = readMigrations(),
}: MigrateOptions): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'corridor migration' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists schema_migration (
      set text not null, file text not null, hash text not null, applied_at timestamptz not null,
      primary key (set, file)
    )`)
    const applied = await readApplied(client)
    refuseChanged(files, applied)
    for (const file of files) {
      if (applied.has(keyOf(file))) continue
      await applyWithRetries(client, file, log)
      log.info({ set: file.set, file: file.file }, 'migration applied')
    }
    await installJobs(client, ownerUrl)
  } finally {
    await client.end()
  }
}

async function readApplied(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ set: string; file: string; hash: string }>(
    'select set, file, hash from schema_migration',
  )
  return new Map(rows.map((row) => [keyOf(row), row.hash]))
}

function refuseChanged(files: MigrationFile[], applied: Map<string, string>): void {
  const known = new Map(files.map((file) => [keyOf(file), file.hash]))
  for (const [key, hash] of applied) {
    const current = known.get(key)
    if (current === undefined) {
      throw new StartRefused(
        `The database was migrated by a newer release (${key} is not part of this one). Start that release, or restore a backup.`,
      )
    }
    if (current !== hash) {
      throw new StartRefused(
        `The migration ${key} has changed since it was applied. Put the file back and write a new one.`,
      )
    }
  }
}

async function applyWithRetries(
  client: Client,
  file: MigrationFile,
  log: DatabaseLog,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(client, file)
    } catch (error) {
      await client.query('rollback')
      const isBusy =
        error instanceof DatabaseError && /^(55P03|40P01|40001)$/.test(error.code ?? '')
      if (!isBusy || attempt >= attemptsMax) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`The migration ${keyOf(file)} failed: ${reason}`, { cause: error })
      }
      log.warn({ file: file.file, attempt }, 'migration waits for a lock')
      await sleep(Math.min(attempt * 200, 2_000))
    }
  }
}

async function apply(client: Client, file: MigrationFile): Promise<void> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
  await client.query(file.sql)
  // The file's own time is real time: the service's clock is itself made by the first file.
  await client.query(
    'insert into schema_migration (set, file, hash, applied_at) values ($1, $2, $3, clock_timestamp())',
    [file.set, file.file, file.hash],
  )
  await client.query('commit')
}

function keyOf({ set, file }: { set: string; file: string }): string {
  return `${set}/${file}`
}
