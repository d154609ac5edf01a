import { decryptCredentialBundle, getPublicKey } from '@turnkey/crypto'
import {
  generateP256KeyPair,
  openCredentialBundle,
  publicKeyOf,
  bytesToHex,
  stampWithApiKey,
} from '@corridor/signing'
import { expect, test } from 'vitest'
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
import { vectorFile, type Vector } from '../../test/vectors.ts'

const { signer, advance, admin } = await openTestSigner()

async function newPerson() {
  const entityId = newId('ent')
  const contact = `${newId('p')}@example.com`
  const authId = newId('auth')
  const input = { entityId, partnerId, authId, authType: 'Email_Auth', contact }
  value(await signer.registerCredential(input))
  return { entityId, contact, authId }
}

async function code(person: { entityId: string; contact: string }) {
  const { entityId, contact } = person
  const issued = await signer.issueCode({ entityId, partnerId, channel: 'EMAIL', contact })
  const { otpId, code: otpCode } = value(issued)
  return { otpId, otpCode: otpCode ?? '' }
}

async function openFor(person: { entityId: string; contact: string }) {
  const target = generateP256KeyPair()
  const opened = value(
    await signer.openSession({
      entityId: person.entityId,
      targetPublicKey: target.publicKeyUncompressed,
      ...(await code(person)),
    }),
  )
  const privateKey = decryptCredentialBundle(opened.credentialBundle ?? '', target.privateKey)
  return { ...opened, key: { privateKey, publicKey: opened.sessionPublicKey } }
}

const createWallet = { walletName: 'Main', accounts: [evmAccount()] }

test('the public client opens the bundle and finds the session key in it', async () => {
  const person = await newPerson()
  const target = generateP256KeyPair()
  const opened = value(
    await signer.openSession({
      entityId: person.entityId,
      targetPublicKey: target.publicKeyUncompressed,
      ...(await code(person)),
    }),
  )
  expect(opened.authId).toBe(person.authId)
  expect(Date.parse(opened.expiresAt) - Date.parse(opened.createdAt)).toBe(900_000)
  const scalar = decryptCredentialBundle(opened.credentialBundle ?? '', target.privateKey)
  expect(bytesToHex(getPublicKey(scalar, true))).toBe(opened.sessionPublicKey)
  const own = value(await openCredentialBundle(opened.credentialBundle ?? '', target.privateKey))
  expect(publicKeyOf(own)).toBe(opened.sessionPublicKey)
  const { rows } = await admin.query(
    `select string_agg(t::text, ' ') as everything
       from (select row_to_json(c)::text as t from signer.credential c) x`,
  )
  expect(rows[0].everything).not.toContain(scalar)
})

type BundleVector = Vector & {
  recipientPrivateKeyHex: string
  recipientPublicKeyUncompressedHex: string
}
const bundles = vectorFile<{ vectors: BundleVector[] }>('credential-bundle').vectors
const recipients = new Map(
  bundles
    .filter((bundle) => bundle.valid)
    .map((bundle) => [bundle.recipientPublicKeyUncompressedHex, bundle.recipientPrivateKeyHex]),
)

test.each([...recipients])(
  'a session sealed to the published recipient %s opens with its key and no other',
  async (targetPublicKey, privateKey) => {
    const person = await newPerson()
    const { entityId } = person
    const otp = await code(person)
    const opened = value(await signer.openSession({ entityId, targetPublicKey, ...otp }))
    const scalar = decryptCredentialBundle(opened.credentialBundle ?? '', privateKey)
    expect(bytesToHex(getPublicKey(scalar, true))).toBe(opened.sessionPublicKey)
    const other = generateP256KeyPair().privateKey
    expect(await openCredentialBundle(opened.credentialBundle ?? '', other)).toEqual({
      ok: false,
      failure: 'OPEN_FAILED',
    })
  },
)

test('a session signs at 899 seconds and is refused at 900, however busy it was', async () => {
  const person = await newPerson()
  const { key } = await openFor(person)
  const who = { entityId: person.entityId, key }
  value(await run(signer, who, 'ACTIVITY_TYPE_CREATE_WALLET', createWallet))
  await advance(898)
  value(await run(signer, who, 'ACTIVITY_TYPE_CREATE_WALLET', createWallet))
  await advance(2)
  const late = await run(signer, who, 'ACTIVITY_TYPE_CREATE_WALLET', createWallet)
  expect(failure(late).code).toBe('SESSION_EXPIRED')
  // Still so once a further session has tidied up.
  await openFor(person)
  const later = await run(signer, who, 'ACTIVITY_TYPE_CREATE_WALLET', createWallet)
  expect(failure(later).code).toBe('SESSION_EXPIRED')
})

test('the end of a session is judged at submit, not at prepare', async () => {
  const person = await newPerson()
  const { key } = await openFor(person)
  await advance(890)
  const activityId = newId('act')
  const { entityId } = person
  const type = 'ACTIVITY_TYPE_CREATE_WALLET'
  const parameters = createWallet
  const { payload } = value(
    await signer.prepare({ activityId, entityId, partnerId, type, parameters }),
  )
  const stamp = stampWithApiKey(payload, key)
  await advance(15)
  const executed = await signer.execute({ activityId, entityId, stamp, signatureType: 'ApiKey' })
  expect(failure(executed)).toEqual({ code: 'SESSION_EXPIRED', reason: 'SESSION_EXPIRED' })
})

test('the eleventh session revokes the oldest', async () => {
  const { entityId, key } = await newEntity(signer)
  const person = { entityId }
  const sessions = []
  for (let opened = 0; opened < 11; opened++) {
    // Three codes go to one address in the time that sessions live: eleven need four addresses.
    const contact = `${entityId}-${opened % 4}@example.com`
    const method = { authType: 'Email_Auth', contact }
    value(await run(signer, { entityId, key }, 'ACTIVITY_TYPE_CREATE_AUTH_METHOD', method))
    sessions.push(await openFor({ entityId, contact }))
    await advance(1)
  }
  const running = (await signer.listCredentials(person.entityId)).sessions
  expect(running.map((session) => session.sessionId)).toEqual(
    sessions.slice(1).map((session) => session.sessionId),
  )
  expect(sessions.map((session) => session.revokedSessionIds)).toEqual([
    ...Array.from({ length: 10 }, () => []),
    [sessions[0]?.sessionId],
  ])
  const oldest = sessions[0]
  if (!oldest) expect.fail('no session')
  const who = { entityId: person.entityId, key: oldest.key }
  const refused = failure(await run(signer, who, 'ACTIVITY_TYPE_CREATE_WALLET', createWallet))
  expect(refused).toEqual({ code: 'SIGNATURE_INVALID', reason: 'KEY_REVOKED' })
})

test.each([
  ['compressed', () => generateP256KeyPair().publicKey],
  ['prefixed', () => `0x${generateP256KeyPair().publicKeyUncompressed}`],
  ['cut short', () => generateP256KeyPair().publicKeyUncompressed.slice(0, 128)],
  ['in upper case', () => generateP256KeyPair().publicKeyUncompressed.toUpperCase()],
  ['not on the curve', () => `04${'11'.repeat(64)}`],
  ['the point at infinity', () => `04${'00'.repeat(64)}`],
  ['empty', () => ''],
])('a target key that is %s is refused, and the code stays good', async (_name, key) => {
  const person = await newPerson()
  const otp = await code(person)
  const { entityId } = person
  const refused = await signer.openSession({ entityId, targetPublicKey: key(), ...otp })
  expect(failure(refused).code).toBe('PUBLIC_KEY_INVALID')
  const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
  value(await signer.openSession({ entityId, targetPublicKey, ...otp }))
})

test('a target key is good for one session of the whole service', async () => {
  const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
  const [first, second] = [await newPerson(), await newPerson()]
  const openWith = async (person: typeof first) => {
    const { entityId } = person
    return signer.openSession({ entityId, targetPublicKey, ...(await code(person)) })
  }
  value(await openWith(first))
  expect(failure(await openWith(first)).reason).toBe('KEY_REUSED')
  expect(failure(await openWith(second)).reason).toBe('KEY_REUSED')
})

test('of parallel uses of one code one opens a session', async () => {
  const person = await newPerson()
  const otp = await code(person)
  const { entityId } = person
  const opened = await Promise.all(
    Array.from({ length: 50 }, () =>
      signer.openSession({
        entityId,
        targetPublicKey: generateP256KeyPair().publicKeyUncompressed,
        ...otp,
      }),
    ),
  )
  expect(opened.filter((opening) => opening.ok)).toHaveLength(1)
})

test('the first session makes the method active, later ones leave it so', async () => {
  const person = await newPerson()
  const statusOf = async () =>
    (await signer.listCredentials(person.entityId)).authMethods[0]?.status
  expect(await statusOf()).toBe('PENDING_VERIFICATION')
  expect((await openFor(person)).authActivated).toBe(true)
  expect(await statusOf()).toBe('ACTIVE')
  expect((await openFor(person)).authActivated).toBe(false)
})

test('a revoked session is over at once', async () => {
  const person = await newPerson()
  const { sessionId, key } = await openFor(person)
  const { entityId } = person
  const foreign = await newEntity(signer)
  expect(failure(await signer.revokeSession({ entityId: foreign.entityId, sessionId })).code).toBe(
    'RECORD_NOT_FOUND',
  )
  value(await signer.revokeSession({ entityId, sessionId }))
  expect(failure(await signer.revokeSession({ entityId, sessionId })).code).toBe('RECORD_NOT_FOUND')
  const refused = await run(signer, { entityId, key }, 'ACTIVITY_TYPE_CREATE_WALLET', createWallet)
  expect(failure(refused)).toEqual({ code: 'SIGNATURE_INVALID', reason: 'KEY_REVOKED' })
  expect((await signer.listCredentials(entityId)).sessions).toEqual([])
})
