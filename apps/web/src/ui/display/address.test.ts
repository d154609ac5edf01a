import { expect, test } from 'vitest'
import { shortAddress, shortId } from './values.tsx'

test('an address shows its first six and last four, a short text all of it', () => {
  expect(shortAddress('0x30897EA44Fa1a2CA33EF97f26a29F21260c371aF')).toBe('0x3089…71aF')
  expect(shortAddress('0x3089')).toBe('0x3089')
})

test('an id keeps its prefix and its end', () => {
  expect(shortId('cexec-01kagf8w2txxxxxxxxxxxx7m2q')).toBe('cexec-01kagf…7m2q')
})
