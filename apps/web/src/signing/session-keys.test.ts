import {
  generateP256KeyPair,
  hexToBytes,
  openOtpCode,
  parseApiKeyStamp,
  signOtpTarget,
  signVerificationToken,
  utf8,
  verifyApiKeyStamp,
  verifyClientSignature,
} from '@corridor/signing'
import { expect, test } from 'vitest'
import { createSessionKey, nonceFor, sealCode, signLogin, stampBy } from './session-keys.ts'

const service = generateP256KeyPair()
const signer = {
  publicKey: service.publicKeyUncompressed,
  privateKey: hexToBytes(service.privateKey),
}
const target = generateP256KeyPair()
const targetBundle = signOtpTarget(target.publicKeyUncompressed, signer)
const serviceKey = service.publicKeyUncompressed

test('a session’s key stamps what verifies under its public half, and cannot be read out', async () => {
  const key = await createSessionKey()
  const stamp = parseApiKeyStamp(await stampBy('payload', key))
  expect(stamp.ok && stamp.value.publicKey).toBe(key.publicKey)
  expect(stamp.ok && verifyApiKeyStamp(utf8('payload'), stamp.value)).toBe(true)
  expect(stamp.ok && verifyApiKeyStamp(utf8('payloae'), stamp.value)).toBe(false)
  expect(key.privateKey.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('jwk', key.privateKey)).rejects.toThrow(/extractable/)
})

test('a code is sealed together with the key that it opens a session for', async () => {
  const key = await createSessionKey()
  const sealed = await sealCode({ otpCode: '123456', targetBundle, serviceKey }, key)
  expect(sealed).not.toContain('123456')
  expect(await openOtpCode(sealed ?? '', target.privateKey)).toEqual({
    ok: true,
    value: { otpCode: '123456', publicKey: key.publicKey },
  })
})

test('a code is not sealed to a target that another key has signed', async () => {
  const key = await createSessionKey()
  const other = generateP256KeyPair()
  const forged = signOtpTarget(target.publicKeyUncompressed, {
    publicKey: other.publicKeyUncompressed,
    privateKey: hexToBytes(other.privateKey),
  })
  for (const bundle of [forged, 'x', targetBundle.replace('"data":"7b', '"data":"7c')])
    expect(
      await sealCode({ otpCode: '123456', targetBundle: bundle, serviceKey }, key),
    ).toBeUndefined()
})

test('the login is signed by the key that the token names', async () => {
  const key = await createSessionKey()
  const claims = {
    id: 'vt_1',
    verification_type: 'OTP_TYPE_EMAIL',
    contact: 'a@example.com',
    organization_id: 'ent_1',
    public_key: key.publicKey,
    exp: '1767225601000',
  }
  const token = signVerificationToken(claims, hexToBytes(service.privateKey))
  const signature = await signLogin(token, key)
  expect(signature && verifyClientSignature(signature, claims)).toMatchObject({ ok: true })
  expect(await signLogin('no token', key)).toBeUndefined()
})

test('two keys never have one nonce', async () => {
  const [first, two] = [await createSessionKey(), await createSessionKey()]
  expect(nonceFor(first)).toMatch(/^[0-9a-f]{64}$/)
  expect(nonceFor(first)).not.toBe(nonceFor(two))
})
