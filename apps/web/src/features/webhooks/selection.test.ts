import { isEventName, isSelected } from '@corridor/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  eventCategories,
  shareOf,
  takesType,
  toggleCategory,
  toggleType,
  typesOf,
} from './selection.ts'

test('a type taken out of a whole category leaves its other types, and put back makes it whole', () => {
  const without = toggleType(['transfer'], 'transfer', 'updated')
  expect(without).toEqual([
    'transfer.initiated',
    'transfer.transitioned',
    'transfer.action_required',
  ])
  expect(shareOf(without, 'transfer')).toBe('some')
  expect(toggleType(without, 'transfer', 'updated')).toEqual(['transfer'])
  expect(toggleCategory(without, 'transfer')).toEqual(['transfer'])
  expect(toggleCategory(['kyc', 'transfer'], 'transfer')).toEqual(['kyc'])
})

test('whatever is ticked, the words are known to the service and select exactly the ticked types', () => {
  const category = fc.constantFrom(...eventCategories)
  const click = category.chain((one) =>
    fc.record({
      category: fc.constant(one),
      type: fc.option(fc.constantFrom(...typesOf(one)), { nil: undefined }),
    }),
  )
  fc.assert(
    fc.property(fc.array(click, { minLength: 1, maxLength: 30 }), (clicks) => {
      const chosen = clicks.reduce<string[]>(
        (events, { category: one, type }) =>
          type === undefined ? toggleCategory(events, one) : toggleType(events, one, type),
        [],
      )
      expect(chosen.every(isEventName)).toBe(true)
      if (chosen.length === 0) return
      for (const one of eventCategories) {
        for (const type of typesOf(one)) {
          if (one === 'webhook' && type === 'test') continue
          expect(isSelected(chosen, { category: one, type })).toBe(takesType(chosen, one, type))
        }
      }
    }),
  )
})
