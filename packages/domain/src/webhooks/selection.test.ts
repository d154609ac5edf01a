import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventCategory, eventCatalogue, isEventName, isSelected } from './selection.ts'

const kinds = Object.entries(eventCatalogue).flatMap(([category, types]) =>
  types.map((type) => ({ category, type })),
)
const kind = fc.constantFrom(...kinds)
const names = [
  ...Object.keys(eventCatalogue),
  ...kinds.map(({ category, type }) => `${category}.${type}`),
]
const isTest = ({ category, type }: { category: string; type: string }) =>
  category === 'webhook' && type === 'test'

describe('names in a selection', () => {
  test('every category, and every category with each of its types', () => {
    expect(names.filter((name) => !isEventName(name))).toEqual([])
  })

  test.each([
    '',
    '*',
    'transfers',
    'Transfer',
    'transfer.',
    '.transitioned',
    'transfer.deleted',
    'transfer.transitioned.approved',
    'constructor',
    '__proto__',
  ])('“%s” is none', (name) => {
    expect(isEventName(name)).toBe(false)
  })
})

describe('a selection', () => {
  test('that is empty takes everything', () => {
    expect(kinds.filter((event) => !isSelected([], event))).toEqual([])
  })

  test('takes what is named by its category or in full, test events, and nothing else', () => {
    fc.assert(
      fc.property(fc.subarray(names, { minLength: 1 }), kind, (selection, event) => {
        const isNamed = selection.some(
          (name) => name === event.category || name === `${event.category}.${event.type}`,
        )
        expect(isSelected(selection, event)).toBe(isNamed || isTest(event))
      }),
    )
  })

  test('takes no less when a name is added', () => {
    fc.assert(
      fc.property(
        fc.subarray(names, { minLength: 1 }),
        fc.constantFrom(...names),
        kind,
        (selection, name, event) => {
          if (isSelected(selection, event))
            expect(isSelected([...selection, name], event)).toBe(true)
        },
      ),
    )
  })

  test('does not take a category whose name begins the same', () => {
    const payin: EventCategory = 'payin'
    expect(isSelected([payin], { category: 'payin_deposit', type: 'initiated' })).toBe(false)
  })
})
