import { describe, expect, test } from 'vitest'
import { checkVector, runVectors } from './runner.ts'
import { parseApiKeyStamp, verifyApiKeyStamp } from '../stamps/api-key-stamp.ts'
import { utf8 } from '../base/encoding.ts'
import { readVectors, vectorFormats } from '../testing/read-vectors.ts'
import type { ApiKeyVector, WebauthnVector } from './stamps.ts'
import { parseWebauthnStamp } from '../stamps/webauthn-stamp.ts'

// The counts of signing-formats.md 14, so that a lost entry shows.
test.each([
  ['stamp-apikey', 12, 19],
  ['stamp-wallet', 10, 5],
  ['stamp-webauthn', 13, 16],
  ['webauthn-registration', 6, 7],
  ['credential-bundle', 9, 17],
  ['oidc-nonce', 8, 12],
  ['otp-v2', 5, 9],
  ['session-jwt', 5, 3],
  ['export-bundle', 5, 4],
  ['wallet-derivation', 6, 1],
  ['evm-transfer', 6, 5],
  ['prepaid-deposit', 10, 9],
])('%s has %i valid and %i invalid entries', (format, valid, invalid) => {
  const { vectors } = readVectors(format)
  expect(vectors.filter((vector) => vector.valid)).toHaveLength(valid)
  expect(vectors.filter((vector) => !vector.valid)).toHaveLength(invalid)
})

describe.each(vectorFormats())('%s comes out as published', (format) => {
  const file = readVectors(format)
  test.each(file.vectors)('$id', async (vector) => {
    expect(await checkVector(file, vector)).toEqual([])
  })
})

test('the runner of the page counts every entry, the bare nonces among them', async () => {
  const run = await runVectors([readVectors('oidc-nonce'), readVectors('evm-transfer')])
  expect(run).toEqual({ passed: 20 + 7 + 11, failed: [] })
})

test('the runner names what came out otherwise', async () => {
  const file = readVectors<ApiKeyVector>('stamp-apikey')
  const vectors = file.vectors.slice(0, 2).map((vector) => ({ ...vector, payload: '{}' }))
  const run = await runVectors([{ ...file, vectors }])
  expect(run.passed).toBe(0)
  expect(run.failed[0]).toContain('stamp-apikey ok-det-1: outcome: got SIGNATURE_MISMATCH')
})

test('padded base64, an uncompressed key and upper-case hex are tolerated in a stamp', () => {
  for (const { headerValue, payload } of readVectors<ApiKeyVector>('stamp-apikey').lenient ?? []) {
    const stamp = parseApiKeyStamp(headerValue)
    expect(stamp.ok && stamp.value.publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
    expect(stamp.ok && verifyApiKeyStamp(utf8(payload), stamp.value)).toBe(true)
  }
})

test('a WebAuthn stamp is read from base64url of its JSON as well', () => {
  for (const { headerValue } of readVectors<WebauthnVector>('stamp-webauthn').lenient ?? []) {
    expect(parseWebauthnStamp(headerValue).ok).toBe(true)
  }
})
