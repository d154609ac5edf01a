import { expect, test } from 'vitest'
import { admissionFaults } from './admission.ts'

const rules = { ageMin: 18, embargoed: ['IR', 'KP'] }
const pathsOf = (day: string, country = 'DE', today = '2026-11-29') =>
  admissionFaults(
    { births: [{ path: 'birth', day }], countries: [{ path: 'country', country }] },
    rules,
    today,
  ).map(({ path }) => path)

test.each([
  ['2008-11-29', '2026-11-29', []],
  ['2008-11-30', '2026-11-29', ['birth']],
  ['2008-02-29', '2026-02-28', ['birth']],
  ['2008-02-29', '2026-03-01', []],
  ['', '2026-11-29', []],
])('born on %s, on %s: %j', (day, today, expected) => {
  expect(pathsOf(day, 'DE', today)).toEqual(expected)
})

test('a country under embargo is named, another is not', () => {
  expect(pathsOf('1990-01-01', 'IR')).toEqual(['country'])
  expect(pathsOf('1990-01-01', '')).toEqual([])
})
