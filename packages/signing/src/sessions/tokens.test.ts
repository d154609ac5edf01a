import { compactVerify, importJWK, jwtVerify, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { generateP256KeyPair } from '../stamps/api-key-stamp.ts'
import { hexToBytes, toBase64Url, utf8Text } from '../base/encoding.ts'
import { writeJwt } from './jwt.ts'
import { signSessionJwt, verifySessionJwt } from './session-jwt.ts'
import { signVerificationToken, verifyVerificationToken } from './verification-token.ts'

const service = generateP256KeyPair()
const client = generateP256KeyPair()
const privateKey = hexToBytes(service.privateKey)
const nowMs = 1_767_225_600_000
const expected = { signerPublicKey: service.publicKey, nowMs }
const jwk = {
  kty: 'EC',
  crv: 'P-256',
  x: toBase64Url(hexToBytes(service.publicKeyUncompressed.slice(2, 66))),
  y: toBase64Url(hexToBytes(service.publicKeyUncompressed.slice(66))),
}
const session = {
  exp: nowMs / 1000 + 900,
  public_key: client.publicKey,
  session_type: 'SESSION_TYPE_READ_WRITE',
  user_id: 'ent_1',
  organization_id: 'ent_1',
}
const verification = {
  id: 'otp_1',
  verification_type: 'OTP_TYPE_EMAIL',
  contact: 'a@example.com',
  organization_id: 'ent_1',
  public_key: client.publicKey,
  exp: String(nowMs + 1),
}

test('a verification token is signed as an ordinary ES256 token', async () => {
  const token = signVerificationToken(verification, privateKey)
  const { payload } = await compactVerify(token, await importJWK(jwk, 'ES256'))
  expect(JSON.parse(utf8Text(payload) ?? '')).toEqual(verification)
})

test('an ordinary ES256 token is no session token, and a session token is no ordinary one', async () => {
  const key = await importJWK({ ...jwk, d: toBase64Url(privateKey) }, 'ES256')
  const ordinary = await new SignJWT(session)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .sign(key)
  expect(verifySessionJwt(ordinary, expected)).toEqual({ ok: false, failure: 'TOKEN_SIGNATURE' })
  const ours = signSessionJwt(session, privateKey)
  await expect(jwtVerify(ours, await importJWK(jwk, 'ES256'))).rejects.toThrow('signature')
})

describe('a session ends at its last second', () => {
  const token = signSessionJwt(session, privateKey)
  test.each([
    [899_999, true],
    [900_000, false],
  ])('after %i ms', (later, valid) => {
    expect(verifySessionJwt(token, { ...expected, nowMs: nowMs + later }).ok).toBe(valid)
  })
})

test('a verification token ends at its own millisecond', () => {
  const token = signVerificationToken(verification, privateKey)
  expect(verifyVerificationToken(token, expected).ok).toBe(true)
  const later = { ...expected, nowMs: nowMs + 1 }
  expect(verifyVerificationToken(token, later)).toEqual({ ok: false, failure: 'TOKEN_EXPIRED' })
})

test.each([
  ['exp as text', { ...session, exp: String(session.exp) }],
  ['an uncompressed key', { ...session, public_key: client.publicKeyUncompressed }],
  ['no user', { ...session, user_id: undefined }],
])('a session token with %s is refused', (_, claims) => {
  const token = writeJwt(claims, privateKey, 'double')
  expect(verifySessionJwt(token, expected)).toEqual({ ok: false, failure: 'TOKEN_CLAIMS' })
})

test.each([
  ['exp as a number', { ...verification, exp: nowMs + 1 }],
  ['exp as a fraction', { ...verification, exp: `${nowMs}.5` }],
  ['no contact', { ...verification, contact: undefined }],
])('a verification token with %s is refused', (_, claims) => {
  const token = writeJwt(claims, privateKey, 'single')
  expect(verifyVerificationToken(token, expected)).toEqual({ ok: false, failure: 'TOKEN_CLAIMS' })
})

test.each([
  ['another algorithm', { alg: 'none', typ: 'JWT' }],
  ['a key id', { alg: 'ES256', typ: 'JWT', kid: '1' }],
  ['another order only', { typ: 'JWT', alg: 'ES256' }],
])('a header with %s is not the one that was signed', (_, header) => {
  const [, ...rest] = signSessionJwt(session, privateKey).split('.')
  const token = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.')
  expect(verifySessionJwt(token, expected)).toEqual({ ok: false, failure: 'TOKEN_SIGNATURE' })
})

test.each(['', '.', 'a.b', 'a.b.c.d', 'a.b.c', 'e30.e30.'])('%j is no token', (token) => {
  expect(verifySessionJwt(token, expected)).toEqual({ ok: false, failure: 'TOKEN_SIGNATURE' })
})

test.each(['a>b@example.com', 'a~@example.com', 'ü@example.com', 'a?b'])(
  'the contact %s is not signed: public clients could not read it back',
  (contact) => {
    expect(() => signVerificationToken({ ...verification, contact }, privateKey)).toThrow('ASCII')
  },
)
