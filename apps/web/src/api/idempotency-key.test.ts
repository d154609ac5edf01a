import { expect, test } from 'vitest'
import { ApiError } from '@corridor/client/http'
import { idempotencyKeys, isRefusal } from './idempotency-key.ts'

test('a body sent again has the key it had, a changed one a new key', () => {
  let made = 0
  const keyOf = idempotencyKeys(() => `key-${(made += 1)}`)
  expect(keyOf({ email: 'a', lines: [1] })).toBe('key-1')
  expect(keyOf({ email: 'a', lines: [1] })).toBe('key-1')
  expect(keyOf({ email: 'b', lines: [1] })).toBe('key-2')
  expect(keyOf({ email: 'a', lines: [1] })).toBe('key-3')
})

test.each([
  ['a refusal by state', 409, 'VERSION_CONFLICT', true],
  ['a refusal of what was asked', 400, 'FIELD_INVALID', true],
  ['the same request is under way', 409, 'IDEMPOTENCY_IN_PROGRESS', false],
  ['too many requests', 429, 'RATE_LIMITED', false],
  ['a failure of the service', 500, 'INTERNAL', false],
  ['no answer at all', 0, 'NETWORK', false],
])('the next try is another action only after a plain no: %s', (_, status, code, is) => {
  expect(isRefusal(new ApiError({ status, code, message: '' }))).toBe(is)
})
