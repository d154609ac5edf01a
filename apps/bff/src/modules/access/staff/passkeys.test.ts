import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createAuthenticator,
  type SoftwareAuthenticator,
  type Spoiled,
} from '../../../../test/support/people/authenticator.ts'
import type { PasskeyOfMember } from './member-store.ts'
import {
  creationOptions,
  isWalletHandle,
  requestOptions,
  staffUserHandle,
  verifyCreation,
  verifyUse,
} from './passkeys.ts'

const party = { rpId: 'localhost', origin: 'http://localhost:8787' }
const memberId = 'mem_0000000000000000000000000a'
const member = {
  partnerId: 'p',
  memberId: 'm',
  name: 'Olga Owner',
  role: 'owner' as const,
  email: '',
  userHandle: staffUserHandle(memberId),
}

let authenticator: SoftwareAuthenticator
const draw = () => Uint8Array.from(randomBytes(32))

async function register(spoiled?: Spoiled) {
  const challenge = draw()
  const options = await creationOptions(party, { challenge, member, workspaceName: 'Alfa' })
  return verifyCreation(party, challenge, authenticator.create(options, spoiled))
}

async function registered(spoiled?: Spoiled): Promise<PasskeyOfMember> {
  const passkey = await register(spoiled)
  if (!passkey.ok) throw new Error(passkey.failure)
  return { passkey: passkey.value, member }
}

async function use(known: PasskeyOfMember, spoiled?: Spoiled) {
  const challenge = draw()
  const options = await requestOptions(party, challenge)
  return verifyUse(party, challenge, authenticator.get(options, spoiled), known)
}

beforeEach(() => {
  authenticator = createAuthenticator(party.origin)
})

test('creation asks for a discoverable passkey with the person verified, apart from wallets', async () => {
  const options = await creationOptions(party, { challenge: draw(), member, workspaceName: 'Alfa' })
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Corridor' },
    user: { name: 'Olga Owner · Alfa', displayName: 'Olga Owner' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -8 },
      { type: 'public-key', alg: -257 },
    ],
  })
  expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(`m:${memberId}`)
  expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
})

test('an honest passkey registers and is used, again and again', async () => {
  const known = await registered()
  expect(known.passkey).toMatchObject({
    signCount: 0,
    transports: ['internal'],
    backupEligible: false,
  })
  const first = await use(known)
  expect(first).toEqual({ ok: true, value: { signCount: 1, backedUp: false } })
  const second = await use({ ...known, passkey: { ...known.passkey, signCount: 1 } })
  expect(second).toEqual({ ok: true, value: { signCount: 2, backedUp: false } })
})

test('a synced passkey that does not count is used, and its backup state is followed', async () => {
  const known = await registered({ backupEligible: true })
  const synced = { backupEligible: true, backedUp: true, signCount: 0 }
  expect(await use(known, synced)).toEqual({ ok: true, value: { signCount: 0, backedUp: true } })
})

const other = draw()
const clientDataCases: [string, Spoiled][] = [
  ['the type of the other ceremony', { clientData: (d) => ({ ...d, type: swapped(d['type']) }) }],
  ['a type of payment', { clientData: (d) => ({ ...d, type: 'payment.get' }) }],
  [
    'another challenge',
    { clientData: (d) => ({ ...d, challenge: Buffer.from(other).toString('base64url') }) },
  ],
  ['no challenge', { clientData: (d) => ({ ...d, challenge: undefined }) }],
  [
    'a padded challenge',
    { clientData: (d) => ({ ...d, challenge: `${String(d['challenge'])}=` }) },
  ],
  ['the origin with https', { origin: 'https://localhost:8787' }],
  ['the origin on another port', { origin: 'http://localhost:8788' }],
  ['the origin of a subdomain', { origin: 'http://evil.localhost:8787' }],
  ['an origin that looks alike', { origin: 'http://1ocalhost:8787' }],
  ['an origin with a path', { origin: 'http://localhost:8787/' }],
  ['a page inside another one', { clientData: (d) => ({ ...d, crossOrigin: true }) }],
  ['a top origin', { clientData: (d) => ({ ...d, topOrigin: 'http://localhost:8787' }) }],
  ['token binding', { clientData: (d) => ({ ...d, tokenBinding: { status: 'supported' } }) }],
  ['a member twice', { clientDataText: (t) => t.replace('{', '{"type":"webauthn.get",') }],
  [
    'a member twice, once escaped',
    { clientDataText: (t) => t.replace('{', String.raw`{"t\u0079pe":"x",`) },
  ],
  ['a byte-order mark', { clientDataText: (t) => `\uFEFF${t}` }],
  ['a list', { clientDataText: (t) => `[${t}]` }],
  ['no JSON', { clientDataText: (t) => t.slice(1) }],
]
const dataCases: [string, Spoiled][] = [
  ['another host', { rpId: 'example.org' }],
  ['nobody present', { userPresent: false }],
  ['nobody verified', { userVerified: false }],
  ['backed up without being eligible', { backedUp: true }],
  ['authenticator data cut short', { authenticatorData: (data) => data.subarray(0, 36) }],
  [
    'authenticator data with a byte more',
    { authenticatorData: (d) => Buffer.concat([d, Buffer.of(0)]) },
  ],
  ['extensions announced and missing', { authenticatorData: (d) => flagged(d, 0x80) }],
  ['no authenticator data', { authenticatorData: () => Buffer.alloc(0) }],
]

const swapped = (type: unknown) => (type === 'webauthn.get' ? 'webauthn.create' : 'webauthn.get')
function flagged(data: Buffer, bit: number): Buffer {
  const copy = Buffer.from(data)
  copy.writeUInt8(copy.readUInt8(32) | bit, 32)
  return copy
}

describe('a registration is refused with', () => {
  test.each([...clientDataCases, ...dataCases])('%s', async (_, spoiled) => {
    expect(await register(spoiled)).toEqual({ ok: false, failure: 'PASSKEY_INVALID' })
  })

  const attestationCases: [string, Spoiled][] = [
    ['no credential id', { authenticatorData: (d) => withIdLength(d, 0) }],
    ['a credential id of 1024 bytes', { credentialId: randomBytes(1024).toString('base64url') }],
    ['an id longer than the data', { authenticatorData: (d) => withIdLength(d, 1000) }],
    ['a P-384 label on the key', { authenticatorData: (d) => changed(d, 26, 0x38, 0x22) }],
    [
      'a curve that is not P-256',
      { authenticatorData: (d) => replaced(d, [0x20, 0x01], [0x20, 0x02]) },
    ],
    ['a point off the curve', { authenticatorData: (d) => flippedAt(d, d.length - 1) }],
  ]
  test.each(attestationCases)('%s', async (_, spoiled) => {
    expect(await register(spoiled)).toEqual({ ok: false, failure: 'PASSKEY_INVALID' })
  })

  test('another id outside than inside', async () => {
    const challenge = draw()
    const options = await creationOptions(party, { challenge, member, workspaceName: 'Alfa' })
    const attestation = authenticator.create(options)
    const id = randomBytes(32).toString('base64url')
    const renamed = { ...attestation, id }
    expect(await verifyCreation(party, challenge, renamed)).toMatchObject({ ok: false })
  })
})

describe('a use is refused with', () => {
  test.each([...clientDataCases, ...dataCases])('%s', async (_, spoiled) => {
    expect(await use(await registered(), spoiled)).toEqual({
      ok: false,
      failure: 'PASSKEY_REFUSED',
    })
  })

  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const handle = (text: string) => Buffer.from(text).toString('base64url')
  const useCases: [string, Spoiled][] = [
    ['a bit of the signature changed', { signature: (s) => flippedAt(s, s.length - 1) }],
    ['the signature of another key', { privateKey: stranger }],
    ['a byte behind the signature', { signature: (s) => Buffer.concat([s, Buffer.of(0)]) }],
    ['an empty signature', { signature: () => Buffer.of(0) }],
    ['the handle of another member', { userHandle: handle('m:mem_0000000000000000000000000b') }],
    ['the handle of a wallet', { userHandle: handle('w:wal_0000000000000000000000000a') }],
    ['a new claim of being eligible for backup', { backupEligible: true }],
  ]
  test.each(useCases)('%s', async (_, spoiled) => {
    expect(await use(await registered(), spoiled)).toEqual({
      ok: false,
      failure: 'PASSKEY_REFUSED',
    })
  })

  test.each([4, 5])('a counter of %i where 5 was seen', async (signCount) => {
    const known = await registered()
    const seen = { ...known, passkey: { ...known.passkey, signCount: 5 } }
    expect(await use(seen, { signCount })).toEqual({ ok: false, failure: 'PASSKEY_REFUSED' })
  })

  test('a counter that went back to not counting', async () => {
    const known = await registered()
    const seen = { ...known, passkey: { ...known.passkey, signCount: 5 } }
    expect(await use(seen, { signCount: 0 })).toEqual({ ok: false, failure: 'PASSKEY_REFUSED' })
  })
})

test('members that browsers may add later are no reason to refuse', async () => {
  const spoiled = { clientData: (d: object) => ({ ...d, other_keys_can_be_added_here: 'really' }) }
  const known = await registered(spoiled)
  expect(await use(known, spoiled)).toMatchObject({ ok: true })
})

test.each([
  ['w:wal_0000000000000000000000000a', true],
  ['m:mem_0000000000000000000000000a', false],
  ['', false],
])('a passkey with the handle %s: of a wallet %s', (text, expected) => {
  expect(isWalletHandle(Buffer.from(text).toString('base64url'))).toBe(expected)
  expect(isWalletHandle(undefined)).toBe(false)
})

// Attested data begins at 37: 16 bytes of model, 2 of length, the id, the key.
function withIdLength(data: Buffer, length: number): Buffer {
  const copy = Buffer.from(data)
  copy.writeUInt16BE(length, 53)
  return copy
}
/** Replaces one byte of the key by others. */
function changed(data: Buffer, from: number, ...to: number[]): Buffer {
  return replaced(data, [0x03, from], [0x03, ...to])
}
function replaced(data: Buffer, from: number[], to: number[]): Buffer {
  const at = data.indexOf(Buffer.from(from), 37 + 18 + 32)
  return Buffer.concat([data.subarray(0, at), Buffer.from(to), data.subarray(at + from.length)])
}
function flippedAt(data: Buffer, at: number): Buffer {
  const copy = Buffer.from(data)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}
