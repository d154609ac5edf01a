import { expect, test } from 'vitest'
import { inOrder, withSticking } from './column-layout.ts'

const columns = [
  { id: 'status', width: 120 },
  { id: 'name', width: 'grow' as const },
  { id: 'amount', width: 140 },
  { id: 'started', width: 160 },
]
const stuck = (all: readonly { id: string; stick?: number }[]) =>
  all.flatMap(({ id, stick }) => (stick === undefined ? [] : [[id, stick]]))

test('columns come in a person’s order, newer ones at the end', () => {
  const ids = inOrder(columns, ['started', 'gone', 'name']).map(({ id }) => id)
  expect(ids).toEqual(['started', 'name', 'status', 'amount'])
  expect(inOrder(columns, [])).toEqual(columns)
})

test('nothing stays in place where all columns fit', () => {
  expect(stuck(withSticking(columns, { width: 612, selectable: false }))).toEqual([])
})

test('the first column stays where there is no room, after the boxes where there are some', () => {
  const list = { width: 611, selectable: false }
  expect(stuck(withSticking(columns, list))).toEqual([['status', 0]])
  expect(stuck(withSticking(columns, { ...list, selectable: true }))).toEqual([['status', 48]])
})
