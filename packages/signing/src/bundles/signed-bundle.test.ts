import { expect, test } from 'vitest'
import { generateP256KeyPair } from '../stamps/api-key-stamp.ts'
import { hexToBytes } from '../base/encoding.ts'
import { openExportBundle, sealExportBundle } from './export-bundle.ts'
import { openOtpTarget, signOtpTarget } from './otp-bundle.ts'
import { openSignedBundle, signBundle } from './signed-bundle.ts'
import { loginMessage, verifyClientSignature } from '../sessions/verification-token.ts'

const service = generateP256KeyPair()
const other = generateP256KeyPair()
const signerOf = (key: typeof service) => ({
  publicKey: key.publicKeyUncompressed,
  privateKey: hexToBytes(key.privateKey),
})
const pinned = service.publicKeyUncompressed
const bundle = signBundle({ a: '1' }, signerOf(service))

/** The bundle with some members written otherwise. */
const changed = (members: object) => JSON.stringify({ ...JSON.parse(bundle), ...members })

test('what was signed comes back', () => {
  expect(openSignedBundle(bundle, pinned)).toEqual({ ok: true, value: { a: '1' } })
})

test.each([
  ['signed by another key', signBundle({ a: '1' }, signerOf(other)), 'BUNDLE_SIGNATURE'],
  [
    'naming another key',
    changed({ enclaveQuorumPublic: other.publicKeyUncompressed }),
    'BUNDLE_SIGNATURE',
  ],
  ['with other data', changed({ data: '7b7d' }), 'BUNDLE_SIGNATURE'],
  ['with a signature that is no hex', changed({ dataSignature: 'zz' }), 'BUNDLE_SIGNATURE'],
  ['of another version', changed({ version: 'v2.0.0' }), 'MALFORMED_BUNDLE'],
  ['with upper-case data', changed({ data: '7B7D' }), 'MALFORMED_BUNDLE'],
  ['without signature', changed({ dataSignature: undefined }), 'MALFORMED_BUNDLE'],
  ['that is no JSON', bundle.slice(1), 'MALFORMED_BUNDLE'],
])('a bundle %s is refused', (_, text, failure) => {
  expect(openSignedBundle(text, pinned)).toEqual({ ok: false, failure })
})

test('a signed target that is no key is malformed', () => {
  const text = signOtpTarget(service.publicKey, signerOf(service))
  expect(openOtpTarget(text, pinned)).toEqual({ ok: false, failure: 'MALFORMED_BUNDLE' })
})

test('an export for another organization is refused before it is opened', async () => {
  const exported = await sealExportBundle({
    recipientPublicKey: other.publicKeyUncompressed,
    organizationId: 'ent_1',
    plaintext: new Uint8Array(32),
    signer: signerOf(service),
  })
  const expected = { recipient: service.privateKey, signerPublicKey: pinned }
  expect(await openExportBundle(exported, { ...expected, organizationId: 'ent_2' })).toEqual({
    ok: false,
    failure: 'ORGANIZATION_MISMATCH',
  })
  expect(await openExportBundle(exported, { ...expected, organizationId: 'ent_1' })).toEqual({
    ok: false,
    failure: 'OPEN_FAILED',
  })
})

test('a login signed by the right key under another name or scheme is refused', () => {
  const claims = {
    id: 'otp_1',
    verification_type: 'OTP_TYPE_EMAIL',
    contact: 'a@example.com',
    organization_id: 'ent_1',
    public_key: service.publicKey,
    exp: '1',
  }
  const message = loginMessage({ publicKey: service.publicKey, tokenId: 'otp_1' })
  const { dataSignature } = JSON.parse(signBundle(JSON.parse(message), signerOf(service))) as {
    dataSignature: string
  }
  const scheme = 'CLIENT_SIGNATURE_SCHEME_API_P256'
  const login = { publicKey: service.publicKey, scheme, message, signature: dataSignature }
  expect(verifyClientSignature(login, claims).ok).toBe(true)
  const mismatch = { ok: false, failure: 'SIGNATURE_MISMATCH' }
  expect(verifyClientSignature({ ...login, publicKey: other.publicKey }, claims)).toEqual(mismatch)
  expect(verifyClientSignature(login, { ...claims, id: 'otp_2' })).toEqual(mismatch)
  expect(verifyClientSignature({ ...login, scheme: 'P256' }, claims)).toEqual({
    ok: false,
    failure: 'UNSUPPORTED_SCHEME',
  })
})
