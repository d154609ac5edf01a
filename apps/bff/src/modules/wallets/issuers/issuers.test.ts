import {
  generateP256KeyPair,
  oidcNonceBytes,
  oidcNonceText,
  stampWithApiKey,
} from '@corridor/signing'
import { describe, expect, test } from 'vitest'
import { makeEntity, makeWallet } from '../../../../test/support/money/wallets.ts'
import { historyOf } from '../../../../test/support/events/published.ts'
import { ownBff } from '../../../../test/support/process/bff.ts'

const bff = ownBff()
const path = '/api/v1/wallets/oidc-issuers'
const issuer = 'https://localhost:8443/tenant'
const audiences = ['web', 'phone']

type Token = { oidcToken: string; iss: string; aud: string }
async function tokenOf(body: Record<string, unknown>): Promise<Token> {
  const issued = await bff.post('/api/v1/sandbox/oidc/token', body)
  expect(issued.status).toBe(200)
  return issued.body.data as Token
}
const register = (entityId: string, oidcToken: string) =>
  bff.post(`/api/v1/wallets/${entityId}/register-auth`, {
    authType: 'OAuth',
    oauthProvider: { providerName: 'Sandbox', oidcToken },
  })

describe('wallets.issuers, wallets.allowIssuer, wallets.removeIssuer', () => {
  test('200: an issuer is allowed, changed, listed and removed, each with event and audit entry', async () => {
    const allowed = await bff.post(path, { issuer, audiences })
    expect(allowed.body).toMatchObject({
      message: 'Issuer allowed.',
      data: { issuer, audiences, builtIn: false },
    })
    const again = await bff.post(path, { issuer, audiences })
    expect(again.body.message).toContain('already')
    expect(again.body.data).toEqual(allowed.body.data)
    await bff.post(path, { issuer, audiences: ['web'] })
    const { body } = await bff.get(path)
    const { addedAt } = allowed.body.data
    expect(body.data).toEqual([
      {
        issuer: 'http://localhost:8787/api/v1/sandbox/oidc',
        audiences: ['corridor-sandbox'],
        builtIn: true,
      },
      { issuer, audiences: ['web'], addedAt, builtIn: false },
    ])
    expect((await bff.get(path, bff.second)).body.data).toHaveLength(1)

    const removed = await bff.post(`${path}/remove`, { issuer })
    expect(removed.body.data).toEqual({ issuer, status: 'REMOVED' })
    expect((await bff.get(path)).body.data).toHaveLength(1)
    const published = async () =>
      (await historyOf(bff))
        .filter(({ eventStatus }) => eventStatus.startsWith('issuer_'))
        .map(({ eventStatus, eventObject }) => [eventStatus, eventObject.audiences])
    await expect.poll(published).toEqual([
      ['issuer_allowed', audiences],
      ['issuer_allowed', ['web']],
      ['issuer_removed', undefined],
    ])
    const entries = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'after'])
        .where('action', 'like', 'wallet.%-issuer')
        .orderBy('created_at')
        .execute(),
    )
    expect(entries).toMatchObject([
      { action: 'wallet.allow-issuer', after: { issuer, audiences } },
      { action: 'wallet.allow-issuer', after: { issuer, audiences: ['web'] } },
      { action: 'wallet.remove-issuer', after: { issuer } },
    ])
  })

  test('200: what was cut off before it was recorded is recorded by the next call', async () => {
    const own = { issuer: 'https://localhost:8443/cut', audiences: ['web'] }
    const { svcPartnerId: partnerId } = bff.first
    await bff.deps.signer.allowIssuer({ partnerId, ...own })
    expect((await bff.post(path, own)).body.message).toBe('Issuer allowed.')
    expect((await bff.post(path, own)).body.message).toContain('already')
    await bff.deps.signer.removeIssuer({ partnerId, issuer: own.issuer })
    expect((await bff.post(`${path}/remove`, { issuer: own.issuer })).status).toBe(200)
    expect((await bff.post(`${path}/remove`, { issuer: own.issuer })).status).toBe(404)
    const published = async () =>
      (await historyOf(bff))
        .filter(({ eventObject }) => eventObject.issuer === own.issuer)
        .map(({ eventStatus }) => eventStatus)
    await expect.poll(published).toEqual(['issuer_allowed', 'issuer_removed'])
  })

  test.each([
    ['plain http', 'http://localhost:8443/tenant'],
    ['a query', 'https://localhost:8443/?tenant=1'],
    ['a fragment', 'https://localhost:8443/#a'],
    ['a user', 'https://user@localhost:8443/'],
    ['another spelling', 'https://localhost:8443/a/../tenant'],
    ['an address of a private network', 'https://10.0.0.1/'],
    ['the metadata address', 'https://169.254.169.254/'],
    ['a port that is not for this', 'https://8.8.8.8:22/'],
    ['a name that is not public', 'https://keys.internal/'],
    ['no address', 'provider'],
    ['the sandbox’s own', 'http://localhost:8787/api/v1/sandbox/oidc'],
  ])('400: an issuer with %s', async (_what, text) => {
    const refused = await bff.post(path, { issuer: text, audiences })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    expect(refused.body.error.details[0].path).toBe('issuer')
  })

  test.each([
    ['none', []],
    ['one twice', ['web', 'web']],
    ['one with a space', ['a b']],
    ['eleven', Array.from({ length: 11 }, (_, index) => String(index))],
  ])('400: audiences: %s', async (_what, list) => {
    const refused = await bff.post(path, { issuer, audiences: list })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    expect(refused.body.error.details[0].path).toMatch(/^audiences/)
  })

  test('404: one that is not there is not removed, nor the sandbox’s own or another’s', async () => {
    await bff.post(path, { issuer, audiences }, {}, bff.second)
    for (const absent of [
      issuer,
      'https://nobody.example/',
      'http://localhost:8787/api/v1/sandbox/oidc',
    ]) {
      const refused = await bff.post(`${path}/remove`, { issuer: absent })
      expect([refused.status, refused.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
      expect(refused.body.error.details[0].path).toBe('issuer')
    }
  })
})

describe('wallets.registerAuthPrepare, wallets.registerAuth', () => {
  const oauth = (oidcToken: string) => ({
    authType: 'OAuth',
    oauthProvider: { providerName: 'Sandbox', oidcToken },
  })

  test('200: a further method is proven at prepare and added by the same token, once', async () => {
    const { entityId, key } = await makeWallet(bff)
    const base = `/api/v1/wallets/${entityId}/register-auth`
    const { oidcToken } = await tokenOf({ sub: 'erin', nonce: 'n' })
    const prepared = await bff.post(`${base}/prepare`, oauth(oidcToken))
    const { activityId, payloadToSign } = prepared.body.data
    expect(payloadToSign).not.toContain(oidcToken)
    const stamped = {
      activityId,
      payloadSignature: stampWithApiKey(payloadToSign, key),
      signatureType: 'ApiKey',
    }
    const other = await tokenOf({ sub: 'erin', nonce: 'n' })
    const swapped = await bff.post(base, { ...oauth(other.oidcToken), ...stamped })
    expect([swapped.status, swapped.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    expect(swapped.body.error.details[0].path).toBe('activityId')
    const added = await bff.post(base, { ...oauth(oidcToken), ...stamped })
    expect(added.body.data).toMatchObject({ authType: 'OAuth', status: 'ACTIVE' })
    const again = await bff.post(base, { ...oauth(oidcToken), ...stamped })
    expect(again.body.data).toEqual(added.body.data)
    const spent = await bff.post(`${base}/prepare`, oauth(oidcToken))
    expect([spent.status, spent.body.error.code]).toEqual([401, 'OIDC_TOKEN_INVALID'])
    expect(spent.body.error.details[0].code).toBe('TOKEN_REUSED')
  })

  test('401: a token that is not accepted prepares nothing', async () => {
    const { entityId } = await makeWallet(bff)
    const url = `/api/v1/wallets/${entityId}/register-auth/prepare`
    const late = await tokenOf({ sub: 'erin', nonce: 'n', expiresIn: -3_600 })
    for (const bad of [late.oidcToken, 'a.b.c']) {
      const refused = await bff.post(url, oauth(bad))
      expect([refused.status, refused.body.error.code]).toEqual([401, 'OIDC_TOKEN_INVALID'])
    }
  })
})

describe('wallets.startSession with a key of the client’s own', () => {
  test('200: the nonce is over the text of the compressed key, and nothing else counts', async () => {
    const entityId = await makeEntity(bff)
    await register(entityId, (await tokenOf({ sub: 'frank', nonce: 'n' })).oidcToken)
    const { publicKey, publicKeyUncompressed } = generateP256KeyPair()
    const start = async (nonce: string) => {
      const { oidcToken } = await tokenOf({ sub: 'frank', nonce })
      return bff.post(`/api/v1/wallets/${entityId}/start-session`, { publicKey, oidcToken })
    }
    for (const wrong of [oidcNonceText(publicKeyUncompressed), oidcNonceBytes(publicKey)]) {
      const refused = await start(wrong)
      expect([refused.status, refused.body.error.code]).toEqual([401, 'OIDC_NONCE_MISMATCH'])
    }
    const started = await start(oidcNonceText(publicKey))
    expect(started.body.data).toMatchObject({ sessionPublicKey: publicKey })
    expect(started.body.data).not.toHaveProperty('credentialBundle')
  })
})

describe('sandbox.oidcToken', () => {
  test('200: a token registers and opens a session without anything allowed before', async () => {
    const entityId = await makeEntity(bff, bff.first)
    const first = await tokenOf({ sub: 'alice', nonce: 'registration' })
    expect([first.iss, first.aud]).toEqual([
      'http://localhost:8787/api/v1/sandbox/oidc',
      'corridor-sandbox',
    ])
    expect((await register(entityId, first.oidcToken)).status).toBe(200)
    const key = generateP256KeyPair().publicKeyUncompressed
    const { oidcToken } = await tokenOf({ sub: 'alice', nonce: oidcNonceText(key) })
    const started = await bff.post(`/api/v1/wallets/${entityId}/start-session`, {
      targetPublicKey: key,
      oidcToken,
    })
    expect([started.status, started.body.data?.signatureType]).toEqual([200, 'ApiKey'])
  })

  test('200: tokens that are wrong on purpose are refused, and two that were asked alike are two', async () => {
    const entityId = await makeEntity(bff)
    const same = { sub: 'bob', nonce: 'n' }
    const [first, two] = [await tokenOf(same), await tokenOf(same)]
    for (const [given, reason] of [
      [{ ...same, aud: 'other' }, 'AUDIENCE_MISMATCH'],
      [{ ...same, expiresIn: -3_600 }, 'TOKEN_EXPIRED'],
      [{ ...same, sub: 'é' }, 'TOKEN_CLAIMS'],
    ] as const) {
      const refused = await register(entityId, (await tokenOf(given)).oidcToken)
      expect([refused.status, refused.body.error.details[0].code]).toEqual([401, reason])
    }
    expect((await register(entityId, first.oidcToken)).status).toBe(200)
    const other = await makeEntity(bff)
    const spent = await register(other, first.oidcToken)
    expect(spent.body.error.details[0].code).toBe('TOKEN_REUSED')
    expect((await register(other, two.oidcToken)).status).toBe(200)
  })

  test('its tokens follow the service’s clock', async () => {
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 100_000 })
    const { oidcToken } = await tokenOf({ sub: 'carol', nonce: 'n' })
    expect((await register(await makeEntity(bff), oidcToken)).status).toBe(200)
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 301 + 60 })
    const late = await tokenOf({ sub: 'dora', nonce: 'n', expiresIn: 3_600 })
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 661 })
    const refused = await register(await makeEntity(bff), late.oidcToken)
    expect(refused.body.error.details[0].code).toBe('TOKEN_EXPIRED')
  })

  test.each([
    ['no name', { nonce: 'n' }, 'FIELD_REQUIRED'],
    ['no nonce', { sub: 's' }, 'FIELD_REQUIRED'],
    ['more than an hour', { sub: 's', nonce: 'n', expiresIn: 3_601 }, 'FIELD_INVALID'],
    ['an end long ago', { sub: 's', nonce: 'n', expiresIn: -3_601 }, 'FIELD_INVALID'],
  ])('400: a token with %s', async (_what, body, code) => {
    const refused = await bff.post('/api/v1/sandbox/oidc/token', body)
    expect([refused.status, refused.body.error.code]).toEqual([400, code])
  })
})
