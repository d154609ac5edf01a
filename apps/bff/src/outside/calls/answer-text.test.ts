import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyText, shownHeaders } from './client.ts'

test('any bytes become at most 4 KiB of text without control characters', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 6_000, size: 'max' }), (bytes) => {
      const text = bodyText(bytes)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096)
      expect(text).not.toMatch(/[^\P{Cc}\t\n]/u)
      expect(text.isWellFormed()).toBe(true)
    }),
  )
})

test.each([
  ['plain', 'plain'],
  ['ä€😀\tx\ny', 'ä€😀\tx\ny'],
  ['a\u0000b\u001Bc\rd\u007Fe\u0085f', 'abcdef'],
  ['pay\u202Eslluf\u2066x\u200F', 'paysllufx'],
  ['', ''],
])('%j is kept as %j', (text, kept) => {
  expect(bodyText(Buffer.from(text))).toBe(kept)
})

test('what is not UTF-8 is replaced; a divided character goes', () => {
  expect(bodyText(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\uFFFDb')
  expect(bodyText(Buffer.alloc(5_000, 0xff))).toBe('\uFFFD'.repeat(1_365))
  expect(bodyText(Buffer.from(`a${'€'.repeat(2_000)}`))).toMatch(/^a€+/)
})

test('of the headers six are shown, without control characters and cut to 200', () => {
  const long = 'x'.repeat(300)
  expect(
    shownHeaders({
      'content-type': 'text/html',
      server: long,
      'set-cookie': ['session=1'],
      authorization: 'secret',
      location: 'http://127.0.0.1/\u0001a',
      'retry-after': '120',
    }),
  ).toEqual({
    'content-type': 'text/html',
    server: 'x'.repeat(200),
    location: 'http://127.0.0.1/a',
    'retry-after': '120',
  })
})
