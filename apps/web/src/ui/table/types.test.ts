import { expect, test } from 'vitest'
import { type Column, gridTemplate } from './types.ts'

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
