import { expect, test } from 'vitest'
import { tallyOf } from './vitest.ts'

test('a run that ends badly without a failed test is still a failure', () => {
  const none = { numPassedTests: 3, numFailedTests: 0 }
  expect(tallyOf('unit', true, none)).toEqual({ part: 'unit', passed: 3, failed: 0 })
  expect(tallyOf('unit', false, none)).toEqual({ part: 'unit', passed: 3, failed: 1 })
  expect(tallyOf('unit', false, { ...none, numFailedTests: 2 }).failed).toBe(2)
})
