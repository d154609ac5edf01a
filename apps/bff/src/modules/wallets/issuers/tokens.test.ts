import type { RequestListener } from 'node:http'
import { generateP256KeyPair } from '@corridor/signing'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeEntity } from '../../../../test/support/money/wallets.ts'
import {
  badTokens,
  type Facts,
  goodTokens,
  otherKeys,
  publishedKeys,
} from '../../../../test/support/people/bad-tokens.ts'
import {
  authority,
  outboundTrusting,
  serveSecurely,
} from '../../../../test/support/people/identity-provider.ts'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import { shared } from '../../../../test/support/process/shared.ts'

const bff = sharedBff({}, { outbound: outboundTrusting(authority) })
const site = shared(async () => {
  const [first, other] = [await serveSecurely(), await serveSecurely()]
  first.answer(publishing(first.address, publishedKeys))
  other.answer(publishing(other.address, otherKeys))
  return {
    issuer: first.address,
    otherIssuer: other.address,
    close: async () => {
      first.close()
      other.close()
    },
  }
})

/** An issuer with nothing but its two documents. */
const publishing = (issuer: string, keys: readonly object[]): RequestListener => {
  const documents: Record<string, unknown> = {
    '/.well-known/openid-configuration': { issuer, jwks_uri: `${issuer}/keys` },
    '/keys': { keys },
  }
  return ({ url = '' }, outgoing) => void outgoing.end(JSON.stringify(documents[url] ?? {}))
}

const person = { entityId: '', stranger: '' }
let made = 0

function factsFor(subject: string): Facts {
  const key = generateP256KeyPair().publicKeyUncompressed
  const now = Math.floor(Date.now() / 1_000)
  const { issuer, otherIssuer } = site
  return { issuer, otherIssuer, audience: 'client', subject, key, now }
}
const goodToken = (facts: Facts) => goodTokens['signed with ES256']?.(facts)

const register = (entityId: string, oidcToken: unknown) =>
  bff.post(`/api/v1/wallets/${entityId}/register-auth`, {
    authType: 'OAuth',
    oauthProvider: { providerName: 'Example', oidcToken },
  })
const start = (entityId: string, { key }: Facts, oidcToken: unknown) =>
  bff.post(`/api/v1/wallets/${entityId}/start-session`, { targetPublicKey: key, oidcToken })

beforeAll(async () => {
  for (const issuer of [site.issuer, site.otherIssuer]) {
    const asked = { issuer, audiences: ['client'] }
    await bff.post('/api/v1/wallets/oidc-issuers', asked)
  }
  person.entityId = await makeEntity(bff)
  person.stranger = await makeEntity(bff)
  await register(person.entityId, goodToken(factsFor('alice')))
})

describe('wallets.startSession', () => {
  test.each(Object.entries(goodTokens))('200: a token %s', async (_name, make) => {
    const facts = factsFor('alice')
    const started = await start(person.entityId, facts, make(facts))
    expect([started.status, started.body.message]).toEqual([200, 'Session started.'])
  })

  test.each(badTokens)('$refused.status: a token with $name', async ({ make, refused }) => {
    const facts = factsFor('alice')
    const { status, body } = await start(person.entityId, facts, make(facts))
    expect({ status, code: body.error?.code }).toEqual(refused)
    expect(body.error.details[0].path).toBe('oidcToken')
  })

  test('401: a token that was used, and 200 for the next one after all of these', async () => {
    const facts = factsFor('alice')
    const oidcToken = goodToken(facts)
    expect((await start(person.entityId, facts, oidcToken)).status).toBe(200)
    const registered = await register(person.stranger, oidcToken)
    expect(registered.body.error.details[0].code).toBe('TOKEN_REUSED')
    const next = factsFor('alice')
    expect((await start(person.entityId, next, goodToken(next))).status).toBe(200)
  })
})

describe('wallets.registerAuth', () => {
  const bad = badTokens.filter(({ sessionOnly }) => !sessionOnly)
  test.each(bad)('$refused.status: a token with $name', async ({ make, refused }) => {
    made += 1
    const { status, body } = await register(person.stranger, make(factsFor(`person-${made}`)))
    expect({ status, code: body.error?.code }).toEqual(refused)
  })

  test('401: a token without a nonce, and 200 for a good one after all of these', async () => {
    const { body } = await bff.get(`/api/v1/wallets/${person.stranger}/details`)
    expect(body.data.authMethods).toEqual([])
    const facts = factsFor('bob')
    const without = badTokens.find(({ name }) => name === 'no nonce')?.make(facts)
    const refused = await register(person.stranger, without)
    expect([refused.status, refused.body.error.code]).toEqual([401, 'OIDC_TOKEN_INVALID'])
    expect((await register(person.stranger, goodToken(facts))).status).toBe(200)
    expect((await start(person.stranger, facts, goodToken(facts))).status).toBe(200)
  })
})

test('the table has more than sixty ways to be wrong, of both operations', () => {
  expect(badTokens.length).toBeGreaterThan(100)
  expect(badTokens.filter(({ sessionOnly }) => !sessionOnly).length).toBeGreaterThan(60)
  expect(new Set(badTokens.map(({ name }) => name)).size).toBe(badTokens.length)
})
