import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  generateP256KeyPair,
  parseApiKeyStamp,
  stampWithCryptoKey,
  verifyApiKeyStamp,
} from '../stamps/api-key-stamp.ts'
import { openCredentialBundle, sealCredentialBundle } from './credential-bundle.ts'
import { base58check, bytesToHex, concat, hexToBytes, utf8 } from '../base/encoding.ts'
import { createEphemeralKey, importSessionKey } from '../sessions/session-key.ts'

const recipient = generateP256KeyPair()
const session = generateP256KeyPair()
const seal = (recipientPublicKey = recipient.publicKeyUncompressed) =>
  sealCredentialBundle({ recipientPublicKey, plaintext: hexToBytes(session.privateKey) })

test('a bundle opens with the private key in hex', async () => {
  const bundle = await seal()
  expect(base58check.decode(bundle)).toHaveLength(81)
  const opened = await openCredentialBundle(bundle, recipient.privateKey)
  expect(opened.ok && bytesToHex(opened.value)).toBe(session.privateKey)
})

test('a browser opens and stamps without any key that page script can read', async () => {
  const ephemeral = await createEphemeralKey()
  expect(ephemeral.privateKey.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('jwk', ephemeral.privateKey)).rejects.toThrow('extractable')

  const opened = await openCredentialBundle(await seal(ephemeral.publicKeyUncompressed), ephemeral)
  if (!opened.ok) throw new Error(opened.failure)
  expect(bytesToHex(opened.value)).toBe(session.privateKey)

  const key = await importSessionKey(opened.value)
  if (!key.ok) throw new Error(key.failure)
  expect(opened.value).toEqual(new Uint8Array(32))
  expect(key.value.publicKey).toBe(session.publicKey)
  expect(key.value.privateKey.extractable).toBe(false)
  await expect(crypto.subtle.exportKey('pkcs8', key.value.privateKey)).rejects.toThrow(
    'extractable',
  )

  const stamp = parseApiKeyStamp(await stampWithCryptoKey('{"a":1}', key.value))
  expect(stamp.ok && verifyApiKeyStamp(utf8('{"a":1}'), stamp.value)).toBe(true)
})

test.each([
  ['zero', new Uint8Array(32)],
  ['one above the order', new Uint8Array(32).fill(0xff)],
  ['too short', new Uint8Array(31).fill(1)],
])('a scalar that is %s is no session key, and is erased all the same', async (_, scalar) => {
  expect(await importSessionKey(scalar)).toEqual({ ok: false, failure: 'OPEN_FAILED' })
  expect(scalar.every((byte) => byte === 0)).toBe(true)
})

test('two bundles of one scalar differ', async () => {
  expect(await seal()).not.toBe(await seal())
})

test('no altered byte of a bundle opens', async () => {
  const bytes = base58check.decode(await seal()) ?? new Uint8Array()
  await fc.assert(
    fc.asyncProperty(fc.nat(80), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
      const altered = bytes.map((byte, index) => (index === at ? byte ^ mask : byte))
      const opened = await openCredentialBundle(base58check.encode(altered), recipient.privateKey)
      expect(opened).toEqual({ ok: false, failure: 'OPEN_FAILED' })
    }),
    { numRuns: 60 },
  )
})

test('a plaintext of another length is neither sealed nor accepted', async () => {
  const plaintext = new Uint8Array(33)
  const recipientPublicKey = recipient.publicKeyUncompressed
  await expect(sealCredentialBundle({ recipientPublicKey, plaintext })).rejects.toThrow('32-byte')
})

test.each([
  ['a compressed key', recipient.publicKey],
  ['a point off the curve', `${recipient.publicKeyUncompressed.slice(0, -64)}${'01'.repeat(32)}`],
])('nothing is sealed to %s', async (_, key) => {
  await expect(seal(key)).rejects.toThrow('on the curve')
})

test('bytes without a ciphertext are malformed', async () => {
  const onlyKey = base58check.encode(concat(Uint8Array.of(2), new Uint8Array(32)))
  const malformed = { ok: false, failure: 'MALFORMED_BUNDLE' }
  expect(await openCredentialBundle(onlyKey, recipient.privateKey)).toEqual(malformed)
  expect(await openCredentialBundle('', recipient.privateKey)).toEqual(malformed)
})
