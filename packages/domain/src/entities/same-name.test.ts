import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameName } from './same-name.ts'

describe('two names are of one person', () => {
  test.each([
    ['Maria García', 'GARCIA MARIA'],
    ['Jürgen Groß', 'Jurgen Gross'],
    ['Dr. Anna-Lena Kowalska', 'Kowalska Anna Lena'],
    ['John Michael Smith', 'J. M. Smith'],
    ['John Michael Smith', 'John Smith'],
    ['Łukasz Nowak', 'Nowak, Lukasz'],
    ['Acme Trading GmbH', 'ACME TRADING'],
  ])('%s and %s', (first, other) => {
    expect(isSameName(first, other)).toBe(true)
    expect(isSameName(other, first)).toBe(true)
  })

  test.each([
    ['Maria García', 'Mario García'],
    ['John Smith', 'Jane Smith'],
    ['John Smith', 'Smith'],
    ['J S', 'John Smith'],
    ['Acme Trading', 'Acme Holding'],
    ['', 'John Smith'],
    ['---', '---'],
  ])('%s and %s are not', (first, other) => {
    expect(isSameName(first, other)).toBe(false)
    expect(isSameName(other, first)).toBe(false)
  })

  test('whatever the order and case of its words', () => {
    const parts = fc.array(fc.stringMatching(/^[a-z]{4,8}$/), { minLength: 2, maxLength: 5 })
    fc.assert(
      fc.property(parts, (name) => {
        expect(isSameName(name.join(' '), name.toReversed().join(' ').toUpperCase())).toBe(true)
      }),
      { examples: [[['anna', 'anna']]] },
    )
  })
})
