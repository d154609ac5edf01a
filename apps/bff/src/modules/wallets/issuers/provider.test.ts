import { oidcNonceBytes, oidcNonceText } from '@corridor/signing'
import { decryptCredentialBundle, generateP256KeyPair } from '@turnkey/crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { act, makeEntity } from '../../../../test/support/money/wallets.ts'
import {
  authority,
  clientId,
  outboundTrusting,
  startProvider,
} from '../../../../test/support/people/identity-provider.ts'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import { shared } from '../../../../test/support/process/shared.ts'

const time = { nowMs: 0 }
const bff = sharedBff({}, { outbound: outboundTrusting(authority), clock: () => time.nowMs })
const provider = shared(async () => {
  // It says with every start that it is set up for development.
  const spies = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')]
  for (const item of spies) item.mockImplementation(() => undefined)
  afterAll(() => spies.forEach((item) => item.mockRestore()))
  const started = await startProvider()
  return { ...started, close: () => Promise.resolve(started.close()) }
})

const newKey = () => {
  const { privateKey, publicKeyUncompressed } = generateP256KeyPair()
  return { privateKey, target: publicKeyUncompressed }
}
const register = (entityId: string, oidcToken: string) =>
  bff.post(`/api/v1/wallets/${entityId}/register-auth`, {
    authType: 'OAuth',
    oauthProvider: { providerName: 'Example', oidcToken },
  })
const start = (entityId: string, targetPublicKey: string, oidcToken: string) =>
  bff.post(`/api/v1/wallets/${entityId}/start-session`, { targetPublicKey, oidcToken })

beforeAll(async () => {
  const asked = { issuer: provider.issuer, audiences: [clientId] }
  await bff.post('/api/v1/wallets/oidc-issuers', asked)
})

/** An entity whose owner signs in at the provider by this name. */
async function personOf(login: string): Promise<string> {
  const entityId = await makeEntity(bff)
  const registered = await register(entityId, await provider.signIn(login, 'registration'))
  expect(registered.body.data).toMatchObject({ authType: 'OAuth', status: 'ACTIVE' })
  return entityId
}

describe('a certified provider', () => {
  test.each([
    ['the text of the key', oidcNonceText],
    ['the bytes of the key', oidcNonceBytes],
  ])('signs a person in by a nonce over %s, and the session signs', async (form, nonceOf) => {
    const entityId = await personOf(`alice-${form.length}`)
    const { privateKey, target } = newKey()
    const oidcToken = await provider.signIn(`alice-${form.length}`, nonceOf(target))
    const { status, body } = await start(entityId, target, oidcToken)
    expect(status).toBe(200)
    const key = {
      privateKey: decryptCredentialBundle(body.data.credentialBundle, privateKey),
      publicKey: body.data.sessionPublicKey as string,
      publicKeyUncompressed: '',
    }
    const owner = { partner: bff.first, entityId, key }
    expect((await act(bff, owner, 'create-wallet', { walletName: 'Main' })).status).toBe(200)
    const again = await start(entityId, newKey().target, oidcToken)
    expect(again.body.error.code).toBe('OIDC_NONCE_MISMATCH')
  })

  test('signs nobody in as somebody else', async () => {
    const entityId = await personOf('bob')
    const { target } = newKey()
    const refused = await start(
      entityId,
      target,
      await provider.signIn('mallory', oidcNonceText(target)),
    )
    expect([refused.status, refused.body.error.code]).toEqual([401, 'OIDC_TOKEN_INVALID'])
    expect(refused.body.error.details[0].code).toBe('SUBJECT_MISMATCH')
  })

  test('that changes its key signs in by the new one at once, and by the old one no more', async () => {
    const entityId = await personOf('carol')
    const [before, after] = [newKey().target, newKey().target]
    const old = await provider.signIn('carol', oidcNonceText(before))
    time.nowMs += 30_000
    await provider.rotate()
    const renewed = await provider.signIn('carol', oidcNonceText(after))
    expect((await start(entityId, after, renewed)).status).toBe(200)
    const refused = await start(entityId, before, old)
    expect([refused.status, refused.body.error.code]).toEqual([401, 'OIDC_TOKEN_INVALID'])
    expect(refused.body.error.details[0].code).toBe('TOKEN_SIGNATURE')
  })

  test('that is removed signs in nobody, and sessions go on', async () => {
    const entityId = await personOf('dora')
    const { target } = newKey()
    const oidcToken = await provider.signIn('dora', oidcNonceText(target))
    await bff.post('/api/v1/wallets/oidc-issuers/remove', { issuer: provider.issuer })
    const refused = await start(entityId, target, oidcToken)
    expect(refused.body.error.details[0].code).toBe('ISSUER_MISMATCH')
    const asked = { issuer: provider.issuer, audiences: [clientId] }
    await bff.post('/api/v1/wallets/oidc-issuers', asked)
    expect((await start(entityId, target, oidcToken)).status).toBe(200)
    await bff.post('/api/v1/wallets/oidc-issuers/remove', { issuer: provider.issuer })
    const { body } = await bff.get(`/api/v1/wallets/${entityId}/details`)
    expect(body.data.sessions).toHaveLength(1)
    await bff.post('/api/v1/wallets/oidc-issuers', asked)
  })
})

describe('503: a provider that cannot be reached', () => {
  test('refuses no token, for wallets.registerAuth, wallets.registerAuthPrepare and wallets.startSession', async () => {
    const entityId = await personOf('erin')
    const { target } = newKey()
    const oidcToken = await provider.signIn('erin', oidcNonceText(target))
    await provider.close()
    // What was fetched is trusted for an hour.
    time.nowMs += 3_600_000
    const body = { authType: 'OAuth', oauthProvider: { providerName: 'Example', oidcToken } }
    const path = `/api/v1/wallets/${entityId}`
    for (const answer of [
      await start(entityId, target, oidcToken),
      await bff.post(`${path}/register-auth`, body),
      await bff.post(`${path}/register-auth/prepare`, body),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
      expect(answer.headers.get('retry-after')).toBe('5')
    }
  })
})
