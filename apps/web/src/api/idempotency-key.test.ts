import { expect, test } from 'vitest'
import { idempotencyKeys } from './idempotency-key.ts'

test('a body sent again has the key it had, a changed one a new key', () => {
  let made = 0
  const keyOf = idempotencyKeys(() => `key-${(made += 1)}`)
  expect(keyOf({ email: 'a', lines: [1] })).toBe('key-1')
  expect(keyOf({ email: 'a', lines: [1] })).toBe('key-1')
  expect(keyOf({ email: 'b', lines: [1] })).toBe('key-2')
  expect(keyOf({ email: 'a', lines: [1] })).toBe('key-3')
})
