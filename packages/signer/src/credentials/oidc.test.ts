import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet } from 'jose'
import { oidcNonceMatches, generateP256KeyPair, oidcNonceText } from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import { failure, newId, openTestSigner, partnerId, value } from '../../test/harness.ts'
import { vectorFile, type Vector } from '../../test/vectors.ts'
import { verifyOidcToken } from './oidc.ts'

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

const { signer, setTime, setIssuers, admin } = await openTestSigner()

/** A person registered at the issuer of the vectors. */
async function registerPerson(vector: OidcVector) {
  await setTime(new Date(vector.evaluateAtUnix * 1000).toISOString())
  setIssuers(issuersOf(vector))
  const [sound] = file.vectors
  const entityId = newId('ent')
  value(
    await signer.registerCredential({
      entityId,
      partnerId,
      authId: newId('auth'),
      authType: 'OAuth',
      name: 'Example',
      oidcToken: sound?.oidcToken ?? '',
    }),
  )
  return entityId
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
      expect(value(opened).credentialBundle.length).toBeGreaterThan(100)
      return
    }
    const code = vector.reason === 'NONCE_MISMATCH' ? 'OIDC_NONCE_MISMATCH' : 'OIDC_TOKEN_INVALID'
    expect(failure(opened)).toEqual({ code, reason: vector.reason })
  })
})

test('a token opens one session only, and never for another person or entity', async () => {
  const vector = file.vectors.find(({ id }) => id === 'ok-1')
  if (!vector) expect.fail('no vector')
  const pair = await generateKeyPair('ES256')
  const issuer = 'https://own.example'
  const jwks = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256' }] }
  setIssuers([{ issuer, audiences: ['client'], keys: createLocalJWKSet(jwks) }])
  await setTime('2026-01-01T00:00:00Z')
  const now = Date.parse('2026-01-01T00:00:00Z') / 1000
  const tokenFor = (sub: string, nonce: string, header: Record<string, unknown> = {}) =>
    new SignJWT({ nonce })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1', ...header })
      .setIssuer(issuer)
      .setAudience('client')
      .setSubject(sub)
      .setIssuedAt(now)
      .setExpirationTime(now + 300)
      .sign(pair.privateKey)

  const register = async (sub: string) => {
    const entityId = newId('ent')
    const oidcToken = await tokenFor(sub, 'none')
    const authId = newId('auth')
    const input = { entityId, partnerId, authId, authType: 'OAuth', name: 'Own', oidcToken }
    const first = value(await signer.registerCredential(input))
    // The same person again is the same method.
    expect(value(await signer.registerCredential(input))).toEqual(first)
    return entityId
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

  // A header that brings its own key or rules is refused before any key is asked for.
  const jwk = await exportJWK(pair.publicKey)
  for (const header of [{ jwk }, { jku: 'https://evil.example/keys' }, { x5u: 'https://evil' }]) {
    const third = generateP256KeyPair().publicKeyUncompressed
    const bad = await tokenFor('alice', oidcNonceText(third), header)
    const opened = await signer.openSession({
      entityId: alice,
      targetPublicKey: third,
      oidcToken: bad,
    })
    expect(failure(opened)).toEqual({ code: 'OIDC_TOKEN_INVALID', reason: 'TOKEN_SIGNATURE' })
  }
})

test('a key set that cannot be had is an outage, not a bad token', async () => {
  const [vector] = file.vectors
  if (!vector) expect.fail('no vector')
  const keysDown = async () => {
    throw new TypeError('fetch failed')
  }
  const issuers = [{ issuer: vector.issuer, audiences: [vector.audience], keys: keysDown }]
  const now = new Date(vector.evaluateAtUnix * 1000)
  await expect(verifyOidcToken(vector.oidcToken, issuers, now)).rejects.toThrow('fetch failed')
})
