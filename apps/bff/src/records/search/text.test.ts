import { expect, test } from 'vitest'
import { readSearch } from './text.ts'

const starts = (text: string) => readSearch(text).starts

test.each([
  ['1,714.25', ['=1714.25 ']],
  ['1714.25', ['=1714.25 ']],
  ['242.320 GBP', ['=242320 GBP', '=242.32 GBP']],
  ['gbp 242.32', ['=242.32 GBP']],
  ['£242.32', ['=242.32 GBP']],
  ['$5', ['=5 ']],
  ['1.714,25 €', ['=1714.25 EUR']],
  ['1’000’000', ['=1000000 ']],
  ['1 000,5', ['=1000.5 ']],
  ['1,000', ['=1000 ', '=1 ']],
  ['1,000,000.00', ['=1000000 ']],
  ['0.50', ['=0.5 ']],
  ['007', ['=7 ']],
])('an amount: %s', (text, amounts) => {
  expect(starts(text).filter((start) => start.startsWith('='))).toEqual(amounts)
})

test.each(['1,0,0', 'invoice 12', '-', '1.2.3', '12 apples and', 'GBP'])(
  'no amount: %s',
  (text) => {
    expect(starts(text).filter((start) => start.startsWith('='))).toEqual([])
  },
)

test.each([
  ['9f3c1a', '#a1c3f9'],
  ['0xAbCd12', '#21dcbax0'],
  ['0x48dC…F43e', '#e34f'],
  ['••••3000', '#0003'],
  ['DE89 3704 0044', '#4400407398ed'],
])('an end: %s', (text, start) => {
  expect(starts(text)).toContain(start)
})

test.each(['abc', 'not/an end', 'a%b_c'])('no end: %s', (text) => {
  expect(starts(text).filter((start) => start.startsWith('#'))).toEqual([])
})

test('names and references begin as typed, in lower case, with single spaces', () => {
  expect(starts('  Nordlicht   GmbH ')).toEqual([
    '#hbmgthcildron',
    '~nordlicht gmbh',
    '$nordlicht gmbh',
  ])
  expect(starts('x')).toEqual([])
  expect(starts('张')).toContain('~张')
})
