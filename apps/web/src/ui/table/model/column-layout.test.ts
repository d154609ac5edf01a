import { expect, test } from 'vitest'
import { chosenColumns, columnMax, columnMin, withSticking } from './column-layout.ts'

const columns = [
  { id: 'status', width: 120 },
  { id: 'name', width: 'grow' as const },
  { id: 'amount', width: 140 },
  { id: 'started', width: 160 },
]
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id)
const stuck = (all: readonly { id: string; stick?: number }[]) =>
  all.flatMap(({ id, stick }) => (stick === undefined ? [] : [[id, stick]]))

test('pinned columns come first, in the order of the rest', () => {
  const order = ['started', 'amount', 'name', 'status']
  const chosen = chosenColumns(columns, { order, pinned: ['status', 'amount'] })
  expect(ids(chosen)).toEqual(['amount', 'status', 'started', 'name'])
  expect(chosenColumns(columns)).toEqual(columns)
})

test.each([
  [200, 200],
  [1, columnMin],
  [9000, columnMax],
])('a stored width of %s is %s', (stored, width) => {
  expect(chosenColumns(columns, { widths: { name: stored, gone: 90 } })[1]).toMatchObject({ width })
})

test('nothing stays in place where all columns fit', () => {
  expect(stuck(withSticking(columns, ['status'], { width: 612, selectable: false }))).toEqual([])
})

test('the first column stays where nothing is pinned, after the boxes where there are some', () => {
  const list = { width: 611, selectable: false }
  expect(stuck(withSticking(columns, [], list))).toEqual([['status', 0]])
  expect(stuck(withSticking(columns, [], { ...list, selectable: true }))).toEqual([['status', 48]])
})

test('pinned columns stay side by side as long as they leave room for the rest', () => {
  const pinned = ['status', 'name']
  const at = (width: number) => stuck(withSticking(columns, pinned, { width, selectable: false }))
  expect(at(500)).toEqual([
    ['status', 0],
    ['name', 120],
  ])
  expect(at(390)).toEqual([['status', 0]])
})

test('a column that is as wide as the list stays when it is the first', () => {
  const wide = [{ id: 'name', width: 500 }, ...columns]
  expect(stuck(withSticking(wide, ['name'], { width: 390, selectable: false }))).toEqual([
    ['name', 0],
  ])
})
