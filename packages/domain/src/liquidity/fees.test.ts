import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Accrual,
  drawingFeeAt,
  type DrawingRates,
  feeRefund,
  feeTermsAt,
  principalHoursAt,
  reserveFee,
  splitRepayment,
  startedHours,
} from './fees.ts'
import { rateToWire, readBasisPoints, roundShare, shareScale, shareToWire } from './rates.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const begin = new Date('2026-11-21T10:00:00.000Z')
const after = (ms: number) => new Date(begin.getTime() + ms)

const rates = (change: Partial<Record<keyof DrawingRates, string>> = {}): DrawingRates => {
  const texts = {
    ratePerUnitTime: '0.25',
    customerReliabilityScoreRate: '0.5',
    affiliateFeeRate: '1',
    fixedBaseRate: '4',
    counterPartyRiskPremiumRate: '2.5',
    ...change,
  }
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, readBasisPoints(text)]),
  ) as DrawingRates
}
/** Nothing but one of the terms. */
const only = (term: keyof DrawingRates, text: string) => {
  const zero = '0'
  const none = {
    ratePerUnitTime: zero,
    customerReliabilityScoreRate: zero,
    affiliateFeeRate: zero,
    fixedBaseRate: zero,
    counterPartyRiskPremiumRate: zero,
  }
  return rates({ ...none, [term]: text })
}

const drawing = (amount: bigint, change: Partial<Accrual> = {}): Accrual => ({
  amount,
  outstanding: amount,
  disbursedAt: begin,
  hoursCounted: 0,
  principalHours: 0n,
  ...change,
})

describe('rates', () => {
  test.each([
    ['0', 0n, 0],
    ['1', 10_000n, 1],
    ['0.36', 3_600n, 0.36],
    ['0.0001', 1n, 0.0001],
    ['-0.5', -5_000n, -0.5],
    ['999999.9999', 9_999_999_999n, 999_999.9999],
  ])('%s basis points are read exactly and shown as they were written', (text, value, wire) => {
    expect(readBasisPoints(text)).toBe(value)
    expect(rateToWire(value)).toBe(wire)
  })

  test.each(['', '0.00001', '1,5', '1e3', '.5', '1.', '+1', '1234567', ' 1'])(
    '%j is no rate',
    (text) => {
      expect(() => readBasisPoints(text)).toThrow('is no rate')
    },
  )

  test('a rate times hours is exact as a number: 0.36 × 24 is 8.64', () => {
    expect(rateToWire(readBasisPoints('0.36') * 24n)).toBe(8.64)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 720 }), (r, h) => {
        const shown = rateToWire(BigInt(r) * BigInt(h))
        expect(Math.round(shown * 10_000)).toBe(r * h)
      }),
    )
  })
})

describe('started hours', () => {
  test.each([
    [0, 1],
    [1, 1],
    [30 * minuteMs, 1],
    [hourMs, 1],
    [hourMs + 1, 2],
    [90 * minuteMs, 2],
    [24 * hourMs, 24],
    [24 * hourMs + 1, 25],
    [720 * hourMs, 720],
    [-hourMs, 1],
  ])('%d ms are %d', (ms, hours) => {
    expect(startedHours(begin, after(ms))).toBe(hours)
  })
})

describe('the fee of a reserve', () => {
  // amount × rate × hours / 10 000, in minor units, rounded half up; computed by hand.
  test.each([
    ['10 000 units for a day', 10_000_000_000n, '0.36', 24, 8_640_000n],
    ['the same for an hour', 10_000_000_000n, '0.36', 1, 360_000n],
    ['a million units for 30 days', 1_000_000_000_000n, '0.36', 720, 25_920_000_000n],
    ['1.499976 minor units', 41_666n, '0.36', 1, 1n],
    ['1.5 exactly', 125_000n, '0.12', 1, 2n],
    ['2.5 exactly', 125_000n, '0.2', 1, 3n],
    ['2.499980', 124_999n, '0.2', 1, 2n],
    ['0.5 exactly', 125_000n, '0.04', 1, 1n],
    ['0.45, which rounds to nothing', 12_500n, '0.36', 1, 1n],
    ['the smallest amount', 1n, '0.36', 1, 1n],
    ['no rate at all', 10_000_000_000n, '0', 24, 1n],
  ])('%s', (_, amount, rate, hours, fee) => {
    const asked = { amount, hourlyRate: readBasisPoints(rate), from: begin }
    expect(reserveFee({ ...asked, to: after(hours * hourMs) })).toEqual({
      hours,
      totalRate: readBasisPoints(rate) * BigInt(hours),
      fee,
    })
  })

  test('counts started hours: 90 minutes cost two', () => {
    const of = { amount: 10_000_000_000n, hourlyRate: readBasisPoints('0.36'), from: begin }
    expect(reserveFee({ ...of, to: after(90 * minuteMs) })).toMatchObject({
      hours: 2,
      fee: 720_000n,
    })
    expect(reserveFee({ ...of, to: after(120 * minuteMs) })).toEqual(
      reserveFee({ ...of, to: after(90 * minuteMs) }),
    )
  })

  test.each([
    ['a day and a millisecond before', 24 * hourMs + 1, 101n, 100, 101n],
    ['exactly a day before', 24 * hourMs, 101n, 100, 101n],
    ['a millisecond less than a day before', 24 * hourMs - 1, 8_640_000n, 50, 4_320_000n],
    ['half a unit is rounded up', hourMs, 101n, 50, 51n],
    ['the smallest fee goes back', 1, 1n, 50, 1n],
  ])('goes back in part: %s', (_, ms, fee, percent, amount) => {
    expect(feeRefund({ fee, startsAt: after(ms), at: begin })).toEqual({ percent, amount })
  })

  test('what goes back and what is kept are the fee', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n), fc.integer({ min: 1, max: 96 }), (fee, hours) => {
        const { amount } = feeRefund({ fee, startsAt: after(hours * hourMs), at: begin })
        expect(amount <= fee && amount > 0n).toBe(true)
        expect(hours >= 24 ? amount : 2n * amount - fee).toBe(hours >= 24 ? fee : fee % 2n)
      }),
    )
  })
})

describe('the fee of a drawing', () => {
  const thousand = 1_000_000_000n
  const usual = rates()
  // principal × (rate × hours + fixed + affiliate + risk − reliability) / 10 000; computed by hand.
  test.each([
    ['at once: a started hour', drawing(thousand), usual, 0, 725_000n],
    ['after an hour exactly', drawing(thousand), usual, hourMs, 725_000n],
    ['a millisecond later', drawing(thousand), usual, hourMs + 1, 750_000n],
    ['after a week', drawing(thousand), usual, 168 * hourMs, 4_900_000n],
    ['half up: 0.5', drawing(100n), only('fixedBaseRate', '50'), 0, 1n],
    ['half up: 1.49', drawing(149n), only('fixedBaseRate', '100'), 0, 1n],
    ['half up: 1.5', drawing(150n), only('affiliateFeeRate', '100'), 0, 2n],
    ['half up: 2.5', drawing(250n), only('counterPartyRiskPremiumRate', '100'), 0, 3n],
    ['at least one unit: 0.01', drawing(1n), only('fixedBaseRate', '100'), 0, 1n],
    ['nothing costs nothing', drawing(thousand), only('fixedBaseRate', '0'), 0, 0n],
    [
      'as reliable as all the rest costs',
      drawing(thousand),
      rates({ customerReliabilityScoreRate: '7.75' }),
      0,
      0n,
    ],
    [
      'never below nothing',
      drawing(thousand),
      rates({ customerReliabilityScoreRate: '100' }),
      0,
      0n,
    ],
    [
      'reliability is used up by time',
      drawing(thousand),
      rates({ customerReliabilityScoreRate: '100' }),
      400 * hourMs,
      750_000n,
    ],
    [
      '600 of 1000 repaid in the third hour: 3 h × 1000 and 2 h × 400',
      drawing(thousand, {
        outstanding: 400_000_000n,
        hoursCounted: 3,
        principalHours: 3n * thousand,
      }),
      usual,
      5 * hourMs,
      795_000n,
    ],
    [
      'the hour in which something was repaid counts once, with what was owed before',
      drawing(thousand, {
        outstanding: 400_000_000n,
        hoursCounted: 3,
        principalHours: 3n * thousand,
      }),
      usual,
      3 * hourMs,
      775_000n,
    ],
    [
      'a time before what was counted changes nothing',
      drawing(thousand, {
        outstanding: 400_000_000n,
        hoursCounted: 3,
        principalHours: 3n * thousand,
      }),
      usual,
      hourMs,
      775_000n,
    ],
    [
      'repaid in whole: time adds nothing',
      drawing(thousand, { outstanding: 0n, hoursCounted: 1, principalHours: thousand }),
      usual,
      700 * hourMs,
      725_000n,
    ],
  ])('%s', (_, accrual, of, ms, fee) => {
    expect(drawingFeeAt(accrual, of, after(ms))).toBe(fee)
  })

  test('its terms are shown in their order, with their units and bases', () => {
    const terms = feeTermsAt(drawing(thousand), usual, after(2 * hourMs))
    expect(
      terms.map(({ term, rate, units, base, share }) => [
        term,
        rateToWire(rate),
        units,
        base,
        shareToWire(share, 6),
      ]),
    ).toEqual([
      ['ratePerUnitTime', 0.25, 2, 2n * thousand, 0.05],
      ['fixedBaseRate', 4, 1, thousand, 0.4],
      ['affiliateFeeRate', 1, 1, thousand, 0.1],
      ['counterPartyRiskPremiumRate', 2.5, 1, thousand, 0.25],
      ['customerReliabilityScoreRate', 0.5, 1, thousand, -0.05],
    ])
  })
})

const anyRate = fc.bigInt(0n, 100_000n)
const anyRates: fc.Arbitrary<DrawingRates> = fc.record({
  ratePerUnitTime: anyRate,
  customerReliabilityScoreRate: anyRate,
  affiliateFeeRate: anyRate,
  fixedBaseRate: anyRate,
  counterPartyRiskPremiumRate: anyRate,
})
/** Principal that is repaid in parts, each some minutes after the one before. */
const repaidInParts = fc.record({
  amount: fc.bigInt(1n, 10n ** 24n),
  parts: fc.array(
    fc.record({ minutes: fc.integer({ min: 0, max: 3_000 }), percent: fc.bigInt(0n, 100n) }),
    { maxLength: 5 },
  ),
  atLast: fc.integer({ min: 0, max: 3_000 }),
})

type Life = typeof repaidInParts extends fc.Arbitrary<infer T> ? T : never

/** As the service does it: hours are counted when something is repaid. Returns each moment, too. */
function accruedBy({ amount, parts, atLast }: Life) {
  let accrual = drawing(amount)
  let minutes = 0
  const owed: { from: number; outstanding: bigint }[] = [{ from: 0, outstanding: amount }]
  for (const part of parts) {
    minutes += part.minutes
    const { hours, sum } = principalHoursAt(accrual, after(minutes * minuteMs))
    const outstanding = accrual.outstanding - (accrual.outstanding * part.percent) / 100n
    accrual = { ...accrual, outstanding, hoursCounted: hours, principalHours: sum }
    owed.push({ from: hours, outstanding })
  }
  return { accrual, owed, at: after((minutes + atLast) * minuteMs) }
}

describe('fees in general', () => {
  test('the terms sum up to the fee, which is rounded once', () => {
    fc.assert(
      fc.property(repaidInParts, anyRates, (life, of) => {
        const { accrual, at } = accruedBy(life)
        const sum = feeTermsAt(accrual, of, at).reduce((total, { share }) => total + share, 0n)
        const fee = drawingFeeAt(accrual, of, at)
        expect(fee).toBe(roundShare(sum))
        if (sum <= 0n) expect(fee).toBe(0n)
        else if (2n * sum < shareScale) expect(fee).toBe(1n)
        else {
          const error = 2n * (fee * shareScale - sum)
          expect(error > -shareScale && error <= shareScale).toBe(true)
        }
      }),
    )
  })

  test('principal × started hours is what an account of every single hour gives', () => {
    fc.assert(
      fc.property(repaidInParts, (life) => {
        const { accrual, owed, at } = accruedBy(life)
        const { hours, sum } = principalHoursAt(accrual, at)
        let slow = 0n
        for (let hour = 0; hour < hours; hour += 1)
          slow += owed.findLast(({ from }) => from <= hour)?.outstanding ?? 0n
        expect(sum).toBe(slow)
      }),
    )
  })

  test('it never falls with time', () => {
    const later = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(repaidInParts, anyRates, later, (life, of, minutes) => {
        const { accrual, at } = accruedBy(life)
        const then = new Date(at.getTime() + minutes * minuteMs)
        expect(drawingFeeAt(accrual, of, then) >= drawingFeeAt(accrual, of, at)).toBe(true)
      }),
    )
  })

  test('a payment is split into fee, principal and surplus, in this order and to the last unit', () => {
    const sum = fc.bigInt(0n, 1_000n)
    fc.assert(
      fc.property(sum, sum, sum, (received, feeDue, outstanding) => {
        const { fee, principal, surplus } = splitRepayment({ received, feeDue, outstanding })
        expect(fee + principal + surplus).toBe(received)
        expect(fee).toBe(received < feeDue ? received : feeDue)
        if (principal > 0n) expect(fee).toBe(feeDue)
        if (surplus > 0n) expect([fee, principal]).toEqual([feeDue, outstanding])
        expect(principal <= outstanding && surplus >= 0n).toBe(true)
      }),
    )
  })
})
