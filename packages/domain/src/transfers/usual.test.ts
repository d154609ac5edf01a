import { expect, test } from 'vitest'
import { exceededUsual } from './usual.ts'

const at = new Date('2026-03-01T12:00:00Z')
const ago = (seconds: number) => new Date(at.getTime() - seconds * 1000)

test.each([
  ['longer than usual', 'PROCESSING', ago(91), 10, 90, 90_000],
  ['longer than usual, being checked', 'IN_REVIEW', ago(3600), 500, 90, 90_000],
  ['to the second', 'PROCESSING', ago(90), 10, 90, undefined],
  ['a part of a second more than usual is none', 'PROCESSING', ago(91), 10, 90.2, undefined],
  ['too few to tell', 'PROCESSING', ago(3600), 9, 90, undefined],
  ['none to tell', 'PROCESSING', ago(3600), 0, null, undefined],
  ['not accepted yet', 'PROCESSING', null, 10, 90, undefined],
  ['waiting for the payer', 'PENDING', ago(3600), 10, 90, undefined],
  ['waiting for an approval', 'AWAITING_APPROVAL', ago(3600), 10, 90, undefined],
  ['done', 'COMPLETED', ago(3600), 10, 90, undefined],
  ['failed', 'FAILED', ago(3600), 10, 90, undefined],
])('%s', (_, status, startedAt, completed, p95Seconds, expected) => {
  expect(exceededUsual({ status, startedAt, at }, { completed, p95Seconds })).toBe(expected)
})
