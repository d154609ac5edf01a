import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createEmptyDatabase,
  createTestDatabase,
  type EmptyDatabase,
  type TestDatabase,
} from '../../../test/support/database/database.ts'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { withClient } from '../server/server.ts'
import { readFunctions } from './functions.ts'
import { migrate } from './migrate.ts'
import { formerHashes } from './migrations.ts'

const functions = readFunctions()
let fresh: TestDatabase
let older: EmptyDatabase
let owner: Client

beforeAll(async () => {
  fresh = await createTestDatabase()
  older = await createEmptyDatabase()
  owner = new Client({ connectionString: older.ownerUrl })
  await migrate({ ownerUrl: older.ownerUrl, log: keptLog(), functions: [] })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await older.drop()
  await fresh.close()
})

describe('files of functions', () => {
  test('are all functions and views of the schema, each in the file of its name', async () => {
    const { rows } = await withClient(fresh.urls.owner, (client) =>
      client.query<{ name: string }>(`
        select distinct p.proname as name from pg_proc p
        where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        union all
        select c.relname from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'`),
    )
    const names = functions.map(({ name }) => name)
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    // One that takes rows of several tables is made once for each.
    const made = functions.map(({ sql }) => [...new Set(madeIn(sql))])
    expect(made).toEqual(names.map((name) => [name]))
  })
  test('leave an older database as a fresh one, and fit its tables', async () => {
    for (const [key, hash] of formerHashes) {
      await owner.query(`update schema_migration set hash = $1 where set || '/' || file = $2`, [
        hash,
        key,
      ])
    }
    await migrate({ ownerUrl: older.ownerUrl, log: keptLog() })
    // Again, this time with a look into the bodies.
    for (const { sql } of functions) await owner.query(sql)
    const expected = await withClient(fresh.urls.owner, schemaOf)
    expect(expected.length).toBeGreaterThan(1_000)
    expect(await schemaOf(owner)).toEqual(expected)
  })
})

const madeIn = (sql: string): (string | undefined)[] =>
  [...sql.matchAll(/^create or replace (?:function|view) (\w+)/gm)].map(([, name]) => name)

/** All that makes the schema, a line each: tables with rights and row security, and what is on them. */
async function schemaOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with place as (select oid from pg_namespace where nspname in ('public', 'signer'))
    select concat_ws(' ', c.relkind, c.oid::regclass, c.relacl, c.relowner::regrole, c.reloptions,
      c.relrowsecurity, c.relforcerowsecurity, pg_get_viewdef(c.oid)) as line
    from pg_class c where c.relnamespace in (table place) and c.relkind in ('r', 'p', 'v', 'S')
    union all
    select concat_ws(' ', a.attrelid::regclass, a.attnum, a.attname, a.atttypid::regtype, a.attnotnull,
      a.attacl, pg_get_expr(d.adbin, d.adrelid))
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relnamespace in (table place)
      and c.relkind in ('r', 'p', 'v')
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where not a.attisdropped
    union all
    select concat_ws(' ', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k where k.connamespace in (table place)
    union all
    select pg_get_indexdef(i.indexrelid) from pg_index i
    join pg_class c on c.oid = i.indexrelid and c.relnamespace in (table place)
    union all
    select concat_ws(' ', pg_get_functiondef(p.oid), p.proowner::regrole, p.proacl)
    from pg_proc p where p.pronamespace in (table place) and p.prokind = 'f'
    union all
    select concat_ws(' ', t.tgrelid::regclass, pg_get_triggerdef(t.oid))
    from pg_trigger t where not t.tgisinternal
    union all
    select concat_ws(' ', p.polrelid::regclass, p.polname, p.polcmd, p.polroles::regrole[],
      pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
    from pg_policy p
    order by 1`)
  return rows.map(({ line }) => line)
}
