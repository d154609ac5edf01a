import { expect, test } from 'vitest'
import { checkClientData } from './client-data.ts'
import { utf8 } from '../base/encoding.ts'

const type = 'webauthn.get'
const challenge = 'Y2hhbGxlbmdl'
const origin = 'https://app.example.com'
const expected = { type, challenge, origins: [origin, 'http://localhost:3000'] } as const
const clientData = (members: object) =>
  utf8(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...members }))

test('any origin of the list is accepted, and unknown members do no harm', () => {
  expect(checkClientData(clientData({}), expected)).toEqual({ ok: true, value: { origin } })
  const other = { origin: 'http://localhost:3000', other: 'member' }
  expect(checkClientData(clientData(other), expected).ok).toBe(true)
})

test.each([
  [{ type: 'webauthn.create' }, 'TYPE_MISMATCH'],
  [{ challenge: `${challenge}=` }, 'CHALLENGE_MISMATCH'],
  [{ challenge: null }, 'CHALLENGE_MISMATCH'],
  [{ origin: 'https://app.example.com/' }, 'ORIGIN_MISMATCH'],
  [{ origin: 'https://app.example.com.evil.example' }, 'ORIGIN_MISMATCH'],
  [{ origin: 'https://APP.example.com' }, 'ORIGIN_MISMATCH'],
  [{ origin: [origin] }, 'ORIGIN_MISMATCH'],
  [{ crossOrigin: true }, 'ORIGIN_MISMATCH'],
  [{ type: 'webauthn.create', challenge: '', origin: '' }, 'TYPE_MISMATCH'],
  [{ challenge: '', origin: '' }, 'CHALLENGE_MISMATCH'],
])('%j is refused with %s', (members, failure) => {
  expect(checkClientData(clientData(members), expected)).toEqual({ ok: false, failure })
})

test.each([[''], ['[]'], ['{'], ['\uFEFF{}']])('%j is malformed', (text) => {
  const malformed = { ok: false, failure: 'MALFORMED_STAMP' }
  expect(checkClientData(utf8(text), expected)).toEqual(malformed)
})
