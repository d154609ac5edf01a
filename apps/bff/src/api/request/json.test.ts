import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ImpreciseNumber, parseJson } from './json.ts'
import { pathTable } from '../path-table.ts'

const numberIn = (source: string) => parseJson(`{"n":${source}}`) as { n: unknown }

describe('a number in a body', () => {
  test.each([
    ['0', 0],
    ['-0.0', -0],
    ['1.50', 1.5],
    ['100e-2', 1],
    ['1.5e3', 1500],
    ['0.000001', 0.000001],
    ['999999999999999', 999_999_999_999_999],
  ])('%s is read as it was written', (source, value) => {
    expect(numberIn(source).n).toBe(value)
  })

  test.each(['1234567890123456', '0.1234567890123456', '1e400', '9007199254740993'])(
    '%s is more than a JSON number carries, and is reported as such',
    (source) => {
      expect(numberIn(source).n).toBeInstanceOf(ImpreciseNumber)
    },
  )

  test('of at most 15 digits is exact in every spelling', () => {
    const digits = fc.integer({ min: 1, max: 999_999_999_999_999 })
    fc.assert(
      fc.property(digits, fc.nat(18), fc.nat(5), (whole, scale, zeros) => {
        const text = String(whole).padStart(scale + 1, '0')
        const point = text.length - scale
        const source = `${text.slice(0, point)}.${text.slice(point)}${'0'.repeat(zeros + 1)}`
        expect(numberIn(source).n).toBe(Number.parseFloat(source))
      }),
    )
  })
})

test('32 objects and arrays may lie within each other, not 33', () => {
  const nested = (depth: number) => '{"a":['.repeat(depth / 2) + '1' + ']}'.repeat(depth / 2)
  expect(parseJson(nested(32))).toBeTypeOf('object')
  expect(() => parseJson(`[${nested(32)}]`)).toThrow(SyntaxError)
})

describe('what a stranger may send at length costs no more than its length', () => {
  /** The best of several tries: in one of them another program may have had the processor. */
  const within = (work: () => unknown) => {
    const tries = Array.from({ length: 5 }, () => {
      const from = performance.now()
      work()
      return performance.now() - from
    })
    return Math.min(...tries)
  }

  test('a number of 250,000 digits', () => {
    expect(within(() => parseJson(`[1.${'0'.repeat(250_000)}1]`))).toBeLessThan(500)
  })

  test('a path of 15,000 slashes', () => {
    const find = pathTable([])
    expect(within(() => find('GET', `/api/v1${'/'.repeat(15_000)}x`))).toBeLessThan(50)
  })

  test('a body nested 100,000 deep is refused', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(() => parseJson(deep)).toThrow(RangeError)
  })
})
