import { Client } from 'pg'
import type { DatabaseLog } from '../../config/database-log.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { inOneTransaction, type RunStep } from './one-transaction.ts'
import { applyFunctions, type FunctionFile, functionTable, readFunctions } from './functions.ts'
import { installJobs } from './jobs-schema.ts'
import { formerHashes, type MigrationFile, readMigrations } from './migrations.ts'

/** One process migrates at a time; the others wait and then find nothing to do. */
const migrationLock = 1_131_377_267

export type MigrateOptions = {
  /** Connection string of `corridor_owner`. */
  ownerUrl: string
  log: DatabaseLog
  files?: MigrationFile[]
  functions?: FunctionFile[]
}

/**
 * Brings the database to this release: every SQL file not yet applied, the functions that changed and
 * the job queue's schema, all in one transaction, so that a failure or a kill leaves the database to
 * the release before. A migration that has changed since it was applied stops the start.
 */
export async function migrate({
  ownerUrl,
  log,
  files = readMigrations(),
  functions = readFunctions(),
}: MigrateOptions): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'corridor migration' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const done = await inOneTransaction(client, log, async (run) => {
      await client.query(migrationTable)
      await client.query(functionTable)
      await client.query(uuidv7)
      const migrations = await applyMigrations(client, files, run)
      const names = await applyFunctions(client, functions, run)
      await installJobs(client, ownerUrl)
      return { migrations, names }
    })
    for (const { set, file } of done.migrations) log.info({ set, file }, 'migration applied')
    if (done.names.length > 0) log.info({ names: done.names }, 'functions applied')
  } finally {
    await client.end()
  }
}

const migrationTable = `create table if not exists schema_migration (
  set text not null, file text not null, hash text not null, applied_at timestamptz not null,
  primary key (set, file)
)`

/** A random UUID with the time in its first 48 bits, in milliseconds, and the version 7 (RFC 9562). */
export const selectUuidv7 = `select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
  from 1 for 6), 52, 1), 53, 1), 'hex')::uuid as uuidv7`

/**
 * Servers before PostgreSQL 18 lack `uuidv7()`, which migrations and functions call. On later ones the
 * built-in function is found first.
 */
const uuidv7 = `do $do$ begin
  if to_regprocedure('uuidv7()') is null then
    create function uuidv7() returns uuid language sql volatile parallel safe
      as $$ ${selectUuidv7} $$;
    grant execute on function uuidv7() to corridor_app, corridor_worker;
  end if;
end $do$`

async function readApplied(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ set: string; file: string; hash: string }>(
    'select set, file, hash from schema_migration',
  )
  return new Map(rows.map((row) => [keyOf(row), row.hash]))
}

function refuseChanged(files: readonly MigrationFile[], applied: Map<string, string>): void {
  const known = new Map(files.map((file) => [keyOf(file), file.hash]))
  for (const [key, hash] of applied) {
    const current = known.get(key)
    if (current === undefined) {
      throw new StartRefused(
        `The database was migrated by a newer release (${key} is not part of this one). Start that release, or restore a backup.`,
      )
    }
    if (current !== hash && formerHashes.get(key) !== hash) {
      throw new StartRefused(
        `The migration ${key} has changed since it was applied. Put the file back and write a new one.`,
      )
    }
  }
}

/**
 * Applies and records the files that were not applied yet, and returns them. A file may drop a function
 * or view that depends on what it changes, so after it all of them are applied again.
 */
async function applyMigrations(client: Client, files: readonly MigrationFile[], run: RunStep) {
  const applied = await readApplied(client)
  refuseChanged(files, applied)
  const missing = files.filter((file) => !applied.has(keyOf(file)))
  for (const { set, file, hash, sql } of missing) {
    await run(`The migration ${set}/${file}`, sql)
    // The file's own time is real time: the service's clock is itself made by the first file.
    await client.query(
      'insert into schema_migration (set, file, hash, applied_at) values ($1, $2, $3, clock_timestamp())',
      [set, file, hash],
    )
  }
  if (missing.length > 0) await client.query('delete from schema_function')
  return missing
}

function keyOf({ set, file }: { set: string; file: string }): string {
  return `${set}/${file}`
}
