import { expect, test } from 'vitest'
import { chartText, dayText, seriesOf } from './volume-view.ts'

const day = (date: string, received = 0, forwarded = 0, held = 0, returned = 0) => ({
  date,
  deposits: received > 0 ? 1 : 0,
  received,
  forwarded,
  held,
  returned,
})

test('a day is stacked in the order of what became of it, with what is on its way on top', () => {
  const series = seriesOf([day('a', 100, 40, 30, 20), day('b', 50, 50)])
  expect(series.map(({ key, values }) => [key, values])).toEqual([
    ['forwarded', [40, 50]],
    ['held', [30, 0]],
    ['returned', [20, 0]],
    ['open', [10, 0]],
  ])
  expect(seriesOf([day('a', 5, 5)]).map(({ key }) => key)).toEqual(['forwarded'])
})

test('a screen reader reads the sum, exactly', () => {
  const days = [day('a', 0.1), day('b', 0.2), day('c')]
  const volume = { teleportId: 'rt_1', currency: 'USD', medianSeconds: null, days }
  expect(chartText(volume)).toBe('0.30 USD from 2 deposits in 3 days')
  expect(chartText({ ...volume, days: [day('a')] })).toBe('No deposit in 1 days')
})

test('days are those of UTC, wherever the browser is', () => {
  expect(dayText('2026-11-20')).toBe('20 Nov')
  expect(dayText('soon')).toBe('soon')
})
