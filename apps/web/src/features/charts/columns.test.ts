import { expect, test } from 'vitest'
import { columnsOf } from './stacked-bars.tsx'

const frame = { width: 300, height: 100, gap: 4 }

test('series are stacked from the bottom, scaled to a round number', () => {
  const { most, columns } = columnsOf(3, [{ values: [10, 0, 30] }, { values: [20, 0, 5] }], frame)
  expect(most).toBe(35)
  expect(columns.map(({ x, width }) => [x, width])).toEqual([
    [0, 96],
    [100, 96],
    [200, 96],
  ])
  expect(columns[0]?.pieces).toEqual([
    { series: 0, y: 75, height: 25 },
    { series: 1, y: 25, height: 50 },
  ])
  expect(columns[1]?.pieces).toEqual([])
})

test('nothing is drawn of nothing', () => {
  expect(columnsOf(0, [], frame)).toEqual({ most: 0, columns: [] })
  expect(columnsOf(2, [{ values: [0, 0] }], frame).columns.flatMap(({ pieces }) => pieces)).toEqual(
    [],
  )
})
