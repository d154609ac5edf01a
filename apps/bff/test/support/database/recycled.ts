import { isDeepStrictEqual } from 'node:util'
import { withClient } from '../../../src/db/server/server.ts'
import { shared } from '../process/shared.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { lastingSchemaOf } from './schema-lines.ts'

/** Modules may be loaded anew for each file of a worker. */
const kept = globalThis as { freeDatabases?: Recycled[] }

/** A database with its connections, and how its tables were made. */
type Recycled = { database: TestDatabase; schema: string[] }

/**
 * A migrated database as `createTestDatabase` makes it. `close()` empties it for the worker's next file,
 * which finds its connections with tables and statements known to them: that is a third of a file's time.
 * One whose tables a file has changed, or that still works, is dropped.
 */
export async function takeDatabase(): Promise<TestDatabase> {
  const taken = kept.freeDatabases?.pop() ?? (await makeRecycled())
  return { ...taken.database, close: () => giveBack(taken) }
}

/** `takeDatabase` for the tests of a file. */
export const sharedDatabase = (): TestDatabase => shared(takeDatabase)

async function makeRecycled(): Promise<Recycled> {
  const database = await createTestDatabase()
  return withClient(database.adminUrl, async (admin) => {
    await admin.query(keepRows)
    return { database, schema: await lastingSchemaOf(admin) }
  })
}

async function giveBack(taken: Recycled): Promise<void> {
  const isFree = await withClient(taken.database.adminUrl, async (admin) => {
    const { rows: busy } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend' and state <> 'idle'`,
    )
    if (busy.length > 0 || !isDeepStrictEqual(await lastingSchemaOf(admin), taken.schema))
      return false
    await admin.query(emptyAll)
    return true
  })
  if (isFree) (kept.freeDatabases ??= []).push(taken)
  else await taken.database.close()
}

const ours = `('public', 'signer', 'pgboss')`

const tables = `
  select c.oid, c.oid::regclass::text as name, n.nspname || '_' || c.relname as copy,
    (select string_agg(quote_ident(attname), ', ') from pg_attribute a
      where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ${ours}`

const keepRows = `
  create schema as_new;
  create table as_new.sequences as
    select schemaname, sequencename, start_value, last_value from pg_sequences where schemaname in ${ours};
  do $$ declare t record; has boolean; begin
    for t in ${tables} loop
      execute format('select exists (select from %s)', t.name) into has;
      if has then execute format('create table as_new.%I as table %s', t.copy, t.name); end if;
    end loop;
  end $$`

/** Without triggers, as rows come and go that nothing else may take away. */
const emptyAll = `
  set session_replication_role = replica;
  do $$ declare t record; begin
    for t in ${tables} loop
      execute format('delete from %s', t.name);
      if to_regclass(format('as_new.%I', t.copy)) is not null then
        execute format('insert into %s (%s) overriding system value select %s from as_new.%I',
          t.name, t.columns, t.columns, t.copy);
      end if;
    end loop;
  end $$;
  select setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value), last_value is not null)
  from as_new.sequences`
