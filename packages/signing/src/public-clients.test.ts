import { ApiKeyStamper, type Runtime } from '@turnkey/api-key-stamper'
import {
  decryptCredentialBundle,
  decryptExportBundle,
  encryptOtpCodeToBundle,
  generateP256KeyPair as publicKeyPair,
  getPublicKey,
  hpkeEncrypt,
  verifyOtpVerificationToken,
  verifySessionJwtSignature,
  verifyStampSignature,
} from '@turnkey/crypto'
import { bs58check } from '@turnkey/encoding'
import { WebauthnStamper } from '@turnkey/webauthn-stamper'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  generateP256KeyPair,
  parseApiKeyStamp,
  stampWithApiKey,
  verifyApiKeyStamp,
} from './stamps/api-key-stamp.ts'
import { openCredentialBundle, sealCredentialBundle } from './bundles/credential-bundle.ts'
import { bytesToHex, hexToBytes, utf8 } from './base/encoding.ts'
import { sealExportBundle } from './bundles/export-bundle.ts'
import { openOtpCode, signOtpTarget } from './bundles/otp-bundle.ts'
import { publicKeyOf } from './keys/public-key.ts'
import { createEphemeralKey } from './sessions/session-key.ts'
import { signSessionJwt } from './sessions/session-jwt.ts'
import { signVerificationToken } from './sessions/verification-token.ts'
import { parseWebauthnStamp, webauthnChallenge } from './stamps/webauthn-stamp.ts'

const client = generateP256KeyPair()
const service = generateP256KeyPair()
const signer = {
  publicKey: service.publicKeyUncompressed,
  privateKey: hexToBytes(service.privateKey),
}
const payload = '{"type":"ACTIVITY_TYPE_CREATE_WALLET","timestampMs":"1767225601000","note":"ü"}'

describe('the public API-key stamper', () => {
  const runtimes: Runtime[] = ['node', 'purejs', 'browser']
  test.each(runtimes)('in its %s runtime makes stamps that we verify', async (runtimeOverride) => {
    const { publicKey: apiPublicKey, privateKey: apiPrivateKey } = client
    const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey, runtimeOverride })
    for (let round = 0; round < 5; round++) {
      const { stampHeaderName, stampHeaderValue } = await stamper.stamp(`${payload}${round}`)
      const stamp = parseApiKeyStamp(stampHeaderValue)
      expect(stampHeaderName).toBe('X-Stamp')
      expect(stamp.ok && stamp.value.publicKey).toBe(client.publicKey)
      expect(stamp.ok && verifyApiKeyStamp(utf8(`${payload}${round}`), stamp.value)).toBe(true)
    }
  })

  test('makes the very text we make, where both are deterministic', async () => {
    const { publicKey: apiPublicKey, privateKey: apiPrivateKey } = client
    const stamper = new ApiKeyStamper({ apiPublicKey, apiPrivateKey, runtimeOverride: 'purejs' })
    const { stampHeaderValue } = await stamper.stamp(payload)
    expect(stampWithApiKey(payload, client)).toBe(stampHeaderValue)
  })

  test('has a verifier that accepts our signature', async () => {
    const stamp = parseApiKeyStamp(stampWithApiKey(payload, client))
    if (!stamp.ok) throw new Error(stamp.failure)
    const { publicKey, signature } = stamp.value
    expect(await verifyStampSignature(publicKey, signature, payload)).toBe(true)
  })
})

describe('the public WebAuthn stamper', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('asks for our challenge, and what it makes of the answer is a stamp we read', async () => {
    const asked: Uint8Array[] = []
    const bytes = (...values: number[]) => Uint8Array.from(values).buffer
    // The browser's part; the stamper itself is the real one.
    const get = ({ publicKey }: { publicKey: { challenge: Uint8Array } }) => {
      asked.push(new Uint8Array(publicKey.challenge))
      const response = {
        authenticatorData: bytes(1),
        clientDataJSON: bytes(2),
        signature: bytes(4),
        userHandle: null,
      }
      return Promise.resolve({
        id: 'Aw',
        rawId: bytes(3),
        type: 'public-key',
        response,
        getClientExtensionResults: () => ({}),
      })
    }
    vi.stubGlobal('navigator', { credentials: { get } })
    const stamper = new WebauthnStamper({ rpId: 'localhost', userVerification: 'required' })
    const { stampHeaderName, stampHeaderValue } = await stamper.stamp(payload)

    expect(asked).toEqual([webauthnChallenge(payload).bytes])
    expect(stampHeaderName).toBe('X-Stamp-Webauthn')
    expect(parseWebauthnStamp(stampHeaderValue)).toEqual({
      ok: true,
      value: {
        authenticatorData: Uint8Array.of(1),
        clientDataJson: Uint8Array.of(2),
        credentialId: 'Aw',
        signature: Uint8Array.of(4),
      },
    })
  })
})

describe('the public encryption client', () => {
  test('opens the credential bundle we seal, and its key pair agrees with ours', async () => {
    const recipient = publicKeyPair()
    const bundle = await sealCredentialBundle({
      recipientPublicKey: recipient.publicKeyUncompressed,
      plaintext: hexToBytes(client.privateKey),
    })
    const scalar = decryptCredentialBundle(bundle, recipient.privateKey)
    expect(scalar).toBe(client.privateKey)
    expect(bytesToHex(getPublicKey(scalar, true))).toBe(publicKeyOf(hexToBytes(scalar)))
  })

  test('seals what we open, with a key in hex and with one that cannot be read out', async () => {
    const ephemeral = await createEphemeralKey()
    const hexKey = generateP256KeyPair()
    const sealTo = (targetPublicKey: string) =>
      bs58check.encode(
        hpkeEncrypt({
          plainTextBuf: hexToBytes(client.privateKey),
          targetKeyBuf: hexToBytes(targetPublicKey),
        }),
      )
    const byHex = await openCredentialBundle(
      sealTo(hexKey.publicKeyUncompressed),
      hexKey.privateKey,
    )
    const byKey = await openCredentialBundle(sealTo(ephemeral.publicKeyUncompressed), ephemeral)
    expect(byHex.ok && bytesToHex(byHex.value)).toBe(client.privateKey)
    expect(byKey.ok && bytesToHex(byKey.value)).toBe(client.privateKey)
  })

  test.each([
    [
      'a mnemonic',
      utf8('legal winner thank year wave'),
      { returnMnemonic: true },
      'legal winner thank year wave',
    ],
    ['a key', hexToBytes(client.privateKey), { returnMnemonic: false }, client.privateKey],
  ])('opens the export bundle we seal around %s', async (_, plaintext, form, expected) => {
    const recipient = publicKeyPair()
    const exportBundle = await sealExportBundle({
      recipientPublicKey: recipient.publicKeyUncompressed,
      organizationId: 'ent_1',
      plaintext,
      signer,
    })
    const opened = await decryptExportBundle({
      exportBundle,
      organizationId: 'ent_1',
      embeddedKey: recipient.privateKey,
      dangerouslyOverrideSignerPublicKey: signer.publicKey,
      ...form,
    })
    expect(opened).toBe(expected)
  })

  test('seals a one-time code to the target we sign', async () => {
    const target = generateP256KeyPair()
    const bundle = signOtpTarget(target.publicKeyUncompressed, signer)
    const { publicKey } = client
    const text = await encryptOtpCodeToBundle('123456', bundle, publicKey, signer.publicKey)
    const opened = await openOtpCode(text, target.privateKey)
    expect(opened).toEqual({ ok: true, value: { otpCode: '123456', publicKey } })
  })

  test('accepts our verification and session tokens', async () => {
    const claims = {
      id: 'otp_1',
      verification_type: 'OTP_TYPE_EMAIL',
      contact: 'a@example.com',
      organization_id: 'ent_1',
      public_key: client.publicKey,
      exp: '4102444800000',
    }
    const token = signVerificationToken(claims, signer.privateKey)
    expect(await verifyOtpVerificationToken(token, signer.publicKey)).toEqual(claims)
    const session = {
      exp: 4_102_444_800,
      public_key: client.publicKey,
      session_type: 'SESSION_TYPE_READ_WRITE',
      user_id: 'ent_1',
      organization_id: 'ent_1',
    }
    const jwt = signSessionJwt(session, signer.privateKey)
    expect(await verifySessionJwtSignature(jwt, service.publicKey)).toBe(true)
  })
})
