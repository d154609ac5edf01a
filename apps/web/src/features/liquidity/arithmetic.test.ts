import { expect, test } from 'vitest'
import { drawingCost, refundAt, reserveCost, termsTomorrow } from './arithmetic.ts'

const hourMs = 3_600_000
const rates = {
  hourlyFeeRateInBps: 0.36,
  ratePerUnitTime: 0.25,
  customerReliabilityScoreRate: 0.5,
  affiliateFeeRate: 1,
  fixedBaseRate: 4,
  counterPartyRiskPremiumRate: 2.5,
}

test('what reserving will cost is what the service quotes: each started hour counts', () => {
  const of = { hourlyBps: 0.36, decimals: 6 }
  expect(reserveCost(500_000_000_000n, { from: 0, to: 72 * hourMs }, of)).toEqual({
    hours: 72,
    totalBps: '25.92',
    fee: '1296',
  })
  expect(reserveCost(500_000_000_000n, { from: 0, to: 72 * hourMs + 1 }, of).hours).toBe(73)
  expect(reserveCost(1n, { from: 0, to: hourMs }, of).fee).toBe('0.000001')
})

test('a day and more before the start the whole fee goes back, later half, then nothing', () => {
  const frame = {
    startTimestamp: '2026-11-21T12:00:00.000Z',
    fees: { hourlyFeeRateInBps: 0.36, totalFeeBps: 25.92, feeAmount: 1296 },
  }
  const at = (text: string) => refundAt(frame, Date.parse(text), 6)
  expect(at('2026-11-20T12:00:00Z')).toEqual({ percent: 100, amount: '1296' })
  expect(at('2026-11-20T12:00:01Z')).toEqual({ percent: 50, amount: '648' })
  expect(at('2026-11-21T12:00:00Z')).toBeUndefined()
})

test('a drawing costs its one-off parts and the hours of the first day, then the hours alone', () => {
  const { firstDay, eachDay, lines } = drawingCost(10_000_000_000n, rates, 6)
  // 24 × 0.25 + 4 + 1 + 2.5 − 0.5 basis points of 10,000.
  expect(firstDay).toBe('13')
  expect(eachDay).toBe('6')
  expect(lines.map(({ term, amount }) => [term, amount])).toEqual([
    ['ratePerUnitTime', '6'],
    ['fixedBaseRate', '4'],
    ['affiliateFeeRate', '1'],
    ['counterPartyRiskPremiumRate', '2.5'],
    ['customerReliabilityScoreRate', '-0.5'],
  ])
})

test('until tomorrow only the term of time grows', () => {
  const terms = [
    { term: 'ratePerUnitTime', rateBps: 0.25, units: 10, base: 100_000, amount: 2.5 },
    { term: 'fixedBaseRate', rateBps: 4, units: 1, base: 10_000, amount: 4 },
    { term: 'customerReliabilityScoreRate', rateBps: 0.5, units: 1, base: 10_000, amount: -0.5 },
  ] as const
  expect(termsTomorrow(terms, 10_000, 6)).toEqual([
    { units: 34, base: '340000', amount: '8.5' },
    { units: 1, base: '10000', amount: '4' },
    { units: 1, base: '10000', amount: '-0.5' },
  ])
})
