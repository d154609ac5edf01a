import { townOf } from './basics.ts'
import type { Field } from '@corridor/contract'
import { describe, expect, test } from 'vitest'
import { applicableFields } from './applicable.ts'
import { checkFields, normalText } from './check.ts'
import { plainField } from './field.ts'

const field = (given: Partial<Field>): Field => ({
  key: 'a',
  label: 'A',
  example: '',
  ...plainField(),
  ...given,
})
const messages = (fields: Field[], values: Record<string, string>, required = true): string[] =>
  checkFields(fields, values, { required }).map(({ path, message }) => `${path}: ${message}`)

describe('answers to fields', () => {
  test('everything that is wrong is listed at once, in the order of the fields', () => {
    const fields = [
      field({ key: 'one', label: 'One' }),
      field({ key: 'two', label: 'Two', type: 'date' }),
      field({ key: 'three', label: 'Three', options: [{ value: 'X', label: 'The X' }] }),
    ]
    expect(checkFields(fields, { two: '2023-02-29', three: 'x' }, { required: true })).toEqual([
      { path: 'one', code: 'FIELD_REQUIRED', message: 'One is required.' },
      {
        path: 'two',
        code: 'FIELD_INVALID',
        message: 'Two is a date as YYYY-MM-DD, such as 1990-04-30.',
      },
      {
        path: 'three',
        code: 'FIELD_INVALID',
        message: 'Three must be one of: X.',
        allowed: ['X'],
      },
    ])
  })

  test('a form that is still being filled in lacks nothing, but what is there must be right', () => {
    const fields = [field({ key: 'one' }), field({ key: 'two', type: 'date' })]
    expect(messages(fields, { two: 'soon' }, false)).toEqual([
      'two: A is a date as YYYY-MM-DD, such as 1990-04-30.',
    ])
  })

  test('spaces alone answer nothing; an optional field may stay empty', () => {
    expect(messages([field({})], { a: '   ' })).toEqual(['a: A is required.'])
    expect(messages([field({ required: false, minLength: 3 })], { a: '' })).toEqual([])
  })

  test.each<[string, Partial<Field>, string, boolean]>([
    ['a leap day', { type: 'date' }, '2024-02-29', true],
    ['a leap day of a fourth century', { type: 'date' }, '2000-02-29', true],
    ['a day 0', { type: 'date' }, '2024-01-00', false],
    ['a month 0', { type: 'date' }, '2024-00-10', false],
    ['the last day of a year', { type: 'date' }, '2024-12-31', true],
    ['a leap day of a year without one', { type: 'date' }, '1900-02-29', false],
    ['a thirty-first of April', { type: 'date' }, '2024-04-31', false],
    ['a month 13', { type: 'date' }, '2024-13-01', false],
    ['a date with time', { type: 'date' }, '2024-01-01T00:00:00Z', false],
    ['a phone number with spaces', { type: 'phone' }, '+44 (20) 7183-8750', true],
    ['a phone number without country', { type: 'phone' }, '020 7183 8750', false],
    ['a phone number of 16 digits', { type: 'phone' }, '+1234567890123456', false],
    ['text too short', { minLength: 3 }, 'ab', false],
    ['text too long', { maxLength: 3 }, 'abcd', false],
    ['200 characters without a limit of its own', {}, 'x'.repeat(200), true],
    ['201 characters without a limit of its own', {}, 'x'.repeat(201), false],
    ['text of a pattern', { pattern: '^\\d+$' }, '12', true],
    ['text of another pattern', { pattern: '^\\d+$' }, '1a', false],
    ['an invisible character', {}, 'a\u0000b', false],
    ['a choice', { type: 'radio', options: [{ value: 'X', label: '' }] }, 'X', true],
    ['a country', { check: 'country' }, 'DE', true],
    ['a country that is none', { check: 'country' }, 'XX', false],
    ['a Solana address', { validation: 'solana' }, '11111111111111111111111111111111', true],
    [
      'a Solana address with 0',
      { validation: 'solana' },
      '01111111111111111111111111111111',
      false,
    ],
    ['33 bytes in base 58', { validation: 'solana' }, '1'.repeat(33), false],
  ])('%s', (_, rules, value, isRight) => {
    expect(messages([field(rules)], { a: value }).length === 0).toBe(isRight)
  })

  test('an address is asked for line by line', () => {
    const address = field({ key: 'home', type: 'address' })
    expect(messages([address], { 'home.city': 'Berlin', 'home.country': 'Germany' })).toEqual([
      'home.addressLine1: Street and number is required.',
      'home.country: Country is a two-letter country code, such as DE.',
    ])
    expect(messages([{ ...address, required: false }], {})).toEqual([])
  })

  test('a file is answered by its name or its record', () => {
    const file = field({ type: 'file' })
    expect(messages([file], {})).toEqual(['a: A is required.'])
    expect(messages([file], { a: 'scan.pdf' })).toEqual([])
    expect(messages([file], { 'a.fileName': 'scan.pdf' })).toEqual([])
  })

  test('an unknown check is a fault of the form, not of the answer', () => {
    expect(() => messages([field({ check: 'no-such' })], { a: 'x' })).toThrow('no-such')
  })

  test('a property that every object inherits is no check', () => {
    expect(() => messages([field({ check: 'constructor' })], { a: 'x' })).toThrow('constructor')
  })

  test('codes are stored without the spaces that people type', () => {
    const iban = field({ validation: 'iban-mod97' })
    expect(normalText(iban, ' de89 3704 0044 0532 0130 00 ')).toBe('DE89370400440532013000')
    expect(normalText(field({}), ' two words ')).toBe('two words')
  })
})

describe('fields that depend on others', () => {
  const fields = [
    field({ key: 'kind' }),
    field({ key: 'detail', dependsOn: [{ key: 'kind', equals: 'X' }] }),
    field({ key: 'more', dependsOn: [{ key: 'detail', equals: 'Y' }] }),
  ]
  test.each<[string, Record<string, string>, string[]]>([
    ['nothing is answered', {}, ['kind']],
    ['the answer is another', { kind: 'Z' }, ['kind']],
    ['the answer fits', { kind: 'X' }, ['kind', 'detail']],
    ['a chain fits', { kind: 'X', detail: 'Y' }, ['kind', 'detail', 'more']],
    ['a chain is broken at its start', { kind: 'Z', detail: 'Y' }, ['kind']],
  ])('%s', (_, values, asked) => {
    expect(applicableFields(fields, values).map(({ key }) => key)).toEqual(asked)
  })

  test('what is not asked for is neither missed nor looked at', () => {
    const wrong = fields.map((item) => (item.key === 'detail' ? { ...item, maxLength: 1 } : item))
    expect(messages(wrong, { kind: 'Z', detail: 'far too long' })).toEqual([])
  })
})

test.each([
  [{ city: 'Berlin', state: 'Berlin', country: 'DE' }, 'Berlin'],
  [{ state: 'Bavaria', country: 'DE' }, ''],
  [{ city: '', country: 'NR' }, 'Nauru'],
  [{ state: 'Dubai', country: 'AE' }, 'Dubai'],
  [{}, ''],
])('the town that rails get of %j is %j', (members, town) => {
  expect(townOf(members)).toBe(town)
})
