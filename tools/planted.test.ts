// A check that never fails protects nothing. Each one is shown a small folder with violations
// planted in it, all at once since a tool takes longer to start than to look, and must find each;
// and a clean folder, which it must pass.
import { randomBytes } from 'node:crypto'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { withFixture } from './fixture.ts'
import { type Ran, type Tool, runTool } from './process.ts'
import { root } from './stamp.mjs'

type Files = Record<string, string>

const own = (path: string): string => readFileSync(join(root, path), 'utf8')

function tool(name: Tool, args: string[], files: Files): Promise<Ran> {
  return withFixture(files, (cwd) => runTool(name, args, { cwd, quiet: true }))
}

/** A file of its own for each source: `0.ts`, `1.ts` and so on, in this folder. */
const numbered = (sources: string[], folder = ''): Files =>
  Object.fromEntries(sources.map((source, index) => [`${folder}${index}.ts`, source]))

describe('types', () => {
  const check = (files: Files): Promise<Ran> =>
    tool('tsc', ['--noEmit', '-p', '.'], {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': own('tsconfig.base.json'),
      ...files,
    })

  const wrong: [what: string, source: string, code: string][] = [
    ['a wrong type', "export const a: number = 'one'", 'TS2322'],
    [
      'an index that may be absent',
      'export const first = (list: string[]): string => list[0]',
      'TS2322',
    ],
    ['undefined for an optional member', 'export const a: { b?: 1 } = { b: undefined }', 'TS2375'],
    ['an enum', 'export enum Direction { In, Out }', 'TS1294'],
    ['an unused variable', 'const a = 1\nexport {}', 'TS6133'],
  ]
  let seen: Ran
  beforeAll(async () => {
    seen = await check(numbered(wrong.map(([, source]) => source)))
  })

  const expected = wrong.map(([what, , code], index) => ({ what, code, index }))
  test.for(expected)('$what is refused', ({ code, index }) => {
    expect(seen.output).toMatch(new RegExp(`^${index}\\.ts\\(.*error ${code}:`, 'm'))
    expect(seen.ok).toBe(false)
  })

  test('a clean file passes', async () => {
    const { ok, output } = await check({ 'a.ts': 'export const a = 1' })
    expect(ok, output).toBe(true)
  })
})

describe('lint', () => {
  const lint = (files: Files): Promise<Ran> =>
    tool('oxlint', ['-c', '.oxlintrc.json', '--format=unix'], {
      '.oxlintrc.json': own('.oxlintrc.json'),
      'tsconfig.json': own('tsconfig.base.json'),
      ...files,
    })

  const wrong: [rule: string, source: string][] = [
    ['no-floating-promises', 'export function a(b: () => Promise<void>): void {\n  b()\n}\n'],
    [
      'switch-exhaustiveness-check',
      "export function a(b: 'x' | 'y'): void {\n  switch (b) {\n    case 'x':\n  }\n}\n",
    ],
    ['no-explicit-any', 'export const a = (b: any): string => String(b)\n'],
    ['no-unsafe-assignment', "const a: { b: 1 } = JSON.parse('{}')\nexport { a }\n"],
    ['no-non-null-assertion', 'export const a = (b?: string): string => b!\n'],
    ['consistent-type-imports', "import { Ran } from './type.ts'\nexport type A = Ran\n"],
    ['no-default-export', 'export default 1\n'],
    ['no-console', "console.log('a')\nexport {}\n"],
    ['no-restricted-properties', 'export const a = (): number => Date.now()\n'],
    ['no-restricted-properties', 'export const a = (): number => Math.random()\n'],
    ['ban-ts-comment', '// @ts-ignore\nexport const a = 1\n'],
    ['max-lines', 'export {}\n'.repeat(401)],
  ]
  const folder = 'packages/domain/src/'
  let seen: Ran
  beforeAll(async () => {
    seen = await lint({
      ...numbered(
        wrong.map(([, source]) => source),
        folder,
      ),
      [`${folder}a.test.ts`]: "import { test } from 'vitest'\ntest.only('a', () => {})\n",
    })
  })
  const expectRefused = (file: string, rule: string): void => {
    expect(seen.output).toMatch(new RegExp(`^${folder}${file}:.*\\(${rule}\\)`, 'm'))
    expect(seen.ok).toBe(false)
  }

  const expected = wrong.map(([rule], index) => ({ rule, index }))
  test.for(expected)('$rule is refused', ({ rule, index }) => {
    expectRefused(`${index}.ts`, rule)
  })

  test('a test that runs alone is refused', () => {
    expectRefused('a.test.ts', 'no-focused-tests')
  })

  test('a clean file passes', async () => {
    const clean = { [`${folder}a.ts`]: 'export const a = 1\n' }
    expect(await lint(clean)).toMatchObject({ ok: true })
  })
})

describe('format', () => {
  const format = (files: Files): Promise<Ran> =>
    tool('oxfmt', ['--check', '.'], { '.oxfmtrc.json': own('.oxfmtrc.json'), ...files })

  const wrong: [what: string, source: string][] = [
    ['a semicolon', "export const a = 'b';\n"],
    ['double quotes', 'export const a = "b"\n'],
    ['a long line', `export const a = [${"'a', ".repeat(30)}]\n`],
  ]
  let seen: Ran
  beforeAll(async () => {
    seen = await format(numbered(wrong.map(([, source]) => source)))
  })

  const expected = wrong.map(([what], index) => ({ what, index }))
  test.for(expected)('$what is refused', ({ index }) => {
    expect(seen.output).toMatch(new RegExp(`^${index}\\.ts `, 'm'))
    expect(seen.ok).toBe(false)
  })

  test('a formatted file passes', async () => {
    expect(await format({ 'a.ts': "export const a = 'b'\n" })).toMatchObject({ ok: true })
  })
})

describe('dead weight', () => {
  const weigh = (files: Files): Promise<Ran> =>
    tool('knip', ['--no-progress'], {
      'knip.json': own('knip.json'),
      'package.json': '{ "name": "fixture", "private": true, "type": "module" }',
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      'packages/domain/package.json':
        '{ "name": "@corridor/domain", "version": "0.1.0", "exports": { ".": "./src/index.ts" } }',
      'packages/domain/src/index.ts': "export { used } from './a.ts'\n",
      'packages/domain/src/a.ts': 'export const used = 1\n',
      ...files,
    })

  let seen: Ran
  beforeAll(async () => {
    seen = await weigh({
      'packages/domain/src/b.ts': 'export {}\n',
      'packages/domain/src/a.ts': 'export const used = 1\nexport const unused = 2\n',
      'packages/domain/package.json':
        '{ "name": "@corridor/domain", "version": "0.1.0", "exports": { ".": "./src/index.ts" }, "dependencies": { "zod": "4.6.7" } }',
    })
  })

  test.for<[what: string, found: RegExp]>([
    ['an unused file', /^Unused files \(1\)\npackages\/domain\/src\/b\.ts/m],
    ['an unused export', /^Unused exports \(1\)\nunused\s.*src\/a\.ts:2/m],
    ['an unused dependency', /^Unused dependencies \(1\)\nzod\s/m],
  ])('%s is refused', ([, found]) => {
    expect(seen.output).toMatch(found)
    expect(seen.ok).toBe(false)
  })

  test('a clean workspace passes', async () => {
    const { ok, output } = await weigh({})
    expect(ok, output).toBe(true)
  })
})

describe('bundle budgets', () => {
  const overview = 'src/pages/overview/overview/overview.tsx'
  const manifest = {
    'index.html': { file: 'assets/index.js', css: ['assets/index.css'], isEntry: true },
    [overview]: { file: 'assets/overview.js', imports: ['index.html', '_chart.js'] },
    '_chart.js': { file: 'assets/chart.js' },
    'a.woff2': { file: 'assets/a.woff2' },
    'src/app/palette/palette.tsx': { file: 'assets/palette.js' },
  }
  /** Text that gzip cannot make much smaller. */
  const heavy = (kB: number): string => randomBytes(kB * 750).toString('base64')

  const weigh = (chartKB: number): Promise<Ran> => {
    const files = {
      'package.json': own('apps/web/package.json'),
      '.size-limit.ts': own('apps/web/.size-limit.ts'),
      'build/budgets.ts': own('apps/web/build/budgets.ts'),
      'dist/.vite/manifest.json': JSON.stringify(manifest),
      'dist/assets/index.js': heavy(20),
      'dist/assets/index.css': heavy(5),
      'dist/assets/a.woff2': heavy(5),
      'dist/assets/overview.js': heavy(10),
      'dist/assets/palette.js': heavy(10),
      'dist/assets/chart.js': heavy(chartKB),
    }
    return withFixture(files, (cwd) => {
      symlinkSync(join(root, 'apps/web/node_modules'), join(cwd, 'node_modules'))
      return runTool('budgets', [], { cwd, quiet: true })
    })
  }

  test('a route that is too heavy with the chunks it brings along is refused', async () => {
    const { ok, output } = await weigh(60)
    expect(output).toContain('Route overview/overview')
    expect(ok).toBe(false)
  })

  test('light routes pass', async () => {
    const { ok, output } = await weigh(10)
    expect(ok, output).toBe(true)
  })
})

describe('document quality', () => {
  type Document = {
    info: object
    tags: { name: string; description?: string }[]
    paths: Record<string, Record<string, object>>
  }
  const json = (properties: Record<string, object>) => ({
    'application/json': { schema: { type: 'object', properties } },
  })
  const members = { id: { type: 'string', description: 'Id of the thing.' } }
  const clean: Document = {
    info: {
      title: 'Planted',
      version: '1.0.0',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      contact: { name: 'Planted' },
    },
    tags: [{ name: 'Things', description: 'All of them.' }],
    paths: {
      '/things': {
        get: {
          operationId: 'things.list',
          summary: 'List things',
          description: 'Newest first.',
          tags: ['Things'],
          parameters: [
            { name: 'q', in: 'query', description: 'Part of a name.', schema: { type: 'string' } },
          ],
          responses: {
            200: { description: 'Success', content: json(members) },
            400: { description: 'Refused' },
          },
        },
      },
    },
  }
  const lint = (document: object): Promise<Ran> => {
    const whole = {
      openapi: '3.1.0',
      servers: [{ url: 'https://things.test' }],
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      ...document,
    }
    return tool('openapiLint', ['document.json'], { 'document.json': JSON.stringify(whole) })
  }

  const wrongMembers = {
    bare: { type: 'string' },
    short: { type: 'string', description: 'A text.' },
    nameOfIt: { type: 'string', description: 'Name of it.' },
    outer: {
      type: 'object',
      description: 'What is inside.',
      properties: { inner: { type: 'string' } },
    },
  }
  const wrong = {
    info: { title: 'Planted', version: '1.0.0' },
    tags: [{ name: 'Things' }],
    paths: {
      '/things': {
        get: {
          ...clean.paths['/things']?.['get'],
          description: '',
          parameters: [
            { name: 'q', in: 'query', schema: {} },
            { name: 'sort', in: 'query', description: 'Sort.', schema: { type: 'string' } },
          ],
        },
        post: {
          ...clean.paths['/things']?.['get'],
          tags: ['Others'],
          responses: { 200: { description: 'Success', content: json(wrongMembers) } },
        },
      },
    },
  }
  let seen: Ran
  beforeAll(async () => {
    seen = await lint(wrong)
  })

  test.for([
    'info-license',
    'info-contact',
    'tag-description',
    'operation-description',
    'operation-tag-defined',
    'operation-operationId-unique',
    'operation-4xx-response',
    'parameter-description',
  ])('%s is refused', (rule) => {
    expect(seen.output).toMatch(new RegExp(`^${rule}: `, 'm'))
    expect(seen.ok).toBe(false)
  })

  test.for(['parameters/1', 'bare', 'short', 'nameOfIt', 'outer/properties/inner'])(
    '%s without a sentence of its own is refused',
    (place) => {
      expect(seen.output).toMatch(new RegExp(`^member-description: .*/${place}\\)$`, 'm'))
    },
  )

  test('a clean document passes', async () => {
    const { ok, output } = await lint(clean)
    expect(ok, output).toBe(true)
  })
})
