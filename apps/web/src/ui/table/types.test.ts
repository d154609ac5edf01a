import { expect, test } from 'vitest'
import { type Column, gridTemplate, roomOf } from './types.ts'

const column = (id: string, width: Column<unknown>['width']): Column<unknown> => ({
  id,
  header: id,
  width,
  cell: () => null,
})

test('the ends of a row are wider than its cells, and one column takes the rest', () => {
  const columns = [column('a', 100), column('b', 'grow'), column('c', 120)]
  expect(gridTemplate(columns, false)).toBe('116px minmax(160px, 1fr) 136px')
  expect(gridTemplate(columns, true)).toBe('48px 100px minmax(160px, 1fr) 136px')
})

test('a column shows more by what the others leave to it, or by the width that it was given', () => {
  const columns = [column('a', 100), { ...column('b', 'grow'), adapts: true }, column('c', 120)]
  expect(roomOf(columns, true, undefined)).toBeUndefined()
  expect(roomOf(columns, true, 96 + 220 + 375)).toBeUndefined()
  expect(roomOf(columns, true, 96 + 220 + 376)).toBe('medium')
  expect(roomOf(columns, true, 96 + 220 + 640)).toBe('large')
  const given = { ...column('b', 400), adapts: true }
  expect(roomOf([column('a', 100), given], true, 300)).toBe('medium')
  const [first, adapting] = columns
  if (!first || !adapting) throw new Error('columns are missing')
  // Another one's width is no room of this one.
  expect(roomOf([{ ...first, width: 640 }, adapting], true, 1000)).toBeUndefined()
  expect(roomOf([column('a', 640)], true, 1000)).toBeUndefined()
})
