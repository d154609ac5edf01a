// What may pass at the second try is planted: tests and journeys that fail once, or always.
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { playwright } from './e2e.ts'
import { withFixture } from './fixture.ts'
import { countFlaky, type Failure, rerunFailed, type Tally } from './flaky.ts'
import { root } from './stamp.mjs'
import { vitest } from './vitest.ts'

const tally = (passed: number, failed: number, failures: Failure[] = []): Tally => ({
  part: 'unit',
  passed,
  failed,
  failures,
  files: [],
})
const failure = (name: string, second: Tally): Failure => ({
  name,
  passed: 0,
  failed: 1,
  again: async () => second,
})

test('a test that passes alone counts as passed and is named; one that fails again has failed', async () => {
  const failures = [
    failure('a.test.ts > depends on pace', tally(1, 0)),
    failure('a.test.ts > is wrong', tally(0, 1)),
    failure('a.test.ts > is not found', tally(0, 0)),
  ]
  const { tallies, flaky } = await rerunFailed([tally(5, 3, failures)])
  expect(tallies).toMatchObject([{ passed: 6, failed: 2, failures: failures.slice(1) }])
  expect(flaky).toEqual(['unit a.test.ts > depends on pace'])
})

test('the tests of a file that is run again count once', async () => {
  const file = { name: 'a.test.ts', passed: 3, failed: 1, again: async () => tally(4, 0) }
  const { tallies } = await rerunFailed([tally(10, 1, [file])])
  expect(tallies).toMatchObject([{ passed: 11, failed: 0, failures: [] }])
})

test('of more than twenty failures none is run again, and none after three minutes', async () => {
  const many = Array.from({ length: 21 }, () => failure('a.test.ts', tally(1, 0)))
  expect(await rerunFailed([tally(0, 21, many)])).toMatchObject({ tallies: [{ failed: 21 }] })

  const readings = [0, 180_000, 180_001]
  const slow = await rerunFailed([tally(0, 2, many.slice(0, 2))], () => readings.shift() ?? 0)
  expect(slow.tallies).toMatchObject([{ passed: 1, failed: 1 }])
})

test('flaky tests are counted, the most frequent first, and a run without any writes nothing', () =>
  withFixture({ 'flaky.json': '{}' }, (folder) => {
    const file = join(folder, 'flaky.json')
    const count = (day: number, ...names: string[]) =>
      countFlaky(names, file, new Date(Date.UTC(2026, 0, day)))
    count(1)
    expect(readFileSync(file, 'utf8')).toBe('{}')

    count(1, 'b', 'c')
    count(2, 'c', 'a')
    expect(readFileSync(file, 'utf8')).toBe(
      `${JSON.stringify(
        {
          c: { count: 2, last: '2026-01-02' },
          a: { count: 1, last: '2026-01-02' },
          b: { count: 1, last: '2026-01-01' },
        },
        null,
        2,
      )}\n`,
    )
  }))

/** Six runs of a test runner, on machines that do other work as well. */
const minutesMs = 180_000

/** A statement that throws as long as the named file is not there, which it makes. */
const once = (folder: string, name: string): string => {
  const file = JSON.stringify(join(folder, name))
  return `if (!existsSync(${file})) { writeFileSync(${file}, ''); throw new Error('too late') }`
}
const head = "import { existsSync, writeFileSync } from 'node:fs'\n"

test(
  'vitest: what fails once passes alone; what fails twice, or outside a test, fails',
  { timeout: minutesMs },
  async () => {
    await withFixture({}, async (folder) => {
      const files = {
        'tests.test.ts': `test('good', () => {})
        describe('(all)', () => test('pace?', () => { ${once(folder, 'test')} }))
        test('bad', () => { throw new Error('wrong') })`,
        'hook.test.ts': `beforeAll(() => { ${once(folder, 'hook')} })\ntest('after it', () => {})`,
        'both.test.ts': `test('fails, and leaves a promise', () => {
        if (existsSync(${JSON.stringify(join(folder, 'both'))})) return
        void Promise.reject(new Error('left behind'))
        ${once(folder, 'both')}
      })`,
        'leak.test.ts': "test('good', () => { void Promise.reject(new Error('left behind')) })",
        'broken.test.ts': "import './absent.ts'\ntest('never', () => {})",
      }
      for (const [name, text] of Object.entries(files)) {
        writeFileSync(join(folder, name), head + text)
      }
      const first = await vitest('unit', ['--root', folder, '--globals'], { quiet: true })
      expect(first).toMatchObject({ passed: 2, failed: 6 })

      const { tallies, flaky } = await rerunFailed([first])
      const short = (name: string): string => name.replace(/\S*\//, '')
      expect(flaky.map(short).toSorted()).toEqual([
        'unit both.test.ts',
        'unit hook.test.ts',
        'unit tests.test.ts > (all) > pace?',
      ])
      // What the leak leaves behind belongs to no failure, and cannot be run again.
      expect(tallies).toMatchObject([{ passed: 5, failed: 3 }])
      const left = tallies.flatMap(({ failures }) => failures.map(({ name }) => short(name)))
      expect(left.toSorted()).toEqual(['broken.test.ts', 'tests.test.ts > bad'])
    })
  },
)

// A run of Playwright with a failure in it takes ten seconds: for the long run.
const testInFull = process.env['FULL'] ? test : () => undefined

testInFull('journeys: what fails once passes alone', { timeout: minutesMs }, async () => {
  await withFixture({}, async (folder) => {
    const specs = `${head}import { test } from '@playwright/test'
      test('good', () => {})
      for (const name of ['a', 'a (b)']) test.describe('all', () =>
        test(name, () => { if (name !== 'a') { ${once(folder, 'journey')} } }))`
    writeFileSync(join(folder, 'a.spec.ts'), specs)
    writeFileSync(join(folder, 'playwright.config.ts'), 'export default { workers: 1 }')
    symlinkSync(join(root, 'e2e/node_modules'), join(folder, 'node_modules'))
    const config = join(folder, 'playwright.config.ts')
    const first = await playwright(['--config', config], { quiet: true })
    expect(first).toMatchObject({ passed: 2, failed: 1 })

    const { tallies, flaky } = await rerunFailed([first])
    expect(flaky).toEqual(['browser e2e/a.spec.ts > all a (b)'])
    expect(tallies).toMatchObject([{ passed: 3, failed: 0, failures: [] }])
  })
})
