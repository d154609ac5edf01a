import { expect, test } from 'vitest'
import { isSurer, likenessOf, type LikePart, personsBy } from './likeness.ts'

test.each<[LikePart[], string | undefined]>([
  [['DOCUMENT'], 'SURE'],
  [['REGISTRATION'], 'SURE'],
  [['NAME', 'BIRTH', 'PHONE'], 'SURE'],
  [['NAME', 'ADDRESS'], 'PROBABLE'],
  [['NAME', 'PHONE'], 'PROBABLE'],
  [['NAME', 'COUNTRY'], 'PROBABLE'],
  [['PHONE', 'BIRTH'], 'WEAK'],
  [['ADDRESS'], 'WEAK'],
  [['NAME'], undefined],
  [['BIRTH'], undefined],
  [[], undefined],
])('%j in common: %s', (same, strength) => {
  expect(likenessOf(new Set(same))).toBe(strength)
})

test('what was decided holds until more is known', () => {
  expect([isSurer('SURE', 'WEAK'), isSurer('SURE', 'SURE'), isSurer('WEAK', 'SURE')]).toEqual([
    true,
    false,
    false,
  ])
})

test('persons are whoever hangs together; without a pair they part', () => {
  const members = ['a', 'b', 'c', 'd']
  const pairs = [
    ['b', 'c'],
    ['a', 'b'],
  ] as const
  expect(personsBy(members, pairs)).toEqual([['a', 'b', 'c'], ['d']])
  expect(personsBy(members, pairs.slice(1))).toEqual([['a', 'b'], ['c'], ['d']])
})
