import fc from 'fast-check'
import { expect, test } from 'vitest'
import { referencesIn } from './bank-reference.ts'

const letters = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
const reference = fc
  .array(fc.constantFrom(...letters), { minLength: 8, maxLength: 18 })
  .map((signs) => signs.join(''))
/** As people write: in any case, with spaces and signs anywhere. */
const written = reference.chain((text) =>
  fc
    .array(fc.constantFrom('', ' ', '-', '.', '/', '  '), {
      minLength: text.length,
      maxLength: text.length,
    })
    .map((gaps) => ({
      text,
      typed: [...text.toLowerCase()].map((sign, i) => sign + gaps[i]).join(''),
    })),
)
const around = fc.string({ maxLength: 40 })

test('a reference is found in whatever stands around it, in any case and spacing', () => {
  fc.assert(
    fc.property(written, around, around, ({ text, typed }, before, behind) => {
      expect(referencesIn(`${before}${typed}${behind}`)).toContain(text)
    }),
  )
})

test('a text too short to hold one holds none, and a long one costs little', () => {
  expect(referencesIn('')).toEqual([])
  expect(referencesIn('rent 5')).toEqual([])
  expect(referencesIn('x'.repeat(100_000)).length).toBeLessThan(2_500)
})
