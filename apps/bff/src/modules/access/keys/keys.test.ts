import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawKey, hashSecret, parseKey } from './keys.ts'

const shape = /^cor_(sandbox|live)_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/

test('a drawn key has the published shape and reads back', () => {
  const bytes = fc.uint8Array({ minLength: 48, maxLength: 48 })
  fc.assert(
    fc.property(
      bytes,
      fc.constantFrom('sandbox' as const, 'live' as const),
      (seed, environment) => {
        let used = 0
        const random = (count: number) => seed.subarray(used, (used += count))
        const { text, ...parts } = drawKey(environment, random)
        expect(text).toMatch(shape)
        expect(parseKey(text)).toEqual(parts)
      },
    ),
  )
})

test('a secret carries all 256 random bits', () => {
  const most = drawKey('live', (count) => new Uint8Array(count).fill(255))
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const value = Array.from(most.secret).reduce(
    (sum, c) => sum * 62n + BigInt(alphabet.indexOf(c)),
    0n,
  )
  expect(value).toBe(2n ** 256n - 1n)
})

test('any changed character is noticed by the checksum', () => {
  const { text } = drawKey('sandbox', randomBytes)
  const body = fc.integer({ min: 'cor_sandbox_'.length, max: text.length - 1 })
  fc.assert(
    fc.property(body, fc.constantFrom('0', '9', 'A', 'Z', 'a', 'z'), (at, other) => {
      fc.pre(text[at] !== other && text[at] !== '_')
      expect(parseKey(text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined()
    }),
  )
})

test.each(['', 'cor_', 'Bearer x', 'cor_test_aaaaaaaa', 'a'.repeat(100_000), 'cor_live___'])(
  'text that is no key is refused: %.20s',
  (text) => expect(parseKey(text)).toBeUndefined(),
)

test('the stored hash depends on the pepper', () => {
  const { secret } = drawKey('sandbox', randomBytes)
  const item = hashSecret(new Uint8Array(32).fill(1), secret)
  expect(item).toHaveLength(32)
  expect(item.equals(hashSecret(new Uint8Array(32).fill(2), secret))).toBe(false)
  expect(item.toString('utf8')).not.toContain(secret)
})
