import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flattenValues, nestValues } from './values.ts'

describe('answers by dotted key', () => {
  test.each<[string, unknown, Record<string, string>]>([
    ['nested members', { account: { iban: 'X' } }, { 'account.iban': 'X' }],
    ['dotted members', { 'account.iban': 'X' }, { 'account.iban': 'X' }],
    ['both mixed', { account: { 'details.a': 'X' } }, { 'account.details.a': 'X' }],
    ['text without spaces around it', { a: '  b c ' }, { a: 'b c' }],
    ['numbers and booleans as text', { a: 12, b: false }, { a: '12', b: 'false' }],
    ['lists by place', { owners: [{ name: 'A' }] }, { 'owners.0.name': 'A' }],
    ['nothing for null and undefined', { a: null, b: undefined }, {}],
    ['nothing for what is no record', 'text', {}],
  ])('%s', (_, given, flat) => {
    expect(flattenValues(given)).toEqual(flat)
  })

  test('a body of ten thousand brackets is no danger', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`) as unknown
    expect(flattenValues(deep)).toEqual({})
  })

  test('a member named __proto__ stays an answer and changes no prototype', () => {
    const flat = flattenValues(JSON.parse('{ "__proto__": { "polluted": "yes" } }'))
    expect(flat).toEqual({ '__proto__.polluted': 'yes' })
    expect(nestValues(flat)).not.toHaveProperty('polluted')
    expect({}).not.toHaveProperty('polluted')
  })

  test('what is nested and flattened again is as before', () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/)
    const keys = fc.uniqueArray(fc.array(name, { minLength: 1, maxLength: 4 }), {
      selector: (path) => path.join('.'),
    })
    fc.assert(
      fc.property(keys, (paths) => {
        const all = paths.map((path) => path.join('.'))
        // A key cannot be both an answer and a group of answers.
        const leaves = all.filter((key) => !all.some((other) => other.startsWith(`${key}.`)))
        const values = Object.fromEntries(leaves.map((key) => [key, `of ${key}`]))
        expect(flattenValues(nestValues(values))).toEqual(values)
      }),
      { numRuns: 2_000 },
    )
  })
})
