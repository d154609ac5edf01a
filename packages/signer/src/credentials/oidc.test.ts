import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet } from 'jose'
import {
  generateP256KeyPair,
  oidcNonceMatches,
  oidcNonceText,
  stampWithApiKey,
} from '@corridor/signing'
import { beforeEach, describe, expect, test } from 'vitest'
import { failure, newEntity, newId, openTestSigner, partnerId, value } from '../../test/harness.ts'
import { vectorFile, type Vector } from '../../test/vectors.ts'
import { createSigner } from '../index.ts'
import { oidcTokenHash, verifyOidcToken } from './oidc.ts'

type OidcVector = Vector & {
  evaluateAtUnix: number
  issuer: string
  audience: string
  ephemeralPublicKeyHex: string
  oidcToken: string
}
const file = vectorFile<{ jwks: JSONWebKeySet; vectors: OidcVector[] }>('oidc-nonce')
const keys = createLocalJWKSet(file.jwks)
const issuersOf = (vector: OidcVector) => [
  { issuer: vector.issuer, audiences: [vector.audience], keys },
]

describe('published tokens, verified without skew', () => {
  test.each(file.vectors)('$id', async (vector) => {
    const now = new Date(vector.evaluateAtUnix * 1000)
    const claims = await verifyOidcToken(vector.oidcToken, issuersOf(vector), now, 0)
    if (!claims.ok) {
      expect(vector.valid).toBe(false)
      expect(claims.failure).toEqual({ code: 'OIDC_TOKEN_INVALID', reason: vector.reason })
      return
    }
    const matches = oidcNonceMatches(claims.value.nonce, vector.ephemeralPublicKeyHex)
    expect(matches).toBe(vector.valid)
    if (!matches) expect(vector.reason).toBe('NONCE_MISMATCH')
  })
})

const { signer, deps, setTime, allow, admin } = await openTestSigner()
const forgetTokens = () => admin.query('delete from signer.used_oidc_token')
beforeEach(forgetTokens)

const nowUnix = Date.parse('2026-01-01T00:00:00Z') / 1000
const pair = await generateKeyPair('ES256')
const issuer = 'https://own.example'
const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256' }] }
const ownKeys = createLocalJWKSet(jwks)

/** A token of the test's own issuer at the test's own time. */
const tokenFor = (sub: string, nonce: string | undefined = 'none') =>
  new SignJWT({ nonce })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuer(issuer)
    .setAudience('client')
    .setSubject(sub)
    .setJti(newId('jti'))
    .setIssuedAt(nowUnix)
    .setExpirationTime(nowUnix + 300)
    .sign(pair.privateKey)

async function allowOwn(audiences = ['client']) {
  await setTime('2026-01-01T00:00:00Z')
  await allow({ issuer, audiences, keys: ownKeys })
}

const registration = (oidcToken: string) => ({
  entityId: newId('ent'),
  partnerId,
  authId: newId('auth'),
  authType: 'OAuth',
  name: 'Example',
  oidcToken,
})

/** A person registered at the issuer of the vectors. */
async function registerPerson(vector: OidcVector) {
  await setTime(new Date(vector.evaluateAtUnix * 1000).toISOString())
  await allow({ issuer: vector.issuer, audiences: [vector.audience], keys })
  const input = registration(file.vectors[0]?.oidcToken ?? '')
  value(await signer.registerCredential(input))
  // The vectors have one sound token for registration and session.
  await forgetTokens()
  return input.entityId
}

describe('published tokens, opening sessions', () => {
  // The refused ones first: a target key that opened a session is spent.
  const ordered = file.vectors.toSorted((left, right) => Number(left.valid) - Number(right.valid))
  test.each(ordered)('$id', async (vector) => {
    const entityId = await registerPerson(vector)
    // The service allows a minute of skew, which the one expired by a second must not profit from.
    const late = vector.id === 'bad-expired' ? 61 : 0
    await setTime(new Date((vector.evaluateAtUnix + late) * 1000).toISOString())
    const { ephemeralPublicKeyHex: targetPublicKey, oidcToken } = vector
    const opened = await signer.openSession({ entityId, targetPublicKey, oidcToken })
    if (vector.valid) {
      expect(value(opened).credentialBundle?.length).toBeGreaterThan(100)
      return
    }
    const code = vector.reason === 'NONCE_MISMATCH' ? 'OIDC_NONCE_MISMATCH' : 'OIDC_TOKEN_INVALID'
    expect(failure(opened)).toEqual({ code, reason: vector.reason })
  })
})

describe('a token has one use', () => {
  test('it opens one session only, and never for another person or entity', async () => {
    await allowOwn()
    const register = async (sub: string) => {
      const input = registration(await tokenFor(sub))
      const first = value(await signer.registerCredential(input))
      // The same request again finds the same method.
      expect(value(await signer.registerCredential(input))).toEqual(first)
      return input.entityId
    }
    const [alice, bob] = [await register('alice'), await register('bob')]

    const key = generateP256KeyPair().publicKeyUncompressed
    const oidcToken = await tokenFor('alice', oidcNonceText(key))
    const foreign = await signer.openSession({ entityId: bob, targetPublicKey: key, oidcToken })
    expect(failure(foreign).reason).toBe('SUBJECT_MISMATCH')
    value(await signer.openSession({ entityId: alice, targetPublicKey: key, oidcToken }))
    for (let repeat = 0; repeat < 3; repeat++) {
      const again = await signer.openSession({ entityId: alice, targetPublicKey: key, oidcToken })
      expect(failure(again).code).toBe('PUBLIC_KEY_INVALID')
    }
    // Also where the target key is not remembered, the token is.
    await admin.query('delete from signer.used_target_key')
    const spent = await signer.openSession({ entityId: alice, targetPublicKey: key, oidcToken })
    expect(failure(spent).reason).toBe('TOKEN_REUSED')
    // Parallel first uses of one token: one session.
    const other = generateP256KeyPair().publicKeyUncompressed
    const token = await tokenFor('alice', oidcNonceText(other))
    const parallel = await Promise.all(
      Array.from({ length: 20 }, () =>
        signer.openSession({ entityId: alice, targetPublicKey: other, oidcToken: token }),
      ),
    )
    expect(parallel.filter((attempt) => attempt.ok)).toHaveLength(1)
  })

  test('one that registered a method opens no session and registers no other', async () => {
    await allowOwn()
    const key = generateP256KeyPair().publicKeyUncompressed
    const oidcToken = await tokenFor('carol', oidcNonceText(key))
    const first = registration(oidcToken)
    value(await signer.registerCredential(first))
    const other = { ...first, entityId: newId('ent'), authId: newId('auth') }
    expect(failure(await signer.registerCredential(other)).reason).toBe('TOKEN_REUSED')
    const session = { entityId: first.entityId, targetPublicKey: key, oidcToken }
    expect(failure(await signer.openSession(session)).reason).toBe('TOKEN_REUSED')
  })

  test('the second form of its signature is the same token', async () => {
    await allowOwn()
    const oidcToken = await tokenFor('dora')
    const twin = withNegatedS(oidcToken)
    expect(twin).not.toBe(oidcToken)
    expect(oidcTokenHash(twin)).toEqual(oidcTokenHash(oidcToken))
    // It is a sound signature, which is why the content is what counts.
    const [first, two] = [registration(oidcToken), registration(twin)]
    value(await signer.registerCredential(two))
    expect(failure(await signer.registerCredential(first)).reason).toBe('TOKEN_REUSED')
  })

  test('prepare does not spend it, the submit that carries it again does', async () => {
    await allowOwn()
    const owner = await newEntity(signer)
    const key = generateP256KeyPair().publicKeyUncompressed
    const oidcToken = await tokenFor('erin', oidcNonceText(key))
    const prepared = await Promise.all([prepare(owner, oidcToken), prepare(owner, oidcToken)])
    const [first, second] = prepared
    if (!first || !second) expect.fail('not prepared')

    const otherToken = await tokenFor('erin', 'another')
    const swapped = await submit(owner, first, otherToken)
    expect(failure(swapped)).toEqual({ code: 'FIELD_INVALID', reason: 'activityId' })
    const added = value(await submit(owner, first, oidcToken))
    expect(added).toMatchObject({ authType: 'OAuth', status: 'ACTIVE' })
    // The stored answer is given again, however old the token has become.
    await setTime('2026-01-01T01:00:00Z')
    expect(value(await submit(owner, first, oidcToken))).toEqual(added)
    await setTime('2026-01-01T00:01:00Z')
    expect(failure(await submit(owner, second, oidcToken)).reason).toBe('TOKEN_REUSED')
    const session = { entityId: owner.entityId, targetPublicKey: key, oidcToken }
    expect(failure(await signer.openSession(session)).reason).toBe('TOKEN_REUSED')
  })

  test('one used for a session meanwhile registers nothing, nor one of a removed issuer', async () => {
    await allowOwn()
    const owner = await newEntity(signer)
    const oidcToken = await tokenFor('frank')
    const activityId = await prepare(owner, oidcToken)
    await signer.removeIssuer({ partnerId, issuer })
    expect(failure(await submit(owner, activityId, oidcToken)).reason).toBe('ISSUER_MISMATCH')
    await allowOwn()
    value(await signer.registerCredential(registration(oidcToken)))
    expect(failure(await submit(owner, activityId, oidcToken)).reason).toBe('TOKEN_REUSED')
    const again = { ...owner, activityId: newId('act') }
    const refused = await signer.prepare(preparation(again, oidcToken))
    expect(failure(refused).reason).toBe('TOKEN_REUSED')
  })

  type Owner = Awaited<ReturnType<typeof newEntity>>
  const stamps = new Map<string, string>()

  const preparation = (owner: { entityId: string; activityId: string }, oidcToken: string) => ({
    activityId: owner.activityId,
    entityId: owner.entityId,
    partnerId,
    type: 'ACTIVITY_TYPE_CREATE_AUTH_METHOD' as const,
    parameters: { authType: 'OAuth', name: 'Example', oidcToken },
  })

  async function prepare(owner: Owner, oidcToken: string): Promise<string> {
    const activityId = newId('act')
    const input = preparation({ entityId: owner.entityId, activityId }, oidcToken)
    const prepared = value(await signer.prepare(input))
    expect(prepared.payload).not.toContain(oidcToken)
    stamps.set(activityId, stampWithApiKey(prepared.payload, owner.key))
    return activityId
  }

  function submit(owner: Owner, activityId: string, oidcToken: string) {
    const stamp = stamps.get(activityId) ?? ''
    return signer.registerCredential({
      ...registration(oidcToken),
      entityId: owner.entityId,
      authorisation: { activityId, stamp, signatureType: 'ApiKey' },
    })
  }
})

describe('issuers', () => {
  test('what is removed signs nobody in, and what runs goes on', async () => {
    await allowOwn()
    const input = registration(await tokenFor('grace'))
    value(await signer.registerCredential(input))
    const { entityId } = input
    const open = async () => {
      const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
      const oidcToken = await tokenFor('grace', oidcNonceText(targetPublicKey))
      return signer.openSession({ entityId, targetPublicKey, oidcToken })
    }
    value(await open())
    value(await signer.removeIssuer({ partnerId, issuer }))
    expect(failure(await open()).reason).toBe('ISSUER_MISMATCH')
    expect((await signer.listCredentials(entityId)).sessions).toHaveLength(1)
    expect(failure(await signer.removeIssuer({ partnerId, issuer })).code).toBe('RECORD_NOT_FOUND')
    await allowOwn(['other'])
    expect(failure(await open()).reason).toBe('AUDIENCE_MISMATCH')
    await allowOwn(['other', 'client'])
    value(await open())
  })

  test('one partner’s are not another’s', async () => {
    await allowOwn()
    const theirs = { ...registration(await tokenFor('heidi')), partnerId: 'par_other' }
    expect(failure(await signer.registerCredential(theirs)).reason).toBe('ISSUER_MISMATCH')
    expect(await signer.listIssuers('par_other')).toEqual([])
  })

  test.each([
    'http://own.example',
    'https://own.example?',
    'https://own.example/?a=b',
    'https://own.example#',
    'https://user@own.example',
    'https://user:pass@own.example',
    'https://OWN.example',
    'https://own.example:443',
    'https://own.example/a/../b',
    ' https://own.example',
    'https://own.example/ü',
    `https://own.example/${'a'.repeat(200)}`,
    'own.example',
    'urn:own',
    'javascript:alert(1)',
    '',
  ])('%j is no issuer', async (text) => {
    const asked = { partnerId: 'par_shapes', issuer: text, audiences: ['client'] }
    expect(failure(await signer.allowIssuer(asked)).reason).toBe('issuer')
  })

  test.each([
    ['none', []],
    ['eleven', Array.from({ length: 11 }, (_, index) => `a${index}`)],
    ['an empty one', ['']],
    ['a long one', ['a'.repeat(201)]],
    ['one with a space', ['a b']],
    ['one twice', ['a', 'a']],
  ])('audiences: %s', async (_, audiences) => {
    const asked = { partnerId: 'par_shapes', issuer, audiences }
    expect(failure(await signer.allowIssuer(asked)).reason).toBe('audiences')
  })

  test('twenty of a partner, each once, also where they are added at the same time', async () => {
    const own = { partnerId: 'par_many' }
    const add = (text: string) => signer.allowIssuer({ ...own, issuer: text, audiences: ['a'] })
    const urls = Array.from({ length: 20 }, (_, index) => `https://own.example/${index}/`)
    const added = await Promise.all([...urls, ...urls].map(add))
    expect(added.filter((item) => value(item).isChanged)).toHaveLength(20)
    expect((await signer.listIssuers('par_many')).map((item) => item.issuer).toSorted()).toEqual(
      urls.toSorted(),
    )
    expect(failure(await add('https://one.more.example')).reason).toBe('issuer')
  })

  test('those that every partner allows come with their keys and stay', async () => {
    const common = { issuer, audiences: ['client'], keys: jwks.keys }
    const other = createSigner({ ...deps, commonIssuers: [common] })
    expect(await other.listIssuers('par_common')).toEqual([
      { issuer, audiences: ['client'], builtIn: true },
    ])
    await setTime('2026-01-01T00:00:00Z')
    const theirs = { ...registration(await tokenFor('ivan')), partnerId: 'par_common' }
    value(await other.registerCredential(theirs))
    const taken = { partnerId: 'par_common', issuer, audiences: ['x'] }
    expect(failure(await other.allowIssuer(taken)).reason).toBe('issuer')
    expect(failure(await other.removeIssuer(taken)).code).toBe('RECORD_NOT_FOUND')
  })

  test('whoever owns the database can add, change and put back none', async () => {
    const own = { partnerId: 'par_owned', issuer }
    value(await signer.allowIssuer({ ...own, audiences: ['client'] }))
    const { rows } = await admin.query(
      `select * from signer.oidc_issuer_list where partner_id = 'par_owned'`,
    )
    const use = async () => {
      const theirs = { ...registration(await tokenFor('judy')), partnerId: 'par_owned' }
      return signer.registerCredential(theirs)
    }
    const restore = `update signer.oidc_issuer_list set sequence = $1, issuers = $2, mac = $3
      where partner_id = 'par_owned'`
    const restored = () => admin.query(restore, [rows[0].sequence, rows[0].issuers, rows[0].mac])
    const set = (change: string) =>
      admin.query(`update signer.oidc_issuer_list set ${change} where partner_id = 'par_owned'`)
    value(await use())

    for (const change of [
      `issuers = replace(issuers, 'own', 'evil')`,
      `sequence = sequence + 1`,
      `mac = (select mac from signer.oidc_issuer_list where partner_id = '${partnerId}')`,
    ]) {
      await set(change)
      await expect(use()).rejects.toThrow('fails its check')
      await expect(signer.allowIssuer({ ...own, audiences: ['a'] })).rejects.toThrow('check')
      await restored()
      value(await use())
    }
    // One that was removed stays so, though the row of before is genuine.
    value(await signer.removeIssuer(own))
    await restored()
    await expect(use()).rejects.toThrow('fails its check')
    await admin.query(`delete from signer.oidc_issuer_list where partner_id = 'par_owned'`)
    await expect(signer.allowIssuer({ ...own, audiences: ['a'] })).rejects.toThrow('check')
    await admin.query(
      `insert into signer.oidc_issuer_list
        select 'par_copied', sequence, issuers, mac from signer.oidc_issuer_list
          where partner_id = '${partnerId}'`,
    )
    await expect(signer.listIssuers('par_copied')).rejects.toThrow('fails its check')
  })
})

test('a key set that cannot be had is an outage, not a bad token', async () => {
  const [vector] = file.vectors
  if (!vector) expect.fail('no vector')
  const keysDown = async () => {
    throw new TypeError('fetch failed')
  }
  const issuers = [{ issuer: vector.issuer, audiences: [vector.audience], keys: keysDown }]
  const now = new Date(vector.evaluateAtUnix * 1000)
  const verified = await verifyOidcToken(vector.oidcToken, issuers, now)
  expect(failure(verified)).toEqual({ code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 5 })
})

/** The other signature that ECDSA accepts for the same content: n - s in the place of s. */
function withNegatedS(token: string): string {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const cut = token.lastIndexOf('.') + 1
  const raw = Buffer.from(token.slice(cut), 'base64url')
  const s = order - BigInt(`0x${raw.subarray(32).toString('hex')}`)
  const twin = Buffer.concat([
    raw.subarray(0, 32),
    Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
  ])
  return token.slice(0, cut) + twin.toString('base64url')
}
