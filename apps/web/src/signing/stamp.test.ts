import { webauthnChallenge } from '@corridor/signing'
import { expect, test } from 'vitest'
import { requestOptions } from './stamp.ts'

const passkeys = [
  { credentialId: 'AQID', transports: ['AUTHENTICATOR_TRANSPORT_INTERNAL', 'hybrid', 'smoke'] },
  { credentialId: 'BAUG', transports: [] },
]

test('only the wallet’s own passkeys may answer, verified, over the payload’s challenge', () => {
  const payload = '{"type":"…"}'
  expect(requestOptions({ payload, passkeys, timeoutMs: 42_000 })).toEqual({
    challenge: webauthnChallenge(payload).base64url,
    allowCredentials: [
      { id: 'AQID', type: 'public-key', transports: ['internal', 'hybrid'] },
      { id: 'BAUG', type: 'public-key' },
    ],
    userVerification: 'required',
    timeout: 42_000,
  })
})

test('another device may be reached in every way', () => {
  const options = requestOptions({ payload: 'p', passkeys, timeoutMs: 1, otherDevice: true })
  expect(options.hints).toEqual(['hybrid', 'security-key'])
  expect(options.allowCredentials).toEqual([
    { id: 'AQID', type: 'public-key' },
    { id: 'BAUG', type: 'public-key' },
  ])
})

test('without a passkey of the wallet nobody is asked, so that no other can answer', () => {
  expect(() => requestOptions({ payload: 'p', passkeys: [], timeoutMs: 1 })).toThrow(TypeError)
})
