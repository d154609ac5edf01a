import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EventCategory, eventCatalogue, isEventName, isSelected } from './selection.ts'

const kinds = Object.entries(eventCatalogue).flatMap(([category, types]) =>
  types.map((type) => ({ category, type })),
)
const kind = fc.constantFrom(...kinds)
const words = [
  ...Object.keys(eventCatalogue),
  ...kinds.map(({ category, type }) => `${category}.${type}`),
]
const isTest = ({ category, type }: { category: string; type: string }) =>
  category === 'webhook' && type === 'test'

describe('names in a selection', () => {
  test('every category, and every category with each of its types', () => {
    expect(words.filter((word) => !isEventName(word))).toEqual([])
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
  ])('“%s” is none', (word) => {
    expect(isEventName(word)).toBe(false)
  })
})

describe('a selection', () => {
  test('that is empty takes everything', () => {
    expect(kinds.filter((kind) => !isSelected([], kind))).toEqual([])
  })

  test('takes what is named by its category or in full, test events, and nothing else', () => {
    fc.assert(
      fc.property(fc.subarray(words, { minLength: 1 }), kind, (selection, one) => {
        const isNamed = selection.some(
          (word) => word === one.category || word === `${one.category}.${one.type}`,
        )
        expect(isSelected(selection, one)).toBe(isNamed || isTest(one))
      }),
    )
  })

  test('takes no less when a name is added', () => {
    fc.assert(
      fc.property(
        fc.subarray(words, { minLength: 1 }),
        fc.constantFrom(...words),
        kind,
        (selection, word, one) => {
          if (isSelected(selection, one)) expect(isSelected([...selection, word], one)).toBe(true)
        },
      ),
    )
  })

  test('does not take a category whose name begins the same', () => {
    const payin: EventCategory = 'payin'
    expect(isSelected([payin], { category: 'payin_deposit', type: 'initiated' })).toBe(false)
  })
})
