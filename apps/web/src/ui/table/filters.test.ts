import { describe, expect, test } from 'vitest'
import { datePresets, dayOfInstant, filterText, instantOfDay, parametersOf } from './filters.ts'
import { startOfDay } from '../format/days.ts'
import type { FilterField } from './types.ts'

const status: FilterField = {
  kind: 'choice',
  key: 'status',
  label: 'Status',
  multiple: true,
  options: [
    { value: 'PENDING', label: 'Pending' },
    { value: 'FAILED', label: 'Failed' },
  ],
}
const created: FilterField = {
  kind: 'dates',
  key: 'created',
  label: 'Started',
  from: 'createdFrom',
  to: 'createdTo',
}
const amount: FilterField = {
  kind: 'range',
  key: 'amount',
  label: 'Amount',
  min: 'amountMin',
  max: 'amountMax',
}

describe('a chip shows its filter', () => {
  test.each([
    [status, { status: 'PENDING' }, 'Pending'],
    [status, { status: 'PENDING,FAILED' }, 'Pending, Failed'],
    [status, { status: 'PENDING,FAILED,AWAITING_RFI' }, 'Pending, Failed +1'],
    [status, { status: 'AWAITING_RFI' }, 'AWAITING_RFI'],
    [amount, { amountMin: '250' }, 'at least 250'],
    [amount, { amountMax: '9.5' }, 'at most 9.5'],
    [amount, { amountMin: '1', amountMax: '2' }, '1 to 2'],
    [created, { created: '30d', createdFrom: '2026-10-21T13:00:00Z' }, 'last 30 days'],
    [created, { createdFrom: '2026-11-20T13:00:00Z' }, 'since 20 Nov, 13:00'],
    [created, { createdTo: '2026-11-20T13:00:00Z' }, 'until 20 Nov, 13:00'],
  ])('%o with %o', (field, values, text) => {
    expect(filterText(field, values, 'utc')).toBe(text)
  })
})

test('a date filter owns its preset and both instants', () => {
  expect(parametersOf(created)).toEqual(['createdFrom', 'createdTo', 'created'])
})

test('presets are instants in the chosen zone', () => {
  const now = Date.parse('2026-11-20T13:02:11Z')
  const since = Object.fromEntries(
    datePresets.map(({ name, since: from }) => [name, new Date(from(now, 'utc')).toISOString()]),
  )
  expect(since).toEqual({
    today: '2026-11-20T00:00:00.000Z',
    '24h': '2026-11-19T13:02:11.000Z',
    '7d': '2026-11-13T13:02:11.000Z',
    '30d': '2026-10-21T13:02:11.000Z',
    month: '2026-11-01T00:00:00.000Z',
  })
})

test('a typed day begins at its own midnight, and its end is the next one', () => {
  expect(instantOfDay('2026-03-29', 'utc')).toBe('2026-03-29T00:00:00.000Z')
  expect(instantOfDay('2026-03-29', 'utc', 1)).toBe('2026-03-30T00:00:00.000Z')
  expect(instantOfDay('', 'utc')).toBeUndefined()
})

test.each(['utc', 'local'] as const)(
  'a day survives the way to an instant and back (%s)',
  (zone) => {
    for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2026-12-31', '2028-02-29']) {
      expect(dayOfInstant(instantOfDay(day, zone), zone)).toBe(day)
      expect(dayOfInstant(instantOfDay(day, zone, 1), zone, -1)).toBe(day)
    }
  },
)

test('a day starts where its zone says', () => {
  const at = Date.parse('2026-11-20T23:30:00Z')
  expect(new Date(startOfDay(at, 'utc')).toISOString()).toBe('2026-11-20T00:00:00.000Z')
  expect(new Date(startOfDay(at, 'local')).getHours()).toBe(0)
})
