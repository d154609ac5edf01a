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
  const click = category.chain((item) =>
    fc.record({
      category: fc.constant(item),
      type: fc.option(fc.constantFrom(...typesOf(item)), { nil: undefined }),
    }),
  )
  fc.assert(
    fc.property(fc.array(click, { minLength: 1, maxLength: 30 }), (clicks) => {
      const chosen = clicks.reduce<string[]>(
        (events, { category: item, type }) =>
          type === undefined ? toggleCategory(events, item) : toggleType(events, item, type),
        [],
      )
      expect(chosen.every(isEventName)).toBe(true)
      if (chosen.length === 0) return
      for (const item of eventCategories) {
        for (const type of typesOf(item)) {
          if (item === 'webhook' && type === 'test') continue
          expect(isSelected(chosen, { category: item, type })).toBe(takesType(chosen, item, type))
        }
      }
    }),
  )
})
