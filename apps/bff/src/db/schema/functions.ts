import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import { StartRefused } from '../../config/start-refused.ts'
import type { RunStep } from './one-transaction.ts'

/** A function or view as this release defines it, in full, with its grants. */
export type FunctionFile = { name: string; hash: string; sql: string }

const directory = fileURLToPath(new URL('./functions', import.meta.url))
const namePattern = /^[a-z0-9_]+\.sql$/

/** Every function and view of this release, in the order of their names. */
export function readFunctions(folder: string = directory): FunctionFile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      if (!namePattern.test(file)) throw new StartRefused(`${file} is not a function's name.`)
      const sql = readFileSync(join(folder, file), 'utf8')
      return { name: basename(file, '.sql'), sql, hash: hashOf(sql) }
    })
}

export const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex')

/** Holds what was applied of the files of this release, and nothing of files that it does not have. */
export const functionTable = `create table if not exists schema_function (
  name text primary key, hash text not null, applied_at timestamptz not null
)`

/**
 * Brings functions and views to this release: every file whose text is not the one applied last, in the
 * caller's transaction, so that none meets a version of another that it was not written for. Without a
 * new migration an older release puts its own back, which fit the tables as well.
 * @returns the names of those that were applied
 */
export async function applyFunctions(client: Client, files: readonly FunctionFile[], run: RunStep) {
  await client.query('delete from schema_function where name <> all ($1)', [
    files.map(({ name }) => name),
  ])
  const { rows } = await client.query<{ name: string; hash: string }>(
    'select name, hash from schema_function',
  )
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]))
  const changed = files.filter(({ name, hash }) => applied.get(name) !== hash)

  // What a body calls is looked for when it is called: files need no order for it.
  await client.query('set local check_function_bodies = off')
  for (const { name, hash, sql } of changed) {
    await run(`The function ${name}`, sql)
    await client.query(recorded, [name, hash])
  }
  return changed.map(({ name }) => name)
}

const recorded = `insert into schema_function (name, hash, applied_at)
  values ($1, $2, clock_timestamp())
  on conflict (name) do update set hash = excluded.hash, applied_at = excluded.applied_at`
