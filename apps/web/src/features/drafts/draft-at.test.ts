import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { restored } from './draft-at.ts'

const start = { name: '', type: 'individual', address: { city: '' }, people: [] as string[] }

test('a kept form comes back as it was', () => {
  const kept = { name: 'Lena', type: 'business', address: { city: 'Bremen' }, people: ['Ada'] }
  expect(restored(start, structuredClone(kept))).toEqual(kept)
})

test('whatever was kept, the form is whole and of its own kinds', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.record({ name: fc.anything(), address: fc.anything(), people: fc.anything() }),
      ),
      (kept) => {
        const form = restored(start, kept)
        expect(Object.keys(form)).toEqual(Object.keys(start))
        expect([typeof form.name, typeof form.type, typeof form.address.city]).toEqual([
          'string',
          'string',
          'string',
        ])
        expect(Array.isArray(form.people)).toBe(true)
      },
    ),
  )
})
