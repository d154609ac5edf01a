// The import table, rule by rule: each one is shown an import that it must refuse.
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { withFixture } from './fixture.ts'
import { type Ran, runTool } from './process.ts'
import { root } from './stamp.mjs'

const configFile = join(root, '.dependency-cruiser.cjs')
type Rule = { name: string; from: { path?: string | string[] }; to: { path?: string | string[] } }
const config = createRequire(import.meta.url)(configFile) as { forbidden: Rule[] }

const library = { 'package.json': '{ "type": "module", "exports": "./index.js" }', 'index.js': '' }
const libraries = Object.fromEntries(
  ['zod', 'kysely', 'hono', 'viem', 'vitest', 'react-router', '@turnkey/crypto'].flatMap((name) =>
    Object.entries(library).map(([file, text]) => [`node_modules/${name}/${file}`, text]),
  ),
)
const manifest = JSON.stringify({
  type: 'module',
  dependencies: {
    kysely: '1',
    hono: '1',
    viem: '1',
    zod: '1',
    'react-router': '1',
    '@turnkey/crypto': '1',
  },
  devDependencies: { vitest: '1' },
})

function cruise(files: Record<string, string>): Promise<Ran> {
  const folders = ['apps', 'packages', 'e2e'].filter((name) =>
    Object.keys(files).some((file) => file.startsWith(`${name}/`)),
  )
  const args = ['--config', configFile, '--', ...folders]
  return withFixture({ 'package.json': manifest, ...libraries, ...files }, (cwd) =>
    runTool('depcruise', args, { cwd, quiet: true }),
  )
}

const server = 'apps/bff/src'

/** Layers of one package, from the lowest up; each imports its neighbour or the layer above it. */
const floors = (prefix: string, base: string, levels: string[][]): Violation[] =>
  levels.flatMap((names, height) =>
    names.flatMap((name, at) => {
      const other = names[at + 1] ?? levels[height + 1]?.[0]
      return other === undefined
        ? []
        : [[`${prefix}-${name}`, planted(base, name), planted(base, other)] satisfies Violation]
    }),
  )
const planted = (base: string, name: string) => `${base}/${name}/planted.ts`.replace('/./', '/')

type Violation = [rule: string, from: string, imported: string]

/** Which rule refuses which import; the imported file is made empty unless it is a package. */
const violations: Violation[] = [
  ['contract-is-data', 'packages/contract/src/a.ts', 'kysely'],
  ['domain-is-pure', 'packages/domain/src/a.ts', 'node:fs'],
  ['domain-is-pure', 'packages/domain/src/fields/a.ts', 'kysely'],
  ['signing-runs-everywhere', 'packages/signing/src/a.ts', 'node:crypto'],
  ['signer-is-alone', 'packages/signer/src/a.ts', 'apps/bff/src/ports/deps.ts'],
  ['chains-know-money-only', 'packages/chains/src/a.ts', 'packages/domain/src/transfers/fees.ts'],
  ['banks-know-money-only', 'packages/banks/src/a.ts', 'packages/domain/src/transfers/fees.ts'],
  ['screening-is-pure', 'packages/screening/src/a.ts', 'node:fs'],
  ['client-is-thin', 'packages/client/src/a.ts', 'packages/domain/src/index.ts'],
  ['contract-types-only', 'apps/web/src/api/a.ts', 'packages/contract/src/index.ts'],
  ['web-without-zod', 'apps/web/src/api/a.ts', 'zod'],
  ['web-sees-no-server', 'apps/web/src/api/a.ts', 'packages/signer/src/index.ts'],
  ['web-sees-no-node', 'apps/web/src/api/a.ts', 'node:fs'],
  ['journeys-are-partners', 'e2e/support/a.ts', 'apps/bff/src/start/app.ts'],
  ['journeys-are-partners', 'e2e/support/a.ts', 'packages/domain/src/jurisdictions/keys.ts'],
  [
    'app-reads-no-environment',
    'apps/bff/src/modules/transfers/service.ts',
    'apps/bff/src/config/config.ts',
  ],
  ['handlers-hold-no-sql', 'apps/bff/src/modules/transfers/handlers.ts', 'kysely'],
  ['services-hold-no-http', 'apps/bff/src/modules/transfers/service.ts', 'hono'],
  ...floors('floor', server, [
    ['config'],
    ['db'],
    ['ports'],
    ['engine'],
    ['outside'],
    ['api'],
    ['records'],
    ['modules'],
    ['dashboard'],
    ['start'],
    ['seed'],
    ['admin'],
  ]),
  ['floor-admin', `${server}/admin/planted.ts`, `${server}/main.ts`],
  ['floor-main', `${server}/main.ts`, `${server}/admin/base/command.ts`],
  ...floors('record', `${server}/records`, [
    ['audit'],
    ['events', 'ledger', 'reviews', 'notes', 'search', 'roles', 'persons'],
    ['partners', 'payin-routes', 'deposits'],
    ['approvals'],
    ['liquidity'],
    ['transfers'],
    ['.'],
  ]),
  ...floors('module', `${server}/modules`, [
    ['access'],
    ['webhooks'],
    ['notifications'],
    ['views'],
    ['treasury'],
    ['screening'],
    ['partners'],
    ['kyc'],
    ['entities'],
    ['accounts'],
    ['wallets'],
    ['deposits'],
    ['liquidity'],
    ['transfers'],
    ['payin-routes'],
    ['figures'],
    ['notes'],
    ['audit'],
    ['approvals'],
    ['exports'],
    ['search'],
    ['intake'],
    ['sandbox'],
  ]),
  ...floors('transfer', `${server}/modules/transfers`, [
    ['quotes', 'reads', 'payouts'],
    ['refunds', 'tracking'],
    ['funding'],
    ['travel'],
    ['execution'],
    ['actions'],
    ['.'],
  ]),
  ...floors('liquidity', `${server}/modules/liquidity`, [
    ['line'],
    ['payments'],
    ['views'],
    ['reserves', 'drawings'],
    ['background'],
    ['operational'],
    ['replenish', 'reads'],
    ['.'],
  ]),
  ...floors('wallet', `${server}/modules/wallets`, [
    ['base'],
    ['issuers', 'sign-in', 'reads'],
    ['activities'],
    ['.'],
  ]),
  ['ports-are-types', `${server}/engine/planted.ts`, `${server}/ports/faults.ts`],
  ['routing-knows-no-code', 'apps/web/src/routing/a.ts', 'apps/web/src/ui/display/card.ts'],
  ['messages-know-nothing', 'apps/web/src/messages/a.ts', 'apps/web/src/ui/format/numbers.ts'],
  ['queries-know-no-screen', 'apps/web/src/api/queries/a.ts', 'apps/web/src/ui/table/types.ts'],
  ['ui-knows-no-module', 'apps/web/src/ui/table/a.ts', 'apps/web/src/api/queries/transfers.ts'],
  ['ui-knows-no-module', 'apps/web/src/ui/page/a.ts', 'apps/web/src/features/accounts/labels.ts'],
  ['primitives-know-no-data', 'apps/web/src/ui/display/a.ts', 'react-router'],
  ['keys-know-no-screen', 'apps/web/src/signing/a.ts', 'apps/web/src/ui/table/types.ts'],
  [
    'parts-know-no-page',
    'apps/web/src/features/accounts/a.ts',
    'apps/web/src/pages/accounts/new/b.ts',
  ],
  [
    'pages-stand-alone',
    'apps/web/src/pages/wallets/list/a.ts',
    'apps/web/src/pages/transfers/list/b.ts',
  ],
  ['pages-stand-alone', 'apps/web/src/pages/wallets/list/a.ts', 'apps/web/src/app/shell/b.ts'],
  ['resolvable', 'apps/bff/src/a.ts', 'no-such-package'],
  ['no-test-code-in-source', 'apps/bff/src/a.ts', 'apps/bff/src/b.test.ts'],
  ['no-dev-dependency-in-source', 'apps/bff/src/a.ts', 'vitest'],
  ['declared-dependencies', 'apps/bff/src/a.ts', 'undeclared'],
  ['public-packages-in-tests-only', 'apps/bff/src/a.ts', '@turnkey/crypto'],
]

/** All of them planted at once: the cruiser takes longer to start than to look. */
let seen: Ran
beforeAll(async () => {
  const files: Record<string, string> = { 'node_modules/undeclared/index.js': '' }
  for (const [index, [, from, imported]] of violations.entries()) {
    const isFile = isOwn(imported)
    const up = '../'.repeat(from.split('/').length - 1)
    const line = `import * as a${index} from '${isFile ? up + imported : imported}'\nexport { a${index} }\n`
    files[from] = (files[from] ?? '') + line
    if (isFile) files[imported] ??= 'export {}\n'
  }
  seen = await cruise(files)
})

const isOwn = (imported: string) => /^(apps|packages)\//.test(imported)

test.for(violations)('%s: %s may not import %s', ([rule, from, imported]) => {
  // A package is identified by the file that it resolves to.
  const target = isOwn(imported) ? imported : `\\S*${imported.replace('node:', '')}\\S*`
  expect(seen.output).toMatch(new RegExp(`error ${rule}: ${from} → ${target}\n`))
  expect(seen.ok).toBe(false)
})

test('a cycle is refused, types pointing back are not', async () => {
  const cycle = await cruise({
    'apps/bff/src/a.ts': "import { b } from './b.ts'\nexport const a = b\n",
    'apps/bff/src/b.ts': "import { a } from './a.ts'\nexport const b = (): unknown => a\n",
  })
  expect(cycle.output).toContain('error no-circular: ')

  const types = await cruise({
    'packages/domain/src/a.ts':
      "import { b } from './b.ts'\nexport type A = string\nexport const a = b\n",
    'packages/domain/src/b.ts': "import type { A } from './a.ts'\nexport const b: A = ''\n",
  })
  expect(types.ok, types.output).toBe(true)
})

test('in the applications no type points back, in the dashboard no folder', async () => {
  const types = await cruise({
    'apps/web/src/ui/a.ts':
      "import { b } from './b.ts'\nexport type A = string\nexport const a = b\n",
    'apps/web/src/ui/b.ts': "import type { A } from './a.ts'\nexport const b: A = ''\n",
  })
  expect(types.output).toContain('error apps-without-circles: ')

  const folders = await cruise({
    'apps/web/src/ui/page/a.ts': "import { b } from '../table/b.ts'\nexport const a = b\n",
    'apps/web/src/ui/table/b.ts': 'export const b = 1\n',
    'apps/web/src/ui/table/c.ts': "import { d } from '../page/d.ts'\nexport const c = d\n",
    'apps/web/src/ui/page/d.ts': 'export const d = 1\n',
  })
  expect(folders.output).toContain('error web-without-folder-circles: ')
})

test('an allowed import passes, and is seen', async () => {
  const { ok, output } = await cruise({
    'packages/chains/src/a.ts': "import * as v from 'viem'\nexport { v }\n",
  })
  expect(ok, output).toBe(true)
  expect(output).toMatch(/\d+ modules, 1 dependencies cruised/)
})

test('a journey may read published account numbers', async () => {
  const table = 'packages/domain/src/jurisdictions/testing/published.ts'
  const { ok, output } = await cruise({
    'e2e/support/a.ts': `import * as a from '../../${table}'\nexport { a }\n`,
    [table]: 'export {}\n',
  })
  expect(ok, output).toBe(true)
})

test('every rule has its violation', () => {
  const circles = ['no-circular', 'apps-without-circles', 'web-without-folder-circles']
  const tried = new Set([...violations.map(([rule]) => rule), ...circles])
  expect(config.forbidden.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})

test('every folder of the server has its floor', () => {
  const bases = ['', '/records', '/modules', '/modules/transfers'].map((part) => server + part)
  const folders = bases.flatMap((base) =>
    readdirSync(join(root, base), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${base}/${name}/`),
  )
  const known = new Set(config.forbidden.flatMap(({ from, to }) => [from.path, to.path].flat()))
  expect(folders.filter((folder) => !known.has(`^${folder}`))).toEqual([])
})
