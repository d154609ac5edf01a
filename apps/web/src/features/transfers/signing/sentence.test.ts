import { expect, test } from 'vitest'
import { nativeText } from './sentence.tsx'

test('a fee is shortened upwards, so that it stays the most there can be', () => {
  expect(nativeText(24_887_910_291_528n)).toBe('0.0000249')
  expect(nativeText(24_800_000_000_000n)).toBe('0.0000248')
  expect(nativeText(7n)).toBe('0.000000000000000007')
  expect(nativeText(0n)).toBe('0')
})
