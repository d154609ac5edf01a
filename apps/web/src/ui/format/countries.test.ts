import { expect, test } from 'vitest'
import { countryName, countryOptions } from './countries.ts'

test('every country has a name of its own, in alphabetical order', () => {
  const labels = countryOptions().map(({ label }) => label)
  expect(labels).toHaveLength(249)
  expect(new Set(labels).size).toBe(249)
  expect(labels.at(0)).toBe('Afghanistan')
  expect(labels.indexOf('Åland Islands')).toBe(1)
  for (const { value, label } of countryOptions()) expect(label).not.toBe(value)
})

test.each([
  ['NO', 'Norway'],
  ['ZZ9', 'ZZ9'],
  ['', ''],
])('%s reads %s', (code, name) => {
  expect(countryName(code)).toBe(name)
})
