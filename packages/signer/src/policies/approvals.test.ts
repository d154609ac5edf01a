import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isApproved } from './approvals.ts'

const kinds = ['passkey', 'api_key', 'session'] as const
const need = fc.record({
  from: fc.uniqueArray(fc.constantFrom('any', 'method:passkey', ...kinds), { minLength: 1 }),
  count: fc.integer({ min: 1, max: 3 }),
})
type Need = { from: string[]; count: number }

/** Every way of giving people to needs, one by one. */
function byTrying(needs: Need[], others: string[]): boolean {
  const [first, ...rest] = needs
  if (!first) return true
  if (first.count === 0) return byTrying(rest, others)
  const from = first.from.map((term) => term.replace('method:', ''))
  return others.some(
    (kind, index) =>
      (from.includes('any') || from.includes(kind)) &&
      byTrying([{ ...first, count: first.count - 1 }, ...rest], others.toSpliced(index, 1)),
  )
}

test('people are found for the needs exactly where trying every way finds them', () => {
  const people = fc.array(fc.constantFrom(...kinds), { maxLength: 6 })
  fc.assert(
    fc.property(fc.array(need, { maxLength: 3 }), people, (needs, others) => {
      const signed = others.map((method) => ({ method }))
      expect(isApproved(needs, signed)).toBe(byTrying(needs, others))
    }),
    { numRuns: 500 },
  )
})

test('many people and needs that cannot be met are answered as well', () => {
  const many = Array.from({ length: 200 }, (_, i) => ({ method: kinds[i % 2] ?? '' }))
  const session = { from: ['session'], count: 1 }
  const any = { from: ['any'], count: 5 }
  expect(isApproved([any, any, any, any, session], many)).toBe(false)
  expect(isApproved([any, any, any, any, any], many)).toBe(true)
})
