import { expect, test } from 'vitest'
import { hasTowns, mailAddress, mailPattern } from './places.ts'

test.each([
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ['Ada@Example.com', 'Ada@Example.com'],
  ['ada@mün/chen.example', 'ada@mün/chen.example'],
  ['münchen', 'münchen'],
])('%s is kept as %s', (sent, kept) => {
  expect(mailAddress(sent)).toBe(kept)
})

test.each([
  ['ada@xn--e1afmkfd.xn--p1ai', true],
  ["o'hara+!#$%&*/=?^_`{|}~-@example.com", true],
  [`${'a'.repeat(64)}@example.com`, true],
  [`${'a'.repeat(65)}@example.com`, false],
  ['"ada lovelace"@example.com', false],
  ['ada..b@example.com', false],
  ['.ada@example.com', false],
  ['ada@example', false],
  ['ada@-example.com', false],
  ['ada@exa mple.com', false],
  ['ada@münchen.example', false],
])('%s is an address: %s', (text, expected) => {
  expect(mailPattern.test(text)).toBe(expected)
})

test('Nauru has no towns, Germany has', () => {
  expect([hasTowns('NR'), hasTowns('DE'), hasTowns('')]).toEqual([false, true, true])
})
