import { partnerScopes } from '@corridor/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AccessSite, openAccessSite, seconds } from '../../../../test/support/people/access.ts'
import { withClient } from '../../../db/server/server.ts'
import { createAuthenticator } from './authenticate.ts'
import { createConsoleKeys } from './console-keys.ts'
import { drawKey, hashSecret } from './keys.ts'
import type { Authenticator } from '../../../api/request/authenticator.ts'

let site: AccessSite
let authenticator: Authenticator
let alfa: string
let bravo: string

beforeAll(async () => {
  site = await openAccessSite()
  alfa = await partner('Alfa')
  bravo = await partner('Bravo')
})
afterAll(() => site.close())
beforeEach(() => {
  authenticator = createAuthenticator(site.deps)
})

async function partner(name: string): Promise<string> {
  const made = await site.access.createPartner(name)
  if (!made.ok) throw new Error(made.failure)
  return made.value.svcPartnerId
}

async function issue(svcPartnerId: string, expiresAt: Date | null = null) {
  const request = { name: 'Program', scopes: ['transfers:read'], expiresAt } as const
  const issued = await site.access.issueKey(svcPartnerId, request)
  if (!issued.ok) throw new Error(issued.failure)
  return issued.value
}

const codeOf = async (credentials: { apiToken?: string; bearer?: string }) => {
  const result = await authenticator.authenticate(credentials)
  return result.ok ? result.value.svcPartnerId : result.failure
}

const advanceService = (interval: string) =>
  site.deps.db.asWorker((tx) =>
    sql`select advance_service_clock(${interval}::interval)`.execute(tx),
  )

describe('a key opens its partner', () => {
  test('in x-api-token, with the granted scopes', async () => {
    const { apiToken, keyId } = await issue(alfa)
    const result = await authenticator.authenticate({ apiToken })
    expect(result).toMatchObject({
      ok: true,
      value: { svcPartnerId: alfa, keyId, kind: 'partner', scopes: new Set(['transfers:read']) },
    })
  })

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('as %s token', async (scheme) => {
    const { apiToken } = await issue(alfa)
    expect(await codeOf({ bearer: `${scheme} ${apiToken}` })).toBe(alfa)
  })

  test('in both headers, even by two keys of the same partner', async () => {
    const [first, two] = [await issue(alfa), await issue(alfa)]
    expect(await codeOf({ apiToken: first.apiToken, bearer: `Bearer ${two.apiToken}` })).toBe(alfa)
    expect(await codeOf({ apiToken: first.apiToken, bearer: `Bearer ${first.apiToken}` })).toBe(
      alfa,
    )
  })

  test('beside a basic authorization, which identifies no one here', async () => {
    const { apiToken } = await issue(alfa)
    expect(await codeOf({ apiToken, bearer: 'Basic YTpi' })).toBe(alfa)
  })

  test('and its use is noted, beside the request', async () => {
    const { apiToken } = await issue(alfa)
    await codeOf({ apiToken })
    await expect.poll(() => usedAt(apiToken), { interval: 20 }).toBeInstanceOf(Date)
  })
})

const usedAt = async (apiToken: string) => {
  const lookup = apiToken.split('_')[2] ?? ''
  const row = await site.deps.db.asWorker((tx) =>
    tx
      .selectFrom('api_key')
      .select('last_used_at')
      .where('lookup', '=', lookup)
      .executeTakeFirstOrThrow(),
  )
  return row.last_used_at
}

describe('401', () => {
  test.each([{}, { apiToken: '' }, { bearer: '' }, { bearer: 'Basic YTpi' }, { bearer: 'Bearer' }])(
    'API_KEY_MISSING for %o',
    async (credentials) => expect(await codeOf(credentials)).toBe('API_KEY_MISSING'),
  )

  test('API_KEY_INVALID for junk, another environment, an unknown id and a wrong secret', async () => {
    const { apiToken } = await issue(alfa)
    const other = drawKey('sandbox', site.deps.random)
    const known = apiToken.split('_')
    const unknown = other.text
    const wrongSecret = forge(known[2] ?? '', other.secret)
    expect(await codeOf({ apiToken: 'junk' })).toBe('API_KEY_INVALID')
    expect(await codeOf({ apiToken: drawKey('live', site.deps.random).text })).toBe(
      'API_KEY_INVALID',
    )
    expect(await codeOf({ apiToken: unknown })).toBe('API_KEY_INVALID')
    expect(await codeOf({ apiToken: wrongSecret })).toBe('API_KEY_INVALID')
    expect(await codeOf({ apiToken: 'junk', bearer: `Bearer ${apiToken}` })).toBe('API_KEY_INVALID')
  })

  test('API_KEY_INVALID for a wrong secret right after the right one, which stays right', async () => {
    const { apiToken } = await issue(alfa)
    const wrongSecret = forge(
      apiToken.split('_')[2] ?? '',
      drawKey('sandbox', site.deps.random).secret,
    )
    for (let round = 0; round < 3; round += 1) {
      expect(await codeOf({ apiToken })).toBe(alfa)
      expect(await codeOf({ apiToken: wrongSecret })).toBe('API_KEY_INVALID')
    }
  })

  test('never out of what is kept: a wrong secret asks the database as an unknown id does', async () => {
    const { apiToken } = await issue(alfa)
    const [known, other] = [apiToken.split('_')[2] ?? '', drawKey('sandbox', site.deps.random)]
    const wrongSecret = forge(known, other.secret)
    const unknownId = forge(other.lookup, other.secret)
    expect(await codeOf({ apiToken })).toBe(alfa)
    for (const text of [wrongSecret, unknownId])
      expect(await codeOf({ apiToken: text })).toBe('API_KEY_INVALID')
    // In the second in which all of that is still kept, both become right.
    const pepper = site.deps.kek.derive('api-key/v1')
    const hash = hashSecret(pepper, other.secret)
    const set = (lookup: string) =>
      site.deps.db.asWorker((tx) =>
        sql`update api_key set secret_hash = ${hash}, lookup = ${lookup} where lookup = ${known}`.execute(
          tx,
        ),
      )
    await set(known)
    expect(await codeOf({ apiToken: wrongSecret })).toBe(alfa)
    await set(other.lookup)
    expect(await codeOf({ apiToken: unknownId })).toBe(alfa)
  })

  test('API_KEY_REVOKED at once, and only once', async () => {
    const { apiToken, keyId } = await issue(alfa)
    expect(await codeOf({ apiToken })).toBe(alfa)
    expect(await site.access.revokeKey(keyId)).toEqual({ ok: true, value: { keyId } })
    expect(await codeOf({ apiToken })).toBe('API_KEY_REVOKED')
    expect(await site.access.revokeKey(keyId)).toEqual({ ok: false, failure: 'KEY_NOT_FOUND' })
  })

  test('API_KEY_REVOKED within a second where the notification was lost', async () => {
    const { apiToken } = await issue(alfa)
    expect(await codeOf({ apiToken })).toBe(alfa)
    const lookup = apiToken.split('_')[2]
    await withClient(site.deps.db.urls.worker, (client) =>
      client.query('update api_key set revoked_at = service_now() where lookup = $1', [lookup]),
    )
    site.clock.advance(1 * seconds)
    expect(await codeOf({ apiToken })).toBe('API_KEY_REVOKED')
  })

  test('API_KEY_EXPIRED by the service’s clock, at once when that is moved', async () => {
    const inAnHour = await site.deps.db.asWorker((tx) =>
      sql<{ at: Date }>`select service_now() + interval '1 hour' as at`.execute(tx),
    )
    const { apiToken, expiresAt } = await issue(alfa, inAnHour.rows[0]?.at ?? null)
    expect(expiresAt).toBe(inAnHour.rows[0]?.at.toISOString())
    expect(await codeOf({ apiToken })).toBe(alfa)
    await advanceService('59 minutes')
    site.deps.wake.notify('sweep')
    expect(await codeOf({ apiToken })).toBe(alfa)
    await advanceService('61 seconds')
    site.deps.wake.notify('sweep')
    expect(await codeOf({ apiToken })).toBe('API_KEY_EXPIRED')
  })

  test('AUTH_AMBIGUOUS where the headers name different partners', async () => {
    const [first, two] = [await issue(alfa), await issue(bravo)]
    const both = { apiToken: first.apiToken, bearer: `Bearer ${two.apiToken}` }
    expect(await codeOf(both)).toBe('AUTH_AMBIGUOUS')
    await site.access.revokeKey(two.keyId)
    expect(await codeOf(both)).toBe('AUTH_AMBIGUOUS')
  })
})

/** A well-formed text with this id and that secret: only the stored hash can distinguish it. */
function forge(lookup: string, secret: string): string {
  let calls = 0
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const value = (text: string) =>
    Array.from(text).reduce((sum, c) => sum * 62n + BigInt(alphabet.indexOf(c)), 0n)
  const random = (count: number) => {
    const hex = value(calls++ === 0 ? lookup : secret).toString(16)
    return new Uint8Array(Buffer.from(hex.padStart(count * 2, '0'), 'hex'))
  }
  return drawKey('sandbox', random).text
}

describe('what is issued', () => {
  test('keeps no secret in the database', async () => {
    const { apiToken } = await issue(alfa)
    const secret = apiToken.split('_')[3] ?? ''
    const consoleKey = await createConsoleKeys(site.deps).of(await uuidOf(alfa))
    const dump = await withClient(site.deps.db.adminUrl, (client) =>
      client.query<{ all: string }>(
        `select (select string_agg(k::text, '') from api_key k) || (select string_agg(e::text, '') from event e)
           || (select string_agg(a::text, '') from audit a) as all`,
      ),
    )
    const text = dump.rows[0]?.all ?? ''
    expect(text).toContain('api_key.issued')
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    expect(text).not.toContain(consoleKey?.split('_')[3] ?? 'none')
  })

  test('leaves an event and an audit entry', async () => {
    const { keyId } = await issue(bravo)
    await site.access.revokeKey(keyId)
    const rows = await withClient(site.deps.db.adminUrl, (client) =>
      client.query(
        `select status from event where subject_id = $1 union all
         select action from audit where object_id = $1 order by 1`,
        [keyId],
      ),
    )
    expect(rows.rows.map((row: { status: string }) => row.status)).toEqual([
      'api_key.issued',
      'api_key.revoked',
      'issued',
      'revoked',
    ])
  })

  test('is refused for unknown partners and for scopes that cannot be granted', async () => {
    const unknownPartner = 'par_00000000000000000000000000'
    const ask = (partnerId: string, scopes: readonly string[]) =>
      site.access.issueKey(partnerId, { name: 'x', scopes: scopes as never })
    expect(await ask(unknownPartner, ['sandbox'])).toEqual({
      ok: false,
      failure: 'PARTNER_NOT_FOUND',
    })
    expect(await ask('x', ['sandbox'])).toEqual({ ok: false, failure: 'PARTNER_NOT_FOUND' })
    expect(await ask(alfa, [])).toEqual({ ok: false, failure: 'SCOPE_INVALID' })
    expect(await ask(alfa, ['console:act'])).toEqual({ ok: false, failure: 'SCOPE_INVALID' })
    expect(await ask(alfa, ['everything'])).toEqual({ ok: false, failure: 'SCOPE_INVALID' })
  })

  test('a console key has every scope, is listed nowhere and cannot be revoked', async () => {
    const text = await createConsoleKeys(site.deps).of(await uuidOf(alfa))
    const result = await authenticator.authenticate({ apiToken: text })
    expect(result).toMatchObject({
      ok: true,
      value: { kind: 'console', scopes: new Set([...partnerScopes, 'console:act']) },
    })
    const keyId = result.ok ? result.value.keyId : ''
    expect(await site.access.revokeKey(keyId)).toEqual({ ok: false, failure: 'KEY_NOT_FOUND' })
  })

  test('an instance with an upstream serves one partner', async () => {
    const upstream = { UPSTREAM_URL: 'http://localhost:1', UPSTREAM_TOKEN: 'x'.repeat(40) }
    const own = await openAccessSite(upstream)
    expect(await own.access.createPartner('Only')).toMatchObject({ ok: true })
    expect(await own.access.createPartner('Second')).toEqual({
      ok: false,
      failure: 'PARTNER_LIMIT',
    })
    expect(await own.access.servesOnePartner()).toBe(true)
    await own.close()
  })
})

async function uuidOf(svcPartnerId: string): Promise<string> {
  const name = svcPartnerId === alfa ? 'Alfa' : 'Bravo'
  const row = await site.deps.db.asWorker((tx) =>
    tx.selectFrom('partner').select('id').where('name', '=', name).executeTakeFirstOrThrow(),
  )
  return row.id
}
