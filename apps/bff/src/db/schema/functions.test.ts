import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createEmptyDatabase,
  createTestDatabase,
  type EmptyDatabase,
  type TestDatabase,
} from '../../../test/support/database/database.ts'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { schemaOf } from '../../../test/support/database/schema-lines.ts'
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
