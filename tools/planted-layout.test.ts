// The rules about folders and records, each shown a violation and the same tree without it.
import { expect, test } from 'vitest'
import { withFixture } from './fixture.ts'
import { clockProblems } from './tidy/clock.ts'
import { crowdedFolders, fileCircles, folderCircles, looseFiles } from './tidy/folders.ts'
import { recordWrites, strayQueries, unknownTables } from './tidy/records.ts'
import { type Tree, treeAt } from './tidy/tree.ts'

function problems(
  rule: (tree: Tree) => string[],
  files: Record<string, string>,
): Promise<string[]> {
  return withFixture(files, (folder) => rule(treeAt(folder)))
}

test('a folder with more than 25 source files is found, tests counted and other files not', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 24 }, (_, at) => [`apps/bff/src/files/a${at}.ts`, '']),
  )
  const more = { 'apps/bff/src/files/a.css': '', 'apps/bff/src/files/below/a.ts': '' }
  const full = { ...files, ...more, 'apps/bff/src/files/a0.test.tsx': '' }
  expect(await problems(crowdedFolders, full)).toEqual([])
  expect(await problems(crowdedFolders, { ...full, 'apps/bff/src/files/b.ts': '' })).toEqual([
    'apps/bff/src/files: 26 source files, more than 25',
  ])
})

test('a file that stands loose in the source of an application is found', async () => {
  const files = { 'apps/bff/src/main.ts': '', 'apps/web/src/app/main.tsx': '' }
  expect(await problems(looseFiles, files)).toEqual([])
  const loose = { ...files, 'apps/bff/src/bank.ts': '', 'apps/web/src/main.tsx': '' }
  expect(await problems(looseFiles, loose)).toEqual([
    'apps/bff/src/bank.ts stands in no folder',
    'apps/web/src/main.tsx stands in no folder',
  ])
})

const imports = (...names: string[]): string =>
  names.map((name) => `import type { A } from '${name}'\n`).join('')

test('files that import each other are found, by a type alone too', async () => {
  const files = {
    'apps/bff/src/a/a.ts': imports('./b.ts', './gone.ts'),
    'apps/bff/src/a/b.ts': "export { c } from './c.ts'",
    'apps/bff/src/a/c.ts': '',
    'apps/bff/src/a/a.test.ts': imports('./a.ts'),
  }
  expect(await problems(fileCircles, files)).toEqual([])
  const circle = { ...files, 'apps/bff/src/a/c.ts': "const a = await import('./a.ts')" }
  expect(await problems(fileCircles, circle)).toEqual([
    ['a', 'b', 'c', 'a'].map((name) => `apps/bff/src/a/${name}.ts`).join(' → '),
  ])
})

test('folders that import each other are found, tests apart', async () => {
  const files = {
    'apps/bff/src/a/a.ts': imports('../b/b.ts', './a2.ts'),
    'apps/bff/src/a/a2.ts': imports('./a.ts'),
    'apps/bff/src/b/b.ts': '',
    'apps/bff/src/b/b.test.ts': imports('../a/a.ts'),
    'apps/bff/src/b/testing/b.ts': imports('../../a/a.ts'),
  }
  expect(await problems(folderCircles, files)).toEqual([])
  const circle = { ...files, 'apps/bff/src/b/b2.ts': imports('../a/a2.ts') }
  expect(await problems(folderCircles, circle)).toEqual([
    'apps/bff/src/a → apps/bff/src/b → apps/bff/src/a ' +
      '(apps/bff/src/a/a.ts imports apps/bff/src/b/b.ts; apps/bff/src/b/b2.ts imports apps/bff/src/a/a2.ts)',
  ])
})

test('a folder that imports from one below it, which imports back, is found', async () => {
  const files = {
    'apps/bff/src/a/a.ts': imports('./below/a.ts'),
    'apps/bff/src/a/below/a.ts': imports('../../b/b.ts'),
    'apps/bff/src/b/b.ts': '',
  }
  expect(await problems(folderCircles, files)).toEqual([])
  const circle = { ...files, 'apps/bff/src/a/below/a.ts': imports('../a2.ts') }
  expect(await problems(folderCircles, { ...circle, 'apps/bff/src/a/a2.ts': '' })).toEqual([
    expect.stringContaining('apps/bff/src/a → apps/bff/src/a/below → apps/bff/src/a ('),
  ])
})

test('folders that import each other only with what lies below them are found', async () => {
  const files = {
    'apps/bff/src/a/below/a.ts': imports('../../b/b.ts'),
    'apps/bff/src/b/b.ts': '',
    'apps/bff/src/b/below/b.ts': '',
    'apps/bff/src/a/a.ts': '',
  }
  expect(await problems(folderCircles, files)).toEqual([])
  const circle = { ...files, 'apps/bff/src/b/below/b.ts': imports('../../a/a.ts') }
  expect(await problems(folderCircles, circle)).toEqual([
    expect.stringContaining('apps/bff/src/a → apps/bff/src/b → apps/bff/src/a ('),
  ])
})

const use = 'apps/bff/src/modules/intake/store.ts'
const record = 'apps/bff/src/records/deposits/store.ts'

test.for([
  "tx.insertInto('deposit').values(row)",
  "tx\n  .updateTable('deposit as d')\n  .set(row)",
  "tx.deleteFrom('deposit')",
  'sql`insert into deposit (id) values (${id})`',
  'sql<Row>`with a as (select 1) update only deposit d set status = ${status}`',
  "client.query('DELETE FROM deposit')",
])('a record that is written elsewhere than in its folder is found: %s', async (source) => {
  expect(await problems(recordWrites, { [record]: source })).toEqual([])
  expect(await problems(recordWrites, { [use]: source })).toEqual([
    `${use}:1: only apps/bff/src/records/deposits/ writes deposit`,
  ])
})

test.for([
  "tx.selectFrom('deposit').where('id', '=', id)",
  "// Only the record may tx.insertInto('deposit') or update deposit.",
  'sql`select 1 from deposit for update of deposit`',
  "tx.insertInto('deposit_note')",
])('what only reads a record, or names it, passes: %s', async (source) => {
  expect(await problems(recordWrites, { [use]: source })).toEqual([])
})

test('the schema and tests write what they need', async () => {
  const source = "tx.insertInto('deposit').values(row)"
  const files = { 'apps/bff/src/db/migrate.ts': source, 'apps/bff/src/modules/a.test.ts': source }
  expect(await problems(recordWrites, files)).toEqual([])
})

test('a record with a table that is not there is found', async () => {
  const types = { 'apps/bff/src/db/schema/types.generated.ts': '\n  deposit: DepositTable\n' }
  const check = (tables: string[]) =>
    problems((tree) => unknownTables(tree, { deposits: tables }), types)
  expect(await check(['deposit'])).toEqual([])
  expect(await check(['deposits'])).toEqual(['there is no table deposits'])
})

test('a query outside stores, records and schema is found', async () => {
  const service = 'apps/bff/src/modules/intake/service.ts'
  const query = "const rows = tx.selectFrom('deposit')"
  const [, ...passing] = [service, use, record, 'apps/bff/src/db/open.ts', 'apps/bff/src/seed/a.ts']
  for (const source of [query, 'const now = sql`now()`']) {
    expect(await problems(strayQueries, { [service]: source })).toEqual([
      `${service}:1: SQL stands in a store, in records/ or in db/`,
    ])
    const files = Object.fromEntries(passing.map((path) => [path, source]))
    expect(await problems(strayQueries, files)).toEqual([])
  }
})

test.for([
  'sql`update t set at = service_now()`',
  'sql`select id, service_now() from t`',
  'sql<boolean>`ends_at <= service_now()`',
])('SQL that reads the clock for each row is found: %s', async (source) => {
  const found = [`${use} reads the clock for each row: take serviceNow`]
  expect(await problems(clockProblems, { [use]: source })).toEqual(found)
  const once = source.replace('service_now()', '(select service_now())')
  expect(await problems(clockProblems, { [use]: once })).toEqual([])
})

test('the same in a function is found, and a variable passes; the time after a wait is for a few', async () => {
  const path = 'apps/bff/src/db/schema/functions/a.sql'
  const check = (source: string) => problems(clockProblems, { [path]: source })
  expect(await check('update t set at = public.service_now();')).toHaveLength(1)
  expect(await check('  today date := (service_now() at time zone 0)::date;')).toEqual([])
  expect(await check('-- the time is service_now()')).toEqual([])

  const late = 'sql`ends_at > ${nowAfterWait}`'
  expect(await problems(clockProblems, { [use]: late })).toHaveLength(1)
  expect(await problems((tree) => clockProblems(tree, { [use]: 'why' }), { [use]: late })).toEqual(
    [],
  )
})
