import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { long } from '../vitest.config.ts'
import { root } from './stamp.mjs'
import { type Kind, turns, waiting } from './turns.ts'
import type { Report } from './vitest-report.ts'
import { tallyOf } from './vitest.ts'

const never = () => Promise.reject(new Error('nothing is run here'))
const tally = (ok: boolean, report: Report) => tallyOf('unit', { ok, report }, never)
const clean = { file: 'a.test.ts', passed: 3, failed: [], seconds: 1, broken: false }

test('a run that ends badly without a failed test, or with an error outside of it, is still a failure', () => {
  const report = { files: [clean], errors: [] }
  expect(tally(true, report)).toMatchObject({ part: 'unit', passed: 3, failed: 0 })
  expect(tally(false, report)).toMatchObject({ passed: 3, failed: 1, failures: [] })

  const failed = { files: [{ ...clean, failed: ['a', 'b'] }], errors: [] }
  expect(tally(false, failed)).toMatchObject({ passed: 3, failed: 2 })
  expect(tally(false, { ...failed, errors: ['leaked'] }).failed).toBe(3)
})

test('of a file of which more failed than its tests, all is one failure to run again', () => {
  const report = { files: [{ ...clean, failed: ['a'], broken: true }], errors: [] }
  const { failed, failures } = tally(false, report)
  expect(failed).toBe(1)
  expect(failures).toMatchObject([{ name: 'a.test.ts', passed: 3, failed: 1 }])
})

test('the files that take turns, and those that are begun first, are there', () => {
  const named = [...long, ...Object.values(turns).flat()]
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test('what holds a guarantee takes no turns', () => {
  const table = readFileSync(join(root, 'docs/specification/guarantees.md'), 'utf8')
  const held = new Set(
    table.match(/[\w/.-]+\.(test|spec)\.ts/g)?.map((path) => path.replace('../../', '')),
  )
  expect(held.size).toBeGreaterThan(25)
  expect(
    Object.values(turns)
      .flat()
      .filter((file) => held.has(file)),
  ).toEqual([])
})

test('of the files that take turns some wait, in the long run none', () => {
  for (const kind of Object.keys(turns) as Kind[]) {
    vi.stubEnv('FULL', '')
    expect(waiting(kind).length).toBeGreaterThan(turns[kind].length / 2)
    expect(waiting(kind).length).toBeLessThan(turns[kind].length)
    vi.stubEnv('FULL', '1')
    expect(waiting(kind)).toEqual([])
  }
  vi.unstubAllEnvs()
})
