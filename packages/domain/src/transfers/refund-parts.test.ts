import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateRefund, sumByKey } from './refund-parts.ts'

const paid = [
  { key: 'first', amount: 60n },
  { key: 'second', amount: 40n },
]

test.each([
  [
    'all of it',
    100n,
    [],
    [
      ['first', 60n],
      ['second', 40n],
    ],
    0n,
  ],
  ['a part, of the oldest', 50n, [], [['first', 50n]], 0n],
  [
    'what was not sent back before',
    50n,
    [['first', 50n]],
    [
      ['first', 10n],
      ['second', 40n],
    ],
    0n,
  ],
  ['no more than came', 120n, [['second', 40n]], [['first', 60n]], 60n],
] as const)(
  'each payment in goes back to where it came from: %s',
  (_name, amount, sent, parts, rest) => {
    const allocated = allocateRefund(amount, paid, new Map(sent))
    expect(allocated.parts.map((part) => [part.key, part.amount])).toEqual(parts)
    expect(allocated.rest).toBe(rest)
  },
)

test('refunds one after the other send back of each payment what came by it, and no more', () => {
  const payments = fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(payments, fc.array(fc.bigInt(1n, 10n ** 12n), { maxLength: 8 }), (came, asked) => {
      const all = came.map((amount, at) => ({ key: String(at), amount }))
      const sent: { key: string; amount: bigint }[] = []
      for (const amount of asked) {
        const { parts, rest } = allocateRefund(amount, all, sumByKey(sent))
        expect(parts.reduce((sum, part) => sum + part.amount, rest)).toBe(amount)
        sent.push(...parts)
        if (rest > 0n) expect(sumByKey(sent)).toEqual(sumByKey(all))
      }
      for (const { key, amount } of all)
        expect(sumByKey(sent).get(key) ?? 0n).toBeLessThanOrEqual(amount)
    }),
  )
})
