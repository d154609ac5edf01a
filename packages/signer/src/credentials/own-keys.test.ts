import {
  encryptOtpCodeToBundle,
  verifyOtpVerificationToken,
  verifySessionJwtSignature,
} from '@turnkey/crypto'
import {
  CLIENT_SIGNATURE_SCHEME,
  generateP256KeyPair,
  loginMessage,
  openOtpTarget,
  parseApiKeyStamp,
  sealOtpCode,
  stampWithApiKey,
  verifySessionJwt,
  type P256KeyPair,
} from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import {
  evmAccount,
  failure,
  newEntity,
  newId,
  openTestSigner,
  partnerId,
  run,
  value,
} from '../../test/harness.ts'

const { signer, advance, admin, setTime } = await openTestSigner()
const serviceKey = await signer.exportPublicKey()

type Person = { entityId: string; contact: string; authId: string }

async function newPerson(contact = `${newId('p')}@example.com`): Promise<Person> {
  const [entityId, authId] = [newId('ent'), newId('auth')]
  const input = { entityId, partnerId, authId, authType: 'Email_Auth', contact }
  value(await signer.registerCredential(input))
  return { entityId, contact, authId }
}

async function codeOf({ entityId, contact }: Person) {
  const issued = await signer.issueCode({ entityId, partnerId, channel: 'EMAIL', contact })
  const { otpId, code, otpEncryptionTargetBundle } = value(issued)
  return { otpId, otpCode: code ?? '', otpEncryptionTargetBundle }
}

const seal = (
  { otpCode, otpEncryptionTargetBundle }: { otpCode: string; otpEncryptionTargetBundle: string },
  { publicKey }: P256KeyPair,
) => encryptOtpCodeToBundle(otpCode, otpEncryptionTargetBundle, publicKey, serviceKey)

async function verified(person: Person, key: P256KeyPair) {
  const code = await codeOf(person)
  const { otpId } = code
  const encryptedOtpBundle = await seal(code, key)
  return value(await signer.verifyCode({ entityId: person.entityId, otpId, encryptedOtpBundle }))
}

const claimsOf = (token: string): Record<string, string> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64').toString())

/** The login proof, as the public clients make it. */
function login(verificationToken: string, key: P256KeyPair, change: Record<string, string> = {}) {
  const tokenId = claimsOf(verificationToken)['id'] ?? ''
  const message = loginMessage({ publicKey: key.publicKey, tokenId })
  const stamp = parseApiKeyStamp(stampWithApiKey(change['message'] ?? message, key))
  if (!stamp.ok) throw new Error(stamp.failure)
  const { publicKey } = key
  const { signature } = stamp.value
  const scheme = CLIENT_SIGNATURE_SCHEME
  return {
    publicKey,
    verificationToken,
    clientSignature: { publicKey, scheme, message, signature, ...change },
  }
}

const wallet = () => ({ walletName: 'Main', accounts: [evmAccount()] })

describe('the second form of a code', () => {
  test('the public client seals it, the token is good for one session of its own key', async () => {
    const person = await newPerson()
    const { entityId, contact, authId } = person
    const key = generateP256KeyPair()
    const { verificationToken, expiresAt } = await verified(person, key)
    expect(await verifyOtpVerificationToken(verificationToken, serviceKey)).toEqual({
      id: expect.stringMatching(/^vtk_/),
      verification_type: 'OTP_TYPE_EMAIL',
      contact,
      organization_id: entityId,
      public_key: key.publicKey,
      exp: String(Date.parse(expiresAt)),
    })
    const opened = value(await signer.openSession({ entityId, ...login(verificationToken, key) }))
    expect(opened).toMatchObject({ sessionPublicKey: key.publicKey, authId, authActivated: true })
    expect(opened.credentialBundle).toBeUndefined()
    const who = { entityId, key }
    value(await run(signer, who, 'ACTIVITY_TYPE_CREATE_WALLET', wallet()))

    const again = await signer.openSession({ entityId, ...login(verificationToken, key) })
    expect(failure(again)).toEqual({ code: 'PUBLIC_KEY_INVALID', reason: 'KEY_REUSED' })
    // Whoever makes the database forget the ended session and its key still finds the token used.
    await advance(900)
    const { otpId, otpCode } = await codeOf(person)
    const { publicKey } = generateP256KeyPair()
    value(await signer.openSession({ entityId, publicKey, otpId, otpCode }))
    await admin.query('delete from signer.used_target_key')
    await admin.query('delete from signer.credential where public_key = $1', [
      Buffer.from(key.publicKey, 'hex'),
    ])
    const used = await signer.openSession({ entityId, ...login(verificationToken, key) })
    expect(failure(used)).toEqual({ code: 'OTP_INVALID', reason: 'TOKEN_REUSED' })
  })

  test('the target is signed by the service, and each code has its own', async () => {
    const person = await newPerson()
    const [first, second] = [await codeOf(person), await codeOf(person)]
    const targets = [first, second].map(({ otpEncryptionTargetBundle: bundle }) => {
      expect(openOtpTarget(bundle, generateP256KeyPair().publicKeyUncompressed).ok).toBe(false)
      return value(openOtpTarget(bundle, serviceKey))
    })
    expect(targets[0]).not.toBe(targets[1])
    const { entityId } = person
    const encryptedOtpBundle = await seal(second, generateP256KeyPair())
    const foreign = await signer.verifyCode({ entityId, otpId: first.otpId, encryptedOtpBundle })
    expect(failure(foreign)).toEqual({ code: 'FIELD_INVALID', reason: 'encryptedOtpBundle' })
  })

  test('counts wrong codes as the first form does, and takes a right one once', async () => {
    const person = await newPerson()
    const { entityId } = person
    const code = await codeOf(person)
    const wrong = { ...code, otpCode: code.otpCode === '000000' ? '111111' : '000000' }
    const verify = async (sent: typeof code) => {
      const encryptedOtpBundle = await seal(sent, generateP256KeyPair())
      return signer.verifyCode({ entityId, otpId: code.otpId, encryptedOtpBundle })
    }
    expect(failure(await verify(wrong)).code).toBe('OTP_INVALID')
    expect(failure(await verify(wrong)).code).toBe('OTP_INVALID')
    // The third try is by the other form: it is the same counter.
    const { otpId } = code
    const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
    const third = { entityId, targetPublicKey, otpId, otpCode: wrong.otpCode }
    expect(failure(await signer.openSession(third)).code).toBe('OTP_INVALID')
    expect(failure(await verify(code)).code).toBe('OTP_INVALID')

    const fresh = await codeOf(person)
    const encryptedOtpBundle = await seal(fresh, generateP256KeyPair())
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        signer.verifyCode({ entityId, otpId: fresh.otpId, encryptedOtpBundle }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const late = await codeOf(person)
    await advance(300)
    const sealed = await seal(late, generateP256KeyPair())
    const expired = { entityId, otpId: late.otpId, encryptedOtpBundle: sealed }
    expect(failure(await signer.verifyCode(expired)).code).toBe('OTP_EXPIRED')
    await advance(600)
  })

  test('an unknown contact or entity gets a target like any other, and no code is right', async () => {
    const stranger = { ...(await newPerson()), contact: `${newId('unknown')}@example.com` }
    for (const asked of [stranger, { ...stranger, entityId: newId('ent') }]) {
      const { otpId, otpEncryptionTargetBundle } = await codeOf(asked)
      const target = value(openOtpTarget(otpEncryptionTargetBundle, serviceKey))
      const { publicKey } = generateP256KeyPair()
      const encryptedOtpBundle = await sealOtpCode(target, { otpCode: '123456', publicKey })
      const { entityId } = asked
      const refused = await signer.verifyCode({ entityId, otpId, encryptedOtpBundle })
      expect(failure(refused).code).toBe('OTP_INVALID')
    }
  })

  test.each([
    ['nothing', ''],
    ['no JSON', 'x'],
    ['other members', '{"enc":"","ct":""}'],
    ['a key off the curve', `{"encappedPublic":"04${'11'.repeat(64)}","ciphertext":"00"}`],
  ])('a bundle that is %s is refused and costs no try', async (_name, encryptedOtpBundle) => {
    const person = await newPerson()
    const code = await codeOf(person)
    const { otpId } = code
    const { entityId } = person
    for (let tries = 0; tries < 4; tries++) {
      const refused = await signer.verifyCode({ entityId, otpId, encryptedOtpBundle })
      expect(failure(refused)).toEqual({ code: 'FIELD_INVALID', reason: 'encryptedOtpBundle' })
    }
    const sealed = await seal(code, generateP256KeyPair())
    value(await signer.verifyCode({ entityId, otpId, encryptedOtpBundle: sealed }))
  })

  test('a contact that plain base64 readers would stumble over is escaped', async () => {
    const person = await newPerson(`ä?~${newId('p')}@example.com`)
    const { verificationToken } = await verified(person, generateP256KeyPair())
    expect(verificationToken.split('.')[1]).not.toMatch(/[-_]/)
    expect(claimsOf(verificationToken)['contact']).toMatch(/^%c3%a4%3f%7ep_/)
  })

  test('a token ends after an hour, and with its method', async () => {
    const person = await newPerson()
    const { entityId } = person
    const key = generateP256KeyPair()
    const { verificationToken } = await verified(person, key)
    await advance(3600)
    const late = await signer.openSession({ entityId, ...login(verificationToken, key) })
    expect(failure(late).code).toBe('OTP_EXPIRED')

    const owner = await newEntity(signer)
    const contact = `${owner.entityId}@example.com`
    const method = { authType: 'Email_Auth', contact }
    const added = await run(signer, owner, 'ACTIVITY_TYPE_CREATE_AUTH_METHOD', method)
    const authId = String(value(added).result['authId'])
    const token = await verified({ ...owner, contact, authId }, key)
    value(await run(signer, owner, 'ACTIVITY_TYPE_REVOKE_AUTH_METHOD', { authId }))
    const { entityId: ownerId } = owner
    const refused = await signer.openSession({
      entityId: ownerId,
      ...login(token.verificationToken, key),
    })
    expect(failure(refused)).toEqual({ code: 'OTP_INVALID', reason: 'METHOD_ENDED' })
  })

  type Changed = Parameters<typeof signer.openSession>[0]
  const forgeries: [string, (honest: Changed, key: P256KeyPair) => Changed | Promise<Changed>][] = [
    ['another key', (honest) => ({ ...honest, publicKey: generateP256KeyPair().publicKey })],
    [
      'a signature by another key',
      (honest) => {
        const other = generateP256KeyPair()
        const { verificationToken = '' } = honest as { verificationToken?: string }
        const { clientSignature } = login(verificationToken, other)
        return { ...honest, clientSignature }
      },
    ],
    [
      'the login of another token',
      (honest, key) => {
        const { verificationToken = '' } = honest as { verificationToken?: string }
        const message = loginMessage({ publicKey: key.publicKey, tokenId: 'vtk_other' })
        return { ...honest, ...login(verificationToken, key, { message }) }
      },
    ],
    [
      'another scheme',
      (honest, key) => {
        const { verificationToken = '' } = honest as { verificationToken?: string }
        return { ...honest, ...login(verificationToken, key, { scheme: 'OTHER' }) }
      },
    ],
    [
      'a bit of the token',
      (honest) => {
        const { verificationToken = '' } = honest as { verificationToken?: string }
        const last = verificationToken.at(-1) === 'A' ? 'Q' : 'A'
        return { ...honest, verificationToken: verificationToken.slice(0, -1) + last }
      },
    ],
    ['another entity', async (honest) => ({ ...honest, entityId: (await newPerson()).entityId })],
  ]
  test.each(forgeries)('a token with %s is refused, and stays good', async (_name, change) => {
    const person = await newPerson()
    const { entityId } = person
    const key = generateP256KeyPair()
    const { verificationToken } = await verified(person, key)
    const honest = { entityId, ...login(verificationToken, key) }
    const refused = await signer.openSession(await change(honest, key))
    expect(failure(refused).code).toBe('OTP_INVALID')
    value(await signer.openSession(honest))
  })

  test('of parallel uses of one token one opens a session', async () => {
    const person = await newPerson()
    const { entityId } = person
    const key = generateP256KeyPair()
    const { verificationToken } = await verified(person, key)
    const honest = { entityId, ...login(verificationToken, key) }
    const opened = await Promise.all(Array.from({ length: 10 }, () => signer.openSession(honest)))
    expect(opened.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('a session with the client’s own key', () => {
  async function open(person: Person, key: P256KeyPair) {
    const { otpId, otpCode } = await codeOf(person)
    const { entityId } = person
    return signer.openSession({ entityId, publicKey: key.publicKey, otpId, otpCode })
  }

  test('has a token of its 15 minutes that the public client verifies, and no bundle', async () => {
    const person = await newPerson()
    const { entityId } = person
    const key = generateP256KeyPair()
    const opened = value(await open(person, key))
    expect(opened.credentialBundle).toBeUndefined()
    const { sessionToken = '', expiresAt, createdAt } = opened
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(900_000)
    expect(await verifySessionJwtSignature(sessionToken, serviceKey)).toBe(true)
    const nowMs = Date.parse(createdAt)
    expect(value(verifySessionJwt(sessionToken, { signerPublicKey: serviceKey, nowMs }))).toEqual({
      exp: Math.floor(Date.parse(expiresAt) / 1000),
      public_key: key.publicKey,
      session_type: 'SESSION_TYPE_READ_WRITE',
      user_id: entityId,
      organization_id: entityId,
    })
  })

  test('signs at 899 seconds and is refused at 900', async () => {
    const person = await newPerson()
    const { entityId } = person
    const key = generateP256KeyPair()
    const { createdAt } = value(await open(person, key))
    const at = (seconds: number) =>
      setTime(new Date(Date.parse(createdAt) + seconds * 1000).toISOString())
    await at(899)
    value(await run(signer, { entityId, key }, 'ACTIVITY_TYPE_CREATE_WALLET', wallet()))
    await at(900)
    const late = await run(signer, { entityId, key }, 'ACTIVITY_TYPE_CREATE_WALLET', wallet())
    expect(failure(late).code).toBe('SESSION_EXPIRED')
  })

  test('is not opened with a key that was anyone’s before', async () => {
    const [person, other] = [await newPerson(), await newPerson()]
    const owner = await newEntity(signer)
    const used = generateP256KeyPair()
    value(await open(person, used))
    const target = generateP256KeyPair()
    const { otpId, otpCode } = await codeOf(person)
    const { entityId } = person
    const targetPublicKey = target.publicKeyUncompressed
    value(await signer.openSession({ entityId, targetPublicKey, otpId, otpCode }))
    const reused = { code: 'PUBLIC_KEY_INVALID', reason: 'KEY_REUSED' }
    const honest = generateP256KeyPair()
    const code = await codeOf(other)
    for (const key of [owner.key, used, target]) {
      const { publicKey } = key
      const asked = { entityId: other.entityId, publicKey, ...code }
      expect(failure(await signer.openSession(asked))).toEqual(reused)
      const encryptedOtpBundle = await seal(code, key)
      const asksToken = { entityId: other.entityId, otpId: code.otpId, encryptedOtpBundle }
      expect(failure(await signer.verifyCode(asksToken))).toEqual(reused)
    }
    // Nor is anything sealed to the key of a session.
    const sealedTo = {
      entityId: other.entityId,
      targetPublicKey: used.publicKeyUncompressed,
      ...code,
    }
    expect(failure(await signer.openSession(sealedTo))).toEqual(reused)
    const asked = { entityId: other.entityId, publicKey: honest.publicKey, ...code }
    value(await signer.openSession(asked))
  })

  test.each([
    ['uncompressed', (key: P256KeyPair) => key.publicKeyUncompressed],
    ['in upper case', (key: P256KeyPair) => key.publicKey.toUpperCase()],
    ['prefixed', (key: P256KeyPair) => `0x${key.publicKey}`],
    ['off the curve', () => `02${'f'.repeat(64)}`],
    ['empty', () => ''],
  ])('is not opened with one that is %s', async (_name, keyOf) => {
    const person = await newPerson()
    const code = await codeOf(person)
    const publicKey = keyOf(generateP256KeyPair())
    const refused = await signer.openSession({ entityId: person.entityId, publicKey, ...code })
    expect(failure(refused)).toEqual({ code: 'PUBLIC_KEY_INVALID', reason: 'MALFORMED_KEY' })
  })
})
