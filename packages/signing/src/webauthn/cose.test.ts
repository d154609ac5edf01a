import { p256 } from '@noble/curves/nist.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'
import { readCoseKey, uncompressedKeyOfCose, verifyAssertion } from './cose.ts'
import {
  bytesToHex,
  concat,
  fromBase64Url,
  hexToBytes,
  utf8,
  type Bytes,
} from '../base/encoding.ts'

const authenticatorData = new Uint8Array(37).fill(7)
const clientDataJson = utf8('{"type":"webauthn.get"}')

const sha256 = async (bytes: Bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const signedBytes = async () => concat(authenticatorData, await sha256(clientDataJson))

/** A COSE map of already encoded keys and values. */
const cose = (...pairs: [string, string][]) =>
  hexToBytes(`a${pairs.length.toString(16)}${pairs.flat().join('')}`)

const bytes32 = (bytes: Uint8Array) => `5820${bytesToHex(bytes)}`

function es256(publicKey: Uint8Array) {
  const [x, y] = [publicKey.slice(1, 33), publicKey.slice(33)]
  return cose(['01', '02'], ['03', '26'], ['20', '01'], ['21', bytes32(x)], ['22', bytes32(y)])
}

async function verified(publicKeyCose: Bytes, signature: Uint8Array) {
  const [last = 0] = signature.slice(-1)
  const flipped = concat(signature.slice(0, -1), Uint8Array.of(last ^ 1))
  const assertion = { publicKeyCose, authenticatorData, clientDataJson, signature }
  expect(await verifyAssertion(assertion)).toBe(true)
  expect(await verifyAssertion({ ...assertion, signature: flipped })).toBe(false)
  expect(await verifyAssertion({ ...assertion, signature: new Uint8Array() })).toBe(false)
  expect(await verifyAssertion({ ...assertion, clientDataJson: utf8('{}') })).toBe(false)
}

test('an ES256 assertion verifies, and nothing altered does', async () => {
  const { secretKey } = p256.keygen()
  const publicKey = p256.getPublicKey(secretKey, false)
  const signature = p256.sign(await signedBytes(), secretKey, { format: 'der', lowS: false })
  await verified(es256(publicKey), signature)
  expect(uncompressedKeyOfCose(es256(publicKey))).toBe(bytesToHex(publicKey))
})

test('an EdDSA assertion verifies, and nothing altered does', async () => {
  const { secretKey, publicKey } = ed25519.keygen()
  const key = cose(['01', '01'], ['03', '27'], ['20', '06'], ['21', bytes32(publicKey)])
  await verified(key, ed25519.sign(await signedBytes(), secretKey))
  expect(uncompressedKeyOfCose(key)).toBeUndefined()
})

test('an RS256 assertion verifies, and nothing altered does', async () => {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const size = { modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }
  const usages: ['sign', 'verify'] = ['sign', 'verify']
  const pair = await crypto.subtle.generateKey({ ...algorithm, ...size }, true, usages)
  const { n = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const modulus = bytesToHex(fromBase64Url(n) ?? new Uint8Array())
  const members: [string, string][] = [
    ['01', '03'],
    ['03', '390100'],
    ['20', `590100${modulus}`],
    ['21', '43010001'],
  ]
  const signature = await crypto.subtle.sign(algorithm, pair.privateKey, await signedBytes())
  await verified(cose(...members), new Uint8Array(signature))
})

const point = p256.getPublicKey(p256.keygen().secretKey, false)

test.each([
  ['ES384', cose(['01', '02'], ['03', '3822']), 'UNSUPPORTED_ALGORITHM'],
  ['no algorithm', cose(['01', '02']), 'UNSUPPORTED_ALGORITHM'],
  ['ES256 of another key type', cose(['01', '03'], ['03', '26']), 'MALFORMED_ATTESTATION'],
  [
    'ES256 without a point',
    cose(['01', '02'], ['03', '26'], ['20', '01']),
    'MALFORMED_ATTESTATION',
  ],
  [
    'ES256 off the curve',
    es256(concat(point.slice(0, 64), Uint8Array.of(0))),
    'MALFORMED_ATTESTATION',
  ],
  [
    'EdDSA of another length',
    cose(['01', '01'], ['03', '27'], ['20', '06'], ['21', '4101']),
    'MALFORMED_ATTESTATION',
  ],
  [
    'RS256 of 1024 bits',
    cose(['01', '03'], ['03', '390100'], ['20', `5880${'ff'.repeat(128)}`], ['21', '43010001']),
    'MALFORMED_ATTESTATION',
  ],
  ['no map', hexToBytes('8101'), 'MALFORMED_ATTESTATION'],
])('a key is refused: %s', async (_, publicKeyCose, failure) => {
  expect(readCoseKey(publicKeyCose)).toEqual({ ok: false, failure })
  const signature = Uint8Array.of(1)
  const assertion = { publicKeyCose, authenticatorData, clientDataJson, signature }
  expect(await verifyAssertion(assertion)).toBe(false)
})
