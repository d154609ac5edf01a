// A check that never fails protects nothing. Each one is shown a small folder with a violation
// planted in it and must find exactly that; and a clean folder, which it must pass.
import { randomBytes } from 'node:crypto'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withFixture } from './fixture.ts'
import { type Ran, type Tool, runTool } from './process.ts'
import { root } from './stamp.mjs'

type Files = Record<string, string>

const own = (path: string): string => readFileSync(join(root, path), 'utf8')

function tool(name: Tool, args: string[], files: Files): Promise<Ran> {
  return withFixture(files, (cwd) => runTool(name, args, { cwd, quiet: true }))
}

describe('types', () => {
  const check = (source: string): Promise<Ran> =>
    tool('tsc', ['--noEmit', '-p', '.'], {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': own('tsconfig.base.json'),
      'a.ts': source,
    })

  test.for<[string, string, string]>([
    ['a wrong type', "export const a: number = 'one'", 'TS2322'],
    [
      'an index that may be absent',
      'export const first = (list: string[]): string => list[0]',
      'TS2322',
    ],
    ['undefined for an optional member', 'export const a: { b?: 1 } = { b: undefined }', 'TS2375'],
    ['an enum', 'export enum Direction { In, Out }', 'TS1294'],
    ['an unused variable', 'const a = 1\nexport {}', 'TS6133'],
  ])('%s is refused', async ([, source, code]) => {
    const { ok, output } = await check(source)
    expect(output).toContain(code)
    expect(ok).toBe(false)
  })

  test('a clean file passes', async () => {
    const { ok, output } = await check('export const a = 1')
    expect(ok, output).toBe(true)
  })
})

describe('lint', () => {
  const lint = (path: string, source: string): Promise<Ran> =>
    tool('oxlint', ['-c', '.oxlintrc.json'], {
      '.oxlintrc.json': own('.oxlintrc.json'),
      'tsconfig.json': own('tsconfig.base.json'),
      [path]: source,
    })

  const inSource = 'packages/domain/src/a.ts'
  test.for<[string, string]>([
    ['no-floating-promises', 'export function a(b: () => Promise<void>): void {\n  b()\n}\n'],
    [
      'switch-exhaustiveness-check',
      "export function a(b: 'x' | 'y'): void {\n  switch (b) {\n    case 'x':\n  }\n}\n",
    ],
    ['no-explicit-any', 'export const a = (b: any): string => String(b)\n'],
    ['no-unsafe-assignment', "const a: { b: 1 } = JSON.parse('{}')\nexport { a }\n"],
    ['no-non-null-assertion', 'export const a = (b?: string): string => b!\n'],
    ['consistent-type-imports', "import { Ran } from './b.ts'\nexport type A = Ran\n"],
    ['no-default-export', 'export default 1\n'],
    ['no-console', "console.log('a')\nexport {}\n"],
    ['no-restricted-properties', 'export const a = (): number => Date.now()\n'],
    ['no-restricted-properties', 'export const a = (): number => Math.random()\n'],
    ['ban-ts-comment', '// @ts-ignore\nexport const a = 1\n'],
    ['max-lines', 'export {}\n'.repeat(401)],
  ])('%s is refused', async ([rule, source]) => {
    const { ok, output } = await lint(inSource, source)
    expect(output).toContain(`(${rule})`)
    expect(ok).toBe(false)
  })

  test('a test that runs alone is refused', async () => {
    const { output } = await lint(
      'packages/domain/src/a.test.ts',
      "import { test } from 'vitest'\ntest.only('a', () => {})\n",
    )
    expect(output).toContain('(no-focused-tests)')
  })

  test('a clean file passes', async () => {
    expect(await lint(inSource, 'export const a = 1\n')).toMatchObject({ ok: true })
  })
})

describe('format', () => {
  const format = (source: string): Promise<Ran> =>
    tool('oxfmt', ['--check', '.'], {
      '.oxfmtrc.json': own('.oxfmtrc.json'),
      'a.ts': source,
    })

  test.for<[string, string]>([
    ['a semicolon', "export const a = 'b';\n"],
    ['double quotes', 'export const a = "b"\n'],
    ['a long line', `export const a = [${"'a', ".repeat(30)}]\n`],
  ])('%s is refused', async ([, source]) => {
    expect(await format(source)).toMatchObject({ ok: false })
  })

  test('a formatted file passes', async () => {
    expect(await format("export const a = 'b'\n")).toMatchObject({ ok: true })
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

  test.for<[string, Files, string]>([
    ['an unused file', { 'packages/domain/src/b.ts': 'export {}\n' }, 'b.ts'],
    [
      'an unused export',
      { 'packages/domain/src/a.ts': 'export const used = 1\nexport const unused = 2\n' },
      'unused',
    ],
    [
      'an unused dependency',
      {
        'packages/domain/package.json':
          '{ "name": "@corridor/domain", "version": "0.1.0", "exports": { ".": "./src/index.ts" }, "dependencies": { "zod": "4.6.7" } }',
      },
      'zod',
    ],
  ])('%s is refused', async ([, files, named]) => {
    const { ok, output } = await weigh(files)
    expect(output).toContain(named)
    expect(ok).toBe(false)
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
