import { describe, expect, test } from 'vitest'
import { answerSeconds } from '../../../modules/transfers/execution/step-worker.ts'
import type { TransferRow } from '../../../db/schema/rows.ts'
import { laterArrival, newArrival, plannedFrom } from './estimated-arrival.ts'

const at = (text: string) => new Date(text)
const steps = [
  { name: 'deposit_received', etaMinutes: 1 },
  { name: 'conversion', etaMinutes: 0 },
  { name: 'payout_confirmed', etaMinutes: 5 },
]

describe('a transfer that is paid for now', () => {
  test.each([
    // Both rails on a Saturday: the money comes at once, and leaves on Monday.
    ['SEPA_INSTANT', 'SEPA_CREDIT', '2026-11-28T12:00Z', '2026-11-30T06:00Z', '2026-12-01T17:00Z'],
    ['SEPA_CREDIT', 'SEPA_INSTANT', '2026-11-28T12:00Z', '2026-12-01T17:00Z', '2026-12-01T17:01Z'],
    ['FASTER_PAYMENTS', 'PIX', '2026-11-28T12:00Z', '2026-11-28T12:01Z', '2026-11-28T12:02Z'],
    ['ACH', 'UAEFTS', '2026-11-25T15:00Z', '2026-11-30T04:00Z', '2026-11-30T06:00Z'],
    ['ETHEREUM', 'CHAPS', '2026-12-24T17:39Z', '2026-12-29T06:00Z', '2026-12-29T08:00Z'],
    ['SEPA_CREDIT', 'ETHEREUM', '2026-12-24T10:00Z', undefined, '2026-12-28T17:05Z'],
  ])('by %s and out by %s at %s leaves at %s', (railIn, railOut, from, leavesAt, arrivesBy) => {
    const planned = plannedFrom(at(from), { railIn, railOut, steps }, 'unpaid')
    expect(planned.leavesAt).toEqual(leavesAt && at(leavesAt))
    expect(planned.arrivesBy).toEqual(at(arrivesBy))
  })
})

const row = (change: Partial<TransferRow>) =>
  ({
    kind: 'ordinary',
    rail_in: 'SEPA_INSTANT',
    rail_out: 'SEPA_CREDIT',
    quote: { steps },
    leaves_at: at('2026-11-27T10:01:00Z'),
    estimated_arrival: at('2026-11-30T17:00:00Z'),
    ...change,
  }) as TransferRow

describe('money that has come', () => {
  test('on the day that was announced changes nothing', () => {
    expect(laterArrival(row({}), at('2026-11-27T13:59:00Z'))).toEqual({})
    expect(laterArrival(row({ rail_out: 'ETHEREUM' }), at('2026-11-29T10:00:00Z'))).toEqual({})
    expect(laterArrival(row({ leaves_at: null }), at('2026-11-29T10:00:00Z'))).toEqual({})
  })

  test('after the cut-off leaves on the next business day', () => {
    expect(laterArrival(row({}), at('2026-11-27T14:00:00Z'))).toEqual({
      leaves_at: at('2026-11-30T06:00:00Z'),
      estimated_arrival: at('2026-12-01T17:00:00Z'),
    })
  })

  test('is planned anew where people decided about it', () => {
    expect(newArrival(row({}), at('2026-11-27T13:00:00Z'), 'paid')).toEqual({})
    expect(
      newArrival(row({ estimated_arrival: null }), at('2026-11-29T13:00:00Z'), 'paid'),
    ).toEqual({})
    expect(newArrival(row({}), at('2026-11-29T13:00:00Z'), 'paid')).toEqual({
      leaves_at: at('2026-11-30T06:00:00Z'),
      estimated_arrival: at('2026-12-01T17:00:00Z'),
    })
  })
})

test.each([
  ['DE', '2026-11-23T10:00Z', '2026-11-26T17:00Z'],
  ['DE', '2026-04-02T10:00Z', '2026-04-09T16:00Z'],
  ['KW', '2026-11-26T09:00Z', '2026-12-01T15:00Z'],
])('a bank of %s that gets a file at %s has answered by %s', (country, ordered, until) => {
  const seconds = answerSeconds(country, at(ordered))
  expect(new Date(at(ordered).getTime() + seconds * 1_000)).toEqual(at(until))
})
