import { describe, expect, test } from 'vitest'
import { isNamedPayer, isSameAccount, mayPay, passedWindow, senderSums } from './payers.ts'

const at = new Date('2026-11-29T12:00:00Z')
const paid = (name: string, account: string, worth: bigint, daysAgo = 0) => ({
  name,
  account,
  worth,
  at: new Date(at.getTime() - daysAgo * 86_400_000),
})

describe('an account is the same', () => {
  test.each([
    ['DE75 5121 0800 1245 1261 99', 'de75512108001245126199', true],
    ['1245126199', 'DE75512108001245126199', true],
    ['6199', 'DE75512108001245126199', false],
    ['', '', false],
    ['DE1', 'DE2', false],
  ])('%s and %s: %s', (first, other, isSame) => {
    expect(isSameAccount(first, other)).toBe(isSame)
    expect(isSameAccount(other, first)).toBe(isSame)
  })
})

describe('a payer is on the list', () => {
  const named = [
    { name: 'Ada Payer', account: '' },
    { name: 'Eve Real', account: 'DE75512108001245126199' },
  ]
  test.each([
    ['by name, however it is written', 'PAYER, A.', '', true],
    ['by name from any account', 'Ada Payer', 'ES9121000418450200051332', true],
    ['by account and name', 'Real Eve', '1245126199', true],
    ['by account where the bank names nobody', '', 'DE75512108001245126199', true],
    ['not from another account than the one it has', 'Eve Real', 'ES9121000418450200051332', false],
    ['not from its account under another name', 'Walter Stranger', 'DE75512108001245126199', false],
    ['not where nothing is known', '', '', false],
  ])('%s', (_, name, account, isNamed) => {
    expect(isNamedPayer(named, { name, account })).toBe(isNamed)
  })
})

test.each([
  ['CUSTOMER', false],
  ['NAMED', true],
  ['ANYBODY', true],
] as const)('%s lets one who is named pay: %s', (rule, isAllowed) => {
  const named = [{ name: 'Ada Payer', account: '' }]
  expect(mayPay({ rule, named }, { name: 'Ada Payer', account: '' })).toBe(isAllowed)
  expect(mayPay({ rule, named }, { name: 'Eve Real', account: '' })).toBe(rule === 'ANYBODY')
})

describe('what one sender has paid', () => {
  const sums = (name: string, account: string, before: ReturnType<typeof paid>[]) =>
    senderSums({ name, account }, at, before)

  test('is added up over 1, 7 and 30 days', () => {
    const before = [0, 0.9, 1, 6.9, 7, 29.9, 30].map((days) => paid('Eve Real', '', 1n, days))
    expect(sums('Eve Real', '', before)).toEqual({ DAY: 2n, WEEK: 4n, MONTH: 6n })
  })

  test.each([
    ['another order and case', 'REAL, EVE', ''],
    ['accents', 'Éve Reál', ''],
    ['an initial', 'E. Real', ''],
    ['another name from the same account', 'Bob Other', 'ES91'],
    ['another account', 'Eve Real', 'FR14'],
  ])('is that of the same one: %s', (_, name, account) => {
    expect(sums(name, account, [paid('Eve Real', 'ES91', 5n)]).DAY).toBe(5n)
  })

  test('is that of all who share names or accounts, in whatever order', () => {
    const chain = [paid('A Alpha', '1', 1n), paid('B Beta', '1', 2n), paid('B Beta', '2', 4n)]
    for (const before of [chain, chain.toReversed()])
      expect(sums('C Gamma', '2', before).DAY).toBe(7n)
  })

  test('compares a bounded number of names; equal names and accounts count beyond it', () => {
    const digits = (nth: number) => String(nth).padStart(10, '0')
    const before = Array.from({ length: 6_000 }, (_, nth) =>
      paid(`Name${nth}`, digits(nth), 1n, nth / 1_000),
    )
    const chained = [paid('Name5999', 'ES91', 5n, 8), paid('Late Last', 'ES91', 7n, 9)]
    let compared = 0
    const isAlike = () => {
      compared += 1
      return false
    }
    const asked = { name: 'NAME5999', account: digits(1) }
    expect(senderSums(asked, at, [...before, ...chained], isAlike).MONTH).toBe(14n)
    expect(compared).toBe(2_000)
  })

  test('is nobody else’s, and those whom nothing names are one', () => {
    expect(sums('Walter Stranger', '9', [paid('Eve Real', 'ES91', 5n)]).MONTH).toBe(0n)
    expect(sums('', '', [paid('', '', 5n), paid('Eve Real', '', 7n)]).MONTH).toBe(5n)
  })

  test.each([
    [{ DAY: 9n, WEEK: 9n, MONTH: 9n }, 1n, undefined],
    [{ DAY: 9n, WEEK: 9n, MONTH: 9n }, 2n, 'DAY'],
    [{ DAY: 0n, WEEK: 10n, MONTH: 10n }, 1n, 'WEEK'],
    [{ DAY: 0n, WEEK: 0n, MONTH: 10n }, 1n, 'MONTH'],
  ])('passes a limit of 10: %o and %s more', (before, worth, window) => {
    expect(passedWindow(before, worth, { DAY: 10n, WEEK: 10n, MONTH: 10n })).toBe(window)
  })
})
