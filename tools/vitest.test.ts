import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { root } from './stamp.mjs'
import { held, kinds, waiting } from './turns.ts'
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

test('what holds a guarantee runs each time, and some of the others wait, in the long run none', () => {
  expect(held.size).toBeGreaterThan(25)
  expect([...held].filter((file) => !existsSync(join(root, file)))).toEqual([])
  for (const kind of kinds) {
    vi.stubEnv('FULL', '')
    vi.stubEnv('TURNS', '')
    expect(waiting(kind).filter((file) => held.has(file))).toEqual([])
    expect(waiting(kind).length).toBeGreaterThan(0)
    vi.stubEnv('FULL', '1')
    expect(waiting(kind)).toEqual([])
  }
  vi.unstubAllEnvs()
})

test('each file that takes turns has one within six hundred runs', () => {
  vi.stubEnv('FULL', '')
  vi.stubEnv('TURNS', '')
  const seeds = Array.from({ length: 600 }, (_, seed) => seed)
  for (const kind of kinds) {
    const always = seeds
      .map((seed) => {
        vi.stubEnv('FIRST_SEED', `${seed}`)
        return new Set(waiting(kind, new Set()))
      })
      .reduce((before, now) => before.intersection(now))
    expect([...always]).toEqual([])
  }
  vi.unstubAllEnvs()
})
