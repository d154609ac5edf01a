import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromWire, toWire } from '../money/index.ts'
import { lessSpread, rateText, readRate, toRate } from '../rates/index.ts'
import {
  quoteExactIn,
  quoteExactOut,
  statedRate,
  type QuoteAmounts,
  type QuoteTerms,
} from './ordinary-quote.ts'

/** Terms of any corridor: fiat of 0 to 3 decimals, tokens of 6 and 18, rates from 10^-6 to 10^6. */
const anyTerms: fc.Arbitrary<QuoteTerms> = fc
  .record({
    from: fc.constantFrom(0, 2, 3, 6, 18),
    to: fc.constantFrom(0, 2, 3, 6, 18),
    mid: fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 10 ** 9 })),
    spreadBps: fc.integer({ min: 0, max: 1_000 }),
    partnerBps: fc.integer({ min: 0, max: 1_000 }),
    svcBps: fc.integer({ min: 0, max: 500 }),
    fixed: fc.integer({ min: 0, max: 300 }),
    txFee: fc.integer({ min: 0, max: 300 }),
  })
  .map(({ from, to, mid: [a, b], spreadBps, partnerBps, svcBps, fixed, txFee }) => {
    const mid = { numerator: BigInt(a), denominator: BigInt(b) }
    const hundredths = (value: number) => (BigInt(value) * 10n ** BigInt(from) + 99n) / 100n
    return {
      source: { currency: 'SRC', scale: from },
      target: { currency: 'DST', scale: to },
      rate: toRate(lessSpread(mid, spreadBps)),
      partnerBps,
      svcBps,
      svcFixed: hundredths(fixed),
      txFee: hundredths(txFee),
    }
  })

/** What a client may ask for: up to ten million units, with up to six decimals. */
const amountOf = (scale: number, text: { whole: number; decimals: number }): bigint =>
  BigInt(text.whole) * 10n ** BigInt(scale) +
  (BigInt(text.decimals) * 10n ** BigInt(scale)) / 1_000_000n
const anyText = fc.record({
  whole: fc.integer({ min: 1, max: 10_000_000 }),
  decimals: fc.integer({ min: 0, max: 999_999 }),
})

const power = (scale: number) => 10n ** BigInt(scale)

/** `(in − fees) × rate` in the smallest units of the target, exactly, as numerator and denominator. */
function arrives({ inAmount, totalFees, outAmount }: QuoteAmounts, rate: QuoteTerms['rate']) {
  const numerator = (inAmount.minor - totalFees.minor) * rate.digits * power(outAmount.scale)
  return { numerator, denominator: power(inAmount.scale + rate.scale) }
}

const isWritable = (amount: QuoteAmounts['inAmount']) => {
  const read = fromWire(toWire(amount), amount.currency, amount.scale)
  return read.ok && read.value.minor === amount.minor
}

// What is tested here knows no Node, on which its tests run.
declare const process: { env: Record<string, string | undefined> }

const quotes = process.env['FULL'] ? 100_000 : 15_000

describe('the arithmetic of a quote', () => {
  test(`of ${quotes} quotes fees and net are the gross amount, and both sides can be computed again`, () => {
    fc.assert(
      fc.property(anyTerms, anyText, (terms, text) => {
        const quoted = quoteExactIn(terms, amountOf(terms.source.scale, text))
        if (!quoted.ok) return
        const { inAmount, outAmount, partnerFees, svcFees, txFees, totalFees } = quoted.value
        expect(inAmount.minor).toBe(amountOf(terms.source.scale, text))
        expect(partnerFees.minor + svcFees.minor + txFees.minor).toBe(totalFees.minor)
        const { numerator, denominator } = arrives(quoted.value, terms.rate)
        const lost = numerator - outAmount.minor * denominator
        // Rounded down, by less than its last digit: the smallest unit, or the 15th digit.
        const digits = outAmount.minor.toString().length
        const unit = power(Math.max(0, digits - 15))
        expect(lost >= 0n && lost < unit * denominator).toBe(true)
        for (const amount of Object.values(quoted.value)) expect(isWritable(amount)).toBe(true)
      }),
      { numRuns: quotes },
    )
  }, 120_000)

  test('exact out delivers exactly what was asked, for the least amount that carries it', () => {
    fc.assert(
      fc.property(anyTerms, anyText, (terms, text) => {
        const wanted = amountOf(terms.target.scale, text)
        const quoted = quoteExactOut(terms, wanted)
        expect(quoted.outAmount.minor).toBe(wanted)
        expect(isWritable(quoted.inAmount)).toBe(true)
        const { numerator, denominator } = arrives(quoted, terms.rate)
        expect(numerator >= wanted * denominator).toBe(true)
        // The client's way back: out / rate + fees is what it pays, but for the last digit.
        const unit = power(Math.max(0, terms.source.scale - 6))
        const digits = quoted.inAmount.minor.toString().length
        const step = [unit, power(Math.max(0, digits - 15))].reduce((a, b) => (a > b ? a : b))
        const surplus = numerator - wanted * denominator
        expect(surplus < 2n * step * terms.rate.digits * power(terms.target.scale)).toBe(true)
        // The client's way there, at the rate that the quote states: within one minor unit.
        const stated = arrives(quoted, statedRate(quoted, terms, 'out'))
        const lost = wanted * stated.denominator - stated.numerator
        expect(
          lost >= 0n && lost <= stated.denominator * power(Math.max(0, String(wanted).length - 14)),
        ).toBe(true)
        // One step less does not carry it.
        const less = quoteExactIn(terms, quoted.inAmount.minor - step)
        const arrived = less.ok ? arrives(less.value, terms.rate) : { numerator: 0n, denominator }
        expect(step > unit || arrived.numerator < wanted * denominator).toBe(true)
      }),
      { numRuns: quotes / 5 },
    )
  }, 120_000)

  test('a larger amount never delivers less', () => {
    fc.assert(
      fc.property(anyTerms, anyText, anyText, (terms, first, other) => {
        const amounts = [first, other].map((text) => amountOf(terms.source.scale, text))
        const [less = 0n, more = 0n] = amounts.toSorted((a, b) => (a < b ? -1 : 1))
        const out = [less, more].map((minor) => quoteExactIn(terms, minor))
        const [a = 0n, b = 0n] = out.map((quoted) =>
          quoted.ok ? quoted.value.outAmount.minor : 0n,
        )
        expect(a <= b).toBe(true)
      }),
      { numRuns: quotes / 5 },
    )
  }, 60_000)

  test('the neighbours of an amount never deliver less, where each step costs a fee', () => {
    const terms: QuoteTerms = {
      source: { currency: 'USD', scale: 2 },
      target: { currency: 'EUR', scale: 2 },
      rate: readRate('0.857123'),
      partnerBps: 333,
      svcBps: 75,
      svcFixed: 100n,
      txFee: 20n,
    }
    let before = 0n
    for (let minor = 1n; minor < 20_000n; minor += 1n) {
      const quoted = quoteExactIn(terms, minor)
      const out = quoted.ok ? quoted.value.outAmount.minor : 0n
      expect(out >= before).toBe(true)
      before = out
    }
  })

  test('what the fees eat up is too small', () => {
    const terms: QuoteTerms = {
      source: { currency: 'NGN', scale: 2 },
      target: { currency: 'GBP', scale: 2 },
      rate: readRate('0.00045'),
      partnerBps: 0,
      svcBps: 75,
      svcFixed: 100n,
      txFee: 20n,
    }
    expect(quoteExactIn(terms, 120n)).toEqual({ ok: false, failure: 'TOO_SMALL' })
    expect(quoteExactIn(terms, 2_000n)).toEqual({ ok: false, failure: 'TOO_SMALL' })
    expect(quoteExactIn(terms, 10_000n)).toMatchObject({ value: { outAmount: { minor: 4n } } })
  })

  test('the fixed parts are at most a tenth of the amount or ten units, shared alike', () => {
    const terms: QuoteTerms = {
      source: { currency: 'JPY', scale: 0 },
      target: { currency: 'EUR', scale: 2 },
      rate: readRate('0.0055'),
      partnerBps: 0,
      svcBps: 75,
      svcFixed: 157n,
      txFee: 32n,
    }
    const feesOf = (minor: bigint) => {
      const quoted = quoteExactIn(terms, minor)
      return quoted.ok ? [quoted.value.svcFees.minor, quoted.value.txFees.minor] : []
    }
    expect(feesOf(10n)).toEqual([])
    expect(feesOf(50n)).toEqual([10n, 1n])
    expect(feesOf(100n)).toEqual([10n, 1n])
    expect(feesOf(1_000n)).toEqual([92n, 16n])
    expect(feesOf(1_890n)).toEqual([172n, 32n])
    expect(feesOf(100_000n)).toEqual([907n, 32n])
  })

  test('a rate has 15 digits, cut off, and is read as it was written', () => {
    const third = toRate({ numerator: 1n, denominator: 3n })
    expect(rateText(third)).toBe('0.333333333333333')
    expect(rateText(toRate({ numerator: 2n, denominator: 30_000n }))).toBe('0.0000666666666666666')
    expect(rateText(toRate({ numerator: 1n, denominator: 1n }))).toBe('1')
    expect(rateText(toRate({ numerator: 12_345_678_901_234_567n, denominator: 1n }))).toBe(
      '12345678901234500',
    )
    expect(readRate(rateText(third))).toEqual(third)
  })
})
