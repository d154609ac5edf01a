import { encryptOtpCodeToBundle } from '@turnkey/crypto'
import {
  CLIENT_SIGNATURE_SCHEME,
  generateP256KeyPair,
  loginMessage,
  parseApiKeyStamp,
  stampWithApiKey,
  type P256KeyPair,
} from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import { act, makeEntity, makeWallet } from '../../../../test/support/money/wallets.ts'
import { signingIn } from '../../../../test/support/people/signing-in.ts'
import { ownBff, type AnyBody } from '../../../../test/support/process/bff.ts'

const bff = ownBff()
const { outbox, start, advance, newOwner, codeOf, path } = signingIn(bff)

describe('wallets.verifyOtp', () => {
  const serviceKey = () => bff.deps.signer.exportPublicKey()
  async function seal(
    code: { otpCode: string; otpEncryptionTargetBundle: string },
    key = generateP256KeyPair(),
  ) {
    const { otpCode, otpEncryptionTargetBundle: bundle } = code
    return encryptOtpCodeToBundle(otpCode, bundle, key.publicKey, await serviceKey())
  }
  const verify = (entityId: string, otpId: string, encryptedOtpBundle: string) =>
    bff.post(path(entityId, 'verify-otp'), { otpId, encryptedOtpBundle })
  function login(verificationToken: string, key: P256KeyPair) {
    const { id } = JSON.parse(
      Buffer.from(verificationToken.split('.')[1] ?? '', 'base64').toString(),
    )
    const message = loginMessage({ publicKey: key.publicKey, tokenId: id })
    const stamp = parseApiKeyStamp(stampWithApiKey(message, key))
    if (!stamp.ok) throw new Error(stamp.failure)
    const { publicKey } = key
    const { signature } = stamp.value
    const scheme = CLIENT_SIGNATURE_SCHEME
    const clientSignature = { publicKey, scheme, message, signature }
    return { publicKey, verificationToken, clientSignature }
  }

  test('200: the public client seals the code; its token opens one session of its own key', async () => {
    const owner = await newOwner()
    const { entityId } = owner
    const key = generateP256KeyPair()
    const code = await codeOf(owner)
    const verified = await verify(entityId, code.otpId, await seal(code, key))
    expect(verified.status).toBe(200)
    const { verificationToken } = verified.body.data
    const opened = await start(entityId, login(verificationToken, key))
    expect(opened.body.data).toMatchObject({
      sessionPublicKey: key.publicKey,
      signatureType: 'ApiKey',
      sessionToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{86}$/),
    })
    expect(opened.body.data).not.toHaveProperty('credentialBundle')
    const signed = await act(bff, { ...owner, key }, 'create-wallet', { walletName: 'Own key' })
    expect(signed.status).toBe(200)
    const again = await start(entityId, login(verificationToken, key))
    expect([again.status, again.body.error.code]).toEqual([400, 'PUBLIC_KEY_INVALID'])
    const [mail] = await outbox(`to=${owner.recorded}&limit=1`)
    expect(mail.subject).toBe('A session was opened for your wallets')
    const used = await verify(entityId, code.otpId, await seal(code))
    expect([used.status, used.body.error.code]).toEqual([401, 'OTP_INVALID'])
    expect(used.body.error.details[0].path).toBe('encryptedOtpBundle')
  })

  test('400: a bundle that does not open, a key that was used; 401: a wrong or late code', async () => {
    const owner = await newOwner()
    const { entityId } = owner
    const code = await codeOf(owner)
    const sealed = await seal(code)
    const bundles = ['x', '{}', sealed.replace(/"ciphertext":"../, '"ciphertext":"00')]
    for (const bundle of bundles) {
      const refused = await verify(entityId, code.otpId, bundle)
      expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
      expect(refused.body.error.details[0].path).toBe('encryptedOtpBundle')
    }
    const reused = await verify(entityId, code.otpId, await seal(code, owner.key))
    expect([reused.status, reused.body.error.code]).toEqual([400, 'PUBLIC_KEY_INVALID'])
    const wrong = await verify(entityId, code.otpId, await seal({ ...code, otpCode: 'WRONG1' }))
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'OTP_INVALID'])
    await advance(301)
    const late = await verify(entityId, code.otpId, sealed)
    expect([late.status, late.body.error.code]).toEqual([401, 'OTP_EXPIRED'])
  })

  test('404: an unknown entity, and another partner’s', async () => {
    const foreign = await makeEntity(bff, bff.second)
    for (const entityId of [foreign, 'ent_01h455vb4pex5vsknk084sn02q']) {
      const refused = await verify(entityId, 'otp_x', '{}')
      expect([refused.status, refused.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    }
  })

  test('400: a token without its key or signature, or beside another proof; 401: one that is used or not ours', async () => {
    const owner = await newOwner()
    const { entityId } = owner
    const key = generateP256KeyPair()
    const code = await codeOf(owner)
    const verified = await verify(entityId, code.otpId, await seal(code, key))
    const honest = login(verified.body.data.verificationToken, key)
    const { publicKey, verificationToken, clientSignature } = honest
    const cases: [object, string, string][] = [
      [{ verificationToken, clientSignature }, 'FIELD_REQUIRED', 'publicKey'],
      [{ publicKey, verificationToken }, 'FIELD_REQUIRED', 'clientSignature'],
      [{ ...honest, oidcToken: 'a.b.c' }, 'FIELD_INVALID', 'verificationToken'],
      [{ ...honest, otpId: code.otpId }, 'FIELD_INVALID', 'verificationToken'],
      [{ ...honest, publicKey: key.publicKeyUncompressed }, 'PUBLIC_KEY_INVALID', 'publicKey'],
      [
        { ...honest, verificationToken: `${verificationToken}x` },
        'OTP_INVALID',
        'verificationToken',
      ],
      [
        { ...honest, clientSignature: { ...clientSignature, signature: '30' } },
        'OTP_INVALID',
        'verificationToken',
      ],
    ]
    for (const [body, expected, field] of cases) {
      const { error } = (await start(entityId, body)).body
      expect([error.code, error.details[0].path]).toEqual([expected, field])
    }
    expect((await start(entityId, honest)).status).toBe(200)
  })
})

describe('a session with the client’s own key', () => {
  test('200: a compressed publicKey and a code: a token in place of the bundle, 900 seconds to the second', async () => {
    const owner = await newOwner()
    const { entityId } = owner
    const key = generateP256KeyPair()
    const { otpId, otpCode } = await codeOf(owner)
    const { publicKey } = key
    const opened = await start(entityId, { publicKey, otpId, otpCode })
    expect([opened.status, opened.body.data.sessionPublicKey]).toEqual([200, publicKey])
    expect(opened.body.data).not.toHaveProperty('credentialBundle')
    const { createdAt, expiresAt } = opened.body.data
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(900_000)

    // Prepared beforehand, so that little real time passes in the last second.
    const base = path(entityId, 'create-wallet')
    const prepare = async () =>
      (await bff.post(`${base}/prepare`, { walletName: 'Timed' })).body.data
    const submit = ({ activityId, payloadToSign }: AnyBody) =>
      bff.post(`${base}/submit`, {
        activityId,
        payloadSignature: stampWithApiKey(payloadToSign, key),
        signatureType: 'ApiKey',
      })
    await advance(700)
    const [inTime, late] = [await prepare(), await prepare()]
    const { body } = await bff.get('/api/v1/sandbox/clock')
    const leftMs = Date.parse(expiresAt) - Date.parse(body.data.now)
    await advance(Math.floor(leftMs / 1000) - 1)
    expect((await submit(inTime)).status).toBe(200)
    await advance(2)
    const refused = await submit(late)
    expect([refused.status, refused.body.error.code]).toEqual([401, 'SESSION_EXPIRED'])
  })

  test('400: a key that is a credential of anyone already', async () => {
    const [owner, other] = [await newOwner(), await makeWallet(bff)]
    const { otpId, otpCode } = await codeOf(owner)
    for (const { publicKey } of [owner.key, other.key]) {
      const refused = await start(owner.entityId, { publicKey, otpId, otpCode })
      expect([refused.status, refused.body.error.code]).toEqual([400, 'PUBLIC_KEY_INVALID'])
    }
    const { publicKey } = generateP256KeyPair()
    expect((await start(owner.entityId, { publicKey, otpId, otpCode })).status).toBe(200)
  })
})
