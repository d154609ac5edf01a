import { expect, test } from 'vitest'
import { inOrder } from './column-layout.ts'
import { pickedAfter } from './use-selection.ts'

const ids = ['a', 'b', 'c', 'd']
const after = (picked: string[], id: string, from?: string) => [
  ...pickedAfter(new Set(picked), id, from === undefined ? undefined : { ids, from }),
]

test('a click picks a row and another one lets it go', () => {
  expect(after([], 'b')).toEqual(['b'])
  expect(after(['a', 'b'], 'b')).toEqual(['a'])
})

test('a click with Shift makes all rows since the last click like the one that is clicked', () => {
  expect(after(['a'], 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(after(['d'], 'b', 'd').toSorted()).toEqual(['b', 'c', 'd'])
  expect(after(['a', 'b', 'c'], 'c', 'b')).toEqual(['a'])
})

test('a row that is not loaded any more begins no range', () => {
  expect(after(['x'], 'b', 'x')).toEqual(['x', 'b'])
})

test("columns stand in the person's order, and new ones at the end", () => {
  const columns = ids.map((id) => ({ id }))
  const order = (...chosen: string[]) => inOrder(columns, chosen).map(({ id }) => id)
  expect(order()).toEqual(['a', 'b', 'c', 'd'])
  expect(order('c', 'gone', 'a')).toEqual(['c', 'a', 'b', 'd'])
})
