import { expect, test } from 'vitest'
import { asHex } from './hex.ts'

test.each([
  ['a0b1', '0xa0b1'],
  ['0xa0B1', '0xa0B1'],
  ['', '0x'],
])('%j is written as %s', (text, hex) => {
  expect(asHex(text)).toBe(hex)
})
