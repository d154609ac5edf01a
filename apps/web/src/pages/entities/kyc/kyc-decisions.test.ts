import { expect, test } from 'vitest'
import { decisionsOf } from './kyc-history.tsx'

const item = (at: string, to: string, jurisdictionId: string) => ({
  at,
  from: 'NOT_STARTED',
  to,
  jurisdictionId,
  reason: 'submitted',
  actor: 'member:mem_1',
})
type Item = Parameters<typeof decisionsOf>[0][number]

test('one decision about many places is one line, the newest first', () => {
  const history = [
    item('2026-01-05T12:00:00Z', 'SUBMITTED', ''),
    item('2026-01-05T12:00:00Z', 'SUBMITTED', 'jur_1'),
    item('2026-01-05T12:00:00Z', 'SUBMITTED', 'jur_2'),
    item('2026-01-06T12:00:00Z', 'APPROVED', 'jur_1'),
    item('2026-01-07T12:00:00Z', 'APPROVED', 'jur_2'),
  ] as unknown as Item[]
  expect(decisionsOf(history).map(({ item: { to }, places }) => [to, places])).toEqual([
    ['APPROVED', ['jur_2']],
    ['APPROVED', ['jur_1']],
    ['SUBMITTED', ['jur_1', 'jur_2']],
  ])
})
