import * as fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toBase64Url, utf8 } from '../base/encoding.ts'
import {
  encodeWebauthnStamp,
  parseWebauthnStamp,
  stampFromAssertion,
  webauthnChallenge,
} from './webauthn-stamp.ts'

const members = {
  authenticatorData: 'AQ',
  clientDataJson: 'Ag',
  credentialId: 'Aw',
  signature: 'BA',
}

test('the challenge is the hex text of the digest, not the digest', () => {
  fc.assert(
    fc.property(fc.string(), (payload) => {
      const digest = createHash('sha256').update(payload).digest('hex')
      const challenge = webauthnChallenge(payload)
      expect(challenge.digestHex).toBe(digest)
      expect(challenge.base64url).toBe(Buffer.from(digest).toString('base64url'))
      expect(challenge.base64url).toHaveLength(86)
      expect(webauthnChallenge(utf8(payload))).toEqual(challenge)
    }),
  )
})

test('an assertion of the browser becomes a stamp', () => {
  const response = { authenticatorData: 'AQ', clientDataJSON: 'Ag', signature: 'BA' }
  const text = stampFromAssertion({ id: 'Aw', response })
  expect(text).toBe(
    '{"authenticatorData":"AQ","clientDataJson":"Ag","credentialId":"Aw","signature":"BA"}',
  )
  expect(parseWebauthnStamp(text)).toEqual({
    ok: true,
    value: {
      authenticatorData: Uint8Array.of(1),
      clientDataJson: Uint8Array.of(2),
      credentialId: 'Aw',
      signature: Uint8Array.of(4),
    },
  })
})

test('the stamp is read from base64url as well, and padding in it is dropped', () => {
  const text = toBase64Url(utf8(encodeWebauthnStamp({ ...members, credentialId: 'Aw==' })))
  expect(parseWebauthnStamp(text)).toMatchObject({ ok: true, value: { credentialId: 'Aw' } })
})

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['base64url of no JSON', toBase64Url(utf8('stamp'))],
  ['no base64url', '*'],
  [
    'the browser spelling of a member',
    JSON.stringify({ ...members, clientDataJson: undefined, clientDataJSON: 'Ag' }),
  ],
  ['a number', JSON.stringify({ ...members, signature: 4 })],
  ['an empty member', JSON.stringify({ ...members, credentialId: '' })],
  ['a member that is no base64url', JSON.stringify({ ...members, signature: '*' })],
  ['more than 4096 characters', JSON.stringify({ ...members, more: 'x'.repeat(4096) })],
])('a stamp of %s is malformed', (_, text) => {
  expect(parseWebauthnStamp(text)).toEqual({ ok: false, failure: 'MALFORMED_STAMP' })
})
