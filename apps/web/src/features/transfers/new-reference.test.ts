import { expect, test } from 'vitest'
import { newReference } from './new-reference.ts'

test('a reference names its day and is drawn from unmistakable letters', () => {
  const now = Date.parse('2026-01-05T23:59:59.999Z')
  expect(newReference('T', now, Uint8Array.of(0, 31, 32, 63, 10, 255))).toBe('T-20260105-0Z0ZAZ')
})
