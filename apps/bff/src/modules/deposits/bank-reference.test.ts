import fc from 'fast-check'
import { expect, test } from 'vitest'
import { referencesIn } from './bank-reference.ts'

const letters = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
const lookalikes: Readonly<Record<string, string>> = { 0: 'O', 1: 'l' }
const twelve = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 12, maxLength: 12 })
/** As people write: in any case, with spaces and signs anywhere, an O for a nought. */
const written = fc
  .tuple(
    twelve(fc.constantFrom(...letters)),
    twelve(fc.constantFrom('', ' ', '-', '.', '/', '  ')),
    fc.boolean(),
  )
  .map(([signs, gaps, isMistaken]) => ({
    reference: `CR${signs.join('')}`,
    typed: `cr ${signs
      .map((sign, i) => ((isMistaken && lookalikes[sign]) || sign.toLowerCase()) + gaps[i])
      .join('')}`,
  }))
const around = fc.string({ maxLength: 40 })

test('a reference is found in any surrounding text, in any case and spacing', () => {
  fc.assert(
    fc.property(written, around, around, ({ reference, typed }, before, behind) => {
      expect(referencesIn(`${before}${typed}${behind}`)).toContain(reference)
    }),
  )
})

test('a text without one holds none, and a long one costs little', () => {
  for (const text of ['', 'rent for May', 'CR', 'CR 1234']) expect(referencesIn(text)).toEqual([])
  expect(referencesIn('CR'.repeat(100_000)).length).toBeLessThan(10)
})
