// The rules of tidy.test.ts, each shown a violation and the same file without it.
import { expect, test } from 'vitest'
import { withFixture } from './fixture.ts'
import { citationProblems } from './tidy/citations.ts'
import { untestedFailures, untestedOperations } from './tidy/contract.ts'
import { adrProblems, documentProblems, settingProblems } from './tidy/docs.ts'
import { longFunctions } from './tidy/functions.ts'
import { messageProblems } from './tidy/messages.ts'
import { moduleProblems } from './tidy/modules.ts'
import { nameProblems } from './tidy/names.ts'
import { packageProblems } from './tidy/packages.ts'
import { styleProblems } from './tidy/styles.ts'
import { textProblems } from './tidy/text.ts'
import { type Tree, treeAt } from './tidy/tree.ts'

function problems(
  rule: (tree: Tree) => string[],
  files: Record<string, string>,
): Promise<string[]> {
  return withFixture(files, (folder) => rule(treeAt(folder)))
}

test.for<[what: string, path: string, bad: string, good: string]>([
  ['left-over word', 'apps/bff/src/a.ts', '// TODO later', '// The todo list'],
  ['does not run', 'apps/bff/src/a.test.ts', "test.skip('a')", "test('a')"],
  [
    'without a reason',
    'apps/bff/src/a.ts',
    '// oxlint-disable-next-line no-x',
    '// oxlint-disable-next-line no-x -- the library demands it',
  ],
  [
    'without a reason',
    'packages/client/src/a.test.ts',
    '// @ts-expect-error',
    '// @ts-expect-error the body is missing',
  ],
  ['clock', 'apps/bff/src/a.ts', 'const at = new Date()', 'const at = new Date(0)'],
  [
    'float',
    'packages/domain/src/a.ts',
    "const a = Number('1')",
    'const a = Number.MAX_SAFE_INTEGER',
  ],
  ['paths.ts', 'apps/web/src/a.tsx', '<Link to="/transfers">', '<Link to={paths.transfers()}>'],
  ['paths.ts', 'apps/web/src/a.tsx', '<Link to={`/transfers/${id}`}>', '<a href="https://x">'],
  ['paths.ts', 'apps/web/src/a.tsx', "navigate('/transfers')", 'navigate(paths.transfers())'],
  [
    'made by a migration',
    'apps/bff/src/db/schema/migrations/0026_more.sql',
    'create or replace function more() returns int',
    'create trigger more before update on step',
  ],
  [
    'made by a migration',
    'packages/signer/migrations/0002_more.sql',
    'CREATE VIEW more AS',
    'create materialized view more as',
  ],
  ['more than 400', 'apps/bff/src/a.ts', '\n'.repeat(401), '\n'.repeat(400)],
])('a text with "%s" is found in %s', async ([what, path, bad, good]) => {
  expect(await problems(textProblems, { [path]: bad })).toEqual([expect.stringContaining(what)])
  expect(await problems(textProblems, { [path]: good })).toEqual([])
})

test.for<[word: string, path: string, bad: string, good: string]>([
  ['told', 'apps/bff/src/a.ts', 'const isMethodTold = 1', 'const isMethodNotified = 1'],
  ['told', 'apps/bff/src/a.ts', 'row.told_phase', 'row.published_phase'],
  ['tell', 'apps/web/src/a.tsx', 'a.tellOwner()', 'a.intellect(tellurium)'],
  ['told', 'apps/bff/src/a.test.ts', "test('is told', () => {})", "test('is notified', () => {})"],
  ['teller', 'apps/bff/src/a.ts', '// The teller', '// The notifier'],
  ['said', 'apps/bff/src/a.ts', '/** What was said. */', "const a = 'It is said.'"],
  ['words', 'apps/web/src/a.css', '.phrase-words {}', '/* Words of a phrase. */'],
  ['word', 'packages/domain/src/a.ts', 'const frameWord = 1', 'const keyword = password'],
  ['one', 'packages/domain/src/a.ts', 'a.map((one) => b)', "oneThread(t, { one: 'a' }) // one"],
  ['one', 'packages/domain/src/a.ts', 'const [one, two] = a', "const [first, two] = ['one']"],
  [
    'news',
    'apps/bff/src/db/schema/types.generated.ts',
    '  is_news: boolean',
    '  newsletter: boolean',
  ],
])('the word "%s" is found in %s', async ([word, path, bad, good]) => {
  expect(await problems(nameProblems, { [path]: bad })).toEqual([
    `${path}:1: "${word}": write a word of the table in STYLE.md`,
  ])
  expect(await problems(nameProblems, { [path]: good })).toEqual([])
})

test('a file with such a name is found', async () => {
  const of = (path: string) => problems(nameProblems, { [path]: '' })
  expect(await of('apps/bff/src/limits/door.test.ts')).toHaveLength(1)
  expect(await of('apps/bff/src/telling/a.ts')).toHaveLength(1)
  expect(await of('apps/bff/src/limits/password.ts')).toEqual([])
})

test('a function with more than 70 lines of its own is found, in a factory or outside', async () => {
  const path = 'apps/bff/src/a.ts'
  const body = (lines: number): string => '  call()\n'.repeat(lines)
  const check = (source: string): Promise<string[]> => problems(longFunctions, { [path]: source })

  expect(await check(`// é\nexport function a() {\n${body(69)}}\n`)).toEqual([
    `${path}:2: 71 lines, more than 70`,
  ])
  expect(await check(`export const a = () => {\n${body(69)}}\n`)).toHaveLength(1)
  expect(await check(`export function a() {\n${body(68)}}\n`)).toEqual([])

  const factory = (lines: number): string =>
    `export function a() {\n  return { b, c: () => {\n${body(60)}} }\n  function b() {\n${body(lines)}}\n}\n`
  expect(await check(factory(60))).toEqual([])
  expect(await check(factory(80))).toEqual([`${path}:64: 82 lines, more than 70`])
})

const everywhere = {
  'packages/contract/src/transfers.ts': '',
  'packages/domain/src/transfers/fees.ts': '',
  'apps/bff/src/modules/transfers/service.ts': '',
  'apps/web/src/pages/transfers/list/list.tsx': '',
}

test('a module with another name in one place, or a gap that is none, is found', async () => {
  expect(await problems((tree) => moduleProblems(tree, {}), everywhere)).toEqual([])

  const { 'apps/web/src/pages/transfers/list/list.tsx': page, ...others } = everywhere
  const renamed = { ...others, 'apps/web/src/pages/transfer/list.tsx': page }
  expect(await problems((tree) => moduleProblems(tree, {}), renamed)).toEqual([
    'transfer is not a module of the architecture',
    'transfers is missing in web',
  ])

  const gap = { transfers: { web: 'not built yet' } }
  expect(await problems((tree) => moduleProblems(tree, gap), others)).toEqual([])
  expect(await problems((tree) => moduleProblems(tree, gap), everywhere)).toEqual([
    'transfers is in web: take its gap out',
  ])
})

const record = `# Money\n\n${['Context', 'Decision', 'Alternatives', 'Consequences', 'Left open by']
  .map((part) => `## ${part}\nA sentence.\n`)
  .join('\n')}`
const index = '- [Money](0001-money.md)\n'

test('a decision record out of number, out of the index, too long or incomplete is found', async () => {
  const check = (files: Record<string, string>): Promise<string[]> => problems(adrProblems, files)
  expect(await check({ 'docs/adr/README.md': index, 'docs/adr/0001-money.md': record })).toEqual([])

  expect(await check({ 'docs/adr/README.md': index })).toEqual([
    '0001-money.md is listed but missing',
  ])
  expect(await check({ 'docs/adr/README.md': '', 'docs/adr/0001-money.md': record })).toEqual([
    '0001-money.md is not in the index',
  ])
  expect(
    await check({
      'docs/adr/README.md': '- [Money](0002-money.md)',
      'docs/adr/0002-money.md': record.replace('## Alternatives', '') + '\n'.repeat(60),
    }),
  ).toEqual([
    expect.stringContaining('fits on one screen'),
    '0002-money.md lacks the part "Alternatives"',
    expect.stringContaining('number 2'),
  ])
  const replaced = `- [Ids](0003-ids.md)\n\n## Replaced\n\n| 1, 2 | [Money](../essays/money.md) |\n`
  const ids = { 'docs/adr/0003-ids.md': record }
  expect(await check({ ...ids, 'docs/adr/README.md': replaced })).toEqual([])
  expect(await check({ ...ids, 'docs/adr/README.md': replaced.replace('1, 2', '2') })).toEqual([
    expect.stringContaining('the one before is missing'),
  ])
})

test('a document that names a missing file is found', async () => {
  const files = { 'STYLE.md': 'See `tools/run.mjs`.', 'tools/run.mjs': '' }
  expect(await problems(documentProblems, files)).toEqual([])
  expect(await problems(documentProblems, { 'STYLE.md': files['STYLE.md'] })).toEqual([
    'STYLE.md names tools/run.mjs, which does not exist',
  ])
})

test('a citation of a part that is missing, in another form, or a dead link is found', async () => {
  const source = 'apps/bff/src/a.ts'
  const good = {
    'docs/specification/operations.md': '# O\n\n## 11. States\n\n### 11.1 Transfers\n\n1. First.\n',
    'docs/specification/safety.md': '# S\n\n## Who may act\n34. Limits.\n',
    'docs/adr/README.md': '| 2 | [Money](../essays/money.md) |\n',
    'docs/adr/0001-ids.md': '# 1. Ids\n',
    'docs/essays/money.md': '# Money\n\n## At rest\n[above](#at-rest), [ids](../adr/0001-ids.md)\n',
    'apps/bff/src/db/schema/migrations/0001_a.sql':
      '-- operations.md, 11.1; docs/adr/0002-money.md',
    [source]: '// operations.md 11.1, safety.md 34; ADR 1; operations.md 11.1.1 and 11',
  }
  const found = (files: Record<string, string>) => problems(citationProblems, { ...good, ...files })
  const foundIn = (text: string) => found({ [source]: text })
  expect(await found({})).toEqual([])
  expect(await foundIn('// (operations.md 11.2)')).toEqual([expect.stringContaining('11.2')])
  expect(await foundIn('// safety.md 34 and 35')).toEqual([expect.stringContaining('35')])
  expect(await foundIn('// speed.md 1')).toEqual([expect.stringContaining('speed')])
  expect(await foundIn('// operations.md')).toEqual([expect.stringContaining('without a part')])
  expect(await foundIn('// guarantees 3.7')).toEqual([expect.stringContaining('in the form')])
  expect(await foundIn('// ADR 2')).toEqual([expect.stringContaining('ADR 2')])
  expect(await foundIn('// docs/adr/0002-money.md')).toHaveLength(1)
  const essay = (text: string) => found({ 'docs/essays/money.md': `# Money\n${text}\n` })
  expect(await essay('[a](../adr/0003-a.md)')).toEqual([expect.stringContaining('links to')])
  expect(await essay('[a](#at-rest)')).toEqual([expect.stringContaining('links to')])
})

test('a setting that docs/operate.md does not explain is found, and so is a rule that reads nothing', async () => {
  const config = 'apps/bff/src/config/config.ts'
  const schema =
    'const Settings = z.object({\n  /** Where. */\n  PORT: z.int(),\n  SEED: z.enum([]),\n})'
  const check = (files: Record<string, string>): Promise<string[]> =>
    problems(settingProblems, files)
  expect(await check({ [config]: schema, 'docs/operate.md': '`PORT`, `SEED`' })).toEqual([])
  expect(await check({ [config]: schema, 'docs/operate.md': '`PORT`, `SEEDS`' })).toEqual([
    'docs/operate.md does not explain SEED',
  ])
  expect(await check({ [config]: '', 'docs/operate.md': '' })).toEqual([
    `${config} names no setting`,
  ])
})

test('an operation without a test, or a failure that no test names, is found', async () => {
  const operations = { transfers: { read: { failures: ['TRANSFER_NOT_FOUND'] } } }
  const calls = "call(transfers.read); expect(code).toBe('TRANSFER_NOT_FOUND')"
  const tried = { 'apps/bff/src/modules/transfers/handlers.test.ts': calls }
  expect(await problems((tree) => untestedOperations(tree, operations), tried)).toEqual([])
  expect(await problems((tree) => untestedFailures(tree, operations), tried)).toEqual([])

  const untried = { 'apps/bff/src/modules/transfers/handlers.ts': calls }
  expect(await problems((tree) => untestedOperations(tree, operations), untried)).toEqual([
    'no test calls transfers.read',
  ])
  expect(await problems((tree) => untestedFailures(tree, operations), untried)).toEqual([
    'no test provokes TRANSFER_NOT_FOUND',
  ])
})

test('too many dependencies, two versions of one, or a version that is not exact is found', async () => {
  const check = (files: Record<string, unknown>): Promise<string[]> =>
    problems(
      packageProblems,
      Object.fromEntries(Object.entries(files).map(([path, json]) => [path, JSON.stringify(json)])),
    )
  const many = Object.fromEntries(Array.from({ length: 46 }, (_, at) => [`a${at}`, '1.0.0']))
  expect(await check({ 'apps/bff/package.json': { dependencies: { zod: '4.6.7' } } })).toEqual([])
  expect(await check({ 'apps/bff/package.json': { dependencies: many } })).toEqual([
    '46 direct runtime dependencies, more than 45',
  ])
  expect(
    await check({
      'apps/bff/package.json': { dependencies: { zod: '4.6.7' } },
      'apps/web/package.json': { dependencies: { zod: '4.6.8', react: '^19.0.0' } },
    }),
  ).toEqual(['zod is wanted in versions 4.6.7, 4.6.8', 'react has no exact version: ^19.0.0'])
})

test('CSS that nothing uses, of another page, or without a layer is found', async () => {
  const style = 'apps/web/src/pages/a/list/list.css'
  const good = {
    [style]: '@layer components {\n  .list-rows .tone-done { color: red }\n}',
    'apps/web/src/pages/a/list/list.tsx': 'const a = <i className={`list-rows tone-${tone}`} />',
    'apps/web/src/pages/a/detail/detail.tsx': 'const a = <i />',
  }
  const found = (files: Record<string, string>) => problems(styleProblems, { ...good, ...files })
  expect(await found({})).toEqual([])
  expect(await found({ [style]: '.list-rows { color: red }' })).toEqual([
    expect.stringContaining('layer'),
  ])
  expect(await found({ [style]: '@layer components {\n  .row { color: red }\n}' })).toEqual([
    expect.stringContaining('nothing uses .row'),
  ])
  const detail = { 'apps/web/src/pages/a/detail/detail.tsx': '<i className="list-rows" />' }
  expect(await found(detail)).toEqual([expect.stringContaining('detail.tsx uses .list-rows')])
})

test('texts of the dashboard are messages, and translated', async () => {
  const page = 'apps/web/src/pages/a/list/list.tsx'
  const german = 'apps/web/messages/de/a.json'
  const good = {
    [page]: `const a = <p title={t('A {b}', { b })}>{plural(n, { one: 'row', other: '{count} rows' })}</p>`,
    [german]:
      '{ "A {b}": "Ein {b}", "{count} rows": { "one": "eine Zeile", "other": "{count} Zeilen" } }',
    'apps/web/messages/de/service.json': '{ "codes": {} }',
  }
  const found = (files: Record<string, string>) => problems(messageProblems, { ...good, ...files })
  const foundIn = (source: string) => found({ [page]: `${good[page]}; const c = ${source}` })
  expect(await found({})).toEqual([])
  expect(await foundIn('<p>Bare text</p>')).toEqual([expect.stringContaining('no message')])
  expect(await foundIn('<p aria-label="Bare text" />')).toHaveLength(1)
  expect(await foundIn("{ label: 'Bare text' }")).toHaveLength(1)
  expect(await foundIn('<p>USDC</p>')).toEqual([])
  expect(await foundIn('<code>localhost</code>')).toEqual([])
  expect(await foundIn('<i className="mono x">localhost</i>')).toEqual([])
  expect(await foundIn('t(name)')).toEqual([expect.stringContaining('no literal')])
  expect(await foundIn("t('Other')")).toEqual(['de: nothing for "Other" of ' + page])
  expect(await found({ 'apps/web/messages/de/b.json': '{ "Old": "Alt" }' })).toEqual([
    'de: nothing says "Old"',
  ])
  expect(await found({ 'apps/web/messages/de/b.json': '{ "A {b}": "Ein {b}" }' })).toEqual([
    'de: "A {b}" stands in two files',
  ])
  const translated = (b: string, rows: string) =>
    found({ [german]: `{ "A {b}": ${b}, "{count} rows": ${rows} }` })
  const rows = '{ "one": "eine", "other": "{count}" }'
  expect(await translated('"Ein {c}"', rows)).toEqual([expect.stringContaining('other values')])
  expect(await translated('""', rows)).toContain('de: "A {b}" is empty')
  expect(await translated('"Ein {b}"', '"{count}"')).toEqual([
    expect.stringContaining('needs forms'),
  ])
  expect(await translated('"Ein {b}"', '{ "other": "{count}" }')).toEqual([
    expect.stringContaining('no form for "one"'),
  ])
})
