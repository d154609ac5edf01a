import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  anAccount,
  countryId,
  externalBase as base,
} from '../../../../test/support/money/accounts.ts'
import { type AnyBody, startBff, ownBff } from '../../../../test/support/process/bff.ts'
import { decideAbout } from '../../../../test/support/people/operator.ts'
import { makeEntity, tokens } from '../../../../test/support/money/wallets.ts'

const bff = ownBff()
let germany: string
beforeAll(async () => {
  germany = await countryId(bff, 'DE')
})

const path = `${base}/link/token`
const unknownToken = 'link_01h455vb4pex5vsknk084sn02q'
type Link = { entityId: string; linkToken: string; linkUrl: string; expiresAt: string }

async function aLink(change: Record<string, unknown> = {}): Promise<Link> {
  const entityId = await makeEntity(bff)
  const made = await bff.post(path, { entityId, jurisdictionId: germany, ...change })
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  return { entityId, ...made.body.data }
}
const complete = (body: object, partner = bff.first) =>
  bff.send(path, { method: 'PUT', body, token: partner.apiToken })
/** What a browser gets: no key, no cookie. */
const visit = (linkToken: string, query = '') =>
  bff.send(`/link/${linkToken}${query}`, { token: '' })
const share = (linkToken: string, form: [string, string][]) =>
  bff.send(`/link/${linkToken}`, {
    method: 'POST',
    token: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
const both: [string, string][] = [
  ['bank', 'harbour'],
  ['account', 'harbour-1'],
  ['account', 'harbour-2'],
  ['consent', 'yes'],
]
const publicTokenIn = (html: string) => /public-[0-9a-z]{26}/.exec(html)?.[0] ?? ''
const advance = (seconds: number) => bff.post('/api/v1/sandbox/clock/advance', { seconds })

describe('accounts.linkToken', () => {
  test('200: a token, an address of ours, and half an hour of service time', async () => {
    const { body: clock } = await bff.get('/api/v1/sandbox/clock')
    const { linkToken, linkUrl, expiresAt } = await aLink()
    expect(linkToken).toMatch(/^link_[0-9a-z]{26}$/)
    expect(linkUrl).toBe(`http://localhost:8787/link/${linkToken}`)
    const minutes = (Date.parse(expiresAt) - Date.parse(clock.data.now)) / 60_000
    expect(minutes).toBeGreaterThan(29.9)
    expect(minutes).toBeLessThan(31)
  })

  test('200: the token is kept as a hash alone', async () => {
    const { linkToken } = await aLink()
    const { rows } = await bff.deps.db.asWorker((tx) =>
      sql`select 1 from account_link t where t::text like ${`%${linkToken.slice(5)}%`}`.execute(tx),
    )
    expect(rows).toEqual([])
  })

  test.each([['javascript:alert(1)'], ['data:text/html,x'], ['/relative'], ['not an address']])(
    '400: %s is no address to come back to',
    async (redirectUrl) => {
      const entityId = await makeEntity(bff)
      const refused = await bff.post(path, { entityId, jurisdictionId: germany, redirectUrl })
      expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
      expect(refused.body.error.details[0].path).toBe('redirectUrl')
    },
  )

  test('400: a chain has no accounts to link', async () => {
    const [token] = await tokens(bff)
    const entityId = await makeEntity(bff)
    const refused = await bff.post(path, { entityId, jurisdictionId: token?.id })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'ACCOUNT_TYPE_NOT_ALLOWED'])
  })

  test('404: an unknown or foreign customer, an unknown jurisdiction', async () => {
    const foreign = await makeEntity(bff, bff.second)
    for (const entityId of ['ent_01h455vb4pex5vsknk084sn02q', foreign]) {
      const refused = await bff.post(path, { entityId, jurisdictionId: germany })
      expect([refused.status, refused.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    }
    const entityId = await makeEntity(bff)
    const nowhere = await bff.post(path, { entityId, jurisdictionId: 'jur_x' })
    expect([nowhere.status, nowhere.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(nowhere.body.error.details[0].path).toBe('jurisdictionId')
  })
})

describe('accounts.completeLink', () => {
  test('200: pending until the customer has chosen', async () => {
    const { linkToken } = await aLink()
    const { status, body } = await complete({ linkToken })
    expect([status, body.data]).toEqual([200, { status: 'PENDING', accounts: [] }])
  })

  test('200: the sandbox’s token links one account; again the same one', async () => {
    const { linkToken, entityId } = await aLink()
    const first = await complete({ linkToken, publicToken: 'public-sandbox' })
    expect(first.status).toBe(200)
    expect(first.body.message).toBe('Accounts linked.')
    expect(first.body.data).toMatchObject({
      status: 'LINKED',
      accounts: [
        {
          entityId,
          source: 'LINK',
          status: 'ENABLED',
          accountKind: 'BANK',
          ownership: 'SELF',
          nickname: 'Everyday account',
          verification: { nameMatch: 'MATCH' },
        },
      ],
    })
    const again = await complete({ linkToken, publicToken: 'public-sandbox' })
    expect(again.body.message).toContain('already')
    expect(again.body.data).toEqual(first.body.data)
    expect((await complete({ linkToken })).body.data).toEqual(first.body.data)
  })

  test('200: in every country with bank accounts, and numbers are masked', async () => {
    const { body } = await bff.get('/api/v1/xfer/utility/jurisdictions?type=country&limit=200')
    expect(body.data.length).toBeGreaterThanOrEqual(12)
    for (const { id, name } of body.data) {
      const { linkToken } = await aLink({ jurisdictionId: id })
      const done = await complete({ linkToken, publicToken: 'public-sandbox' })
      expect([name, done.body.data?.accounts?.length]).toEqual([name, 1])
      const [account] = done.body.data.accounts
      const { accountNumber, bankIban } = account.account
      expect(
        [accountNumber, bankIban].filter(Boolean).every((item) => item.startsWith('••••')),
      ).toBe(true)
    }
  })

  test('200: what the customer chose, narrowed first and whole afterwards', async () => {
    const { linkToken } = await aLink()
    const publicToken = publicTokenIn((await share(linkToken, both)).body)
    const item = await complete({ linkToken, publicToken, accountRefs: ['harbour-2'] })
    expect(item.body.data.accounts).toMatchObject([{ nickname: 'Savings account' }])
    const all = await complete({ linkToken, publicToken })
    expect(all.body.data.accounts).toHaveLength(2)
    expect(all.body.data.accounts[1]).toEqual(item.body.data.accounts[0])
    const again = await complete({ linkToken, publicToken })
    expect(again.body.message).toContain('already')
    expect(again.body.data).toEqual(all.body.data)
  })

  test('200: an account that was deleted afterwards does not come back by a repeat', async () => {
    const { linkToken } = await aLink()
    const done = await complete({ linkToken, publicToken: 'public-sandbox' })
    const { accountId } = done.body.data.accounts[0]
    await bff.send(`${base}/${accountId}`, { method: 'DELETE' })
    const again = await complete({ linkToken, publicToken: 'public-sandbox' })
    expect(again.body.data).toEqual({ status: 'LINKED', accounts: [] })
  })

  test('200: RECONNECT brings back accounts of this customer and country alone', async () => {
    const broken = await anAccount(bff)
    const other = await anAccount(bff)
    for (const { accountId } of [broken, other])
      await bff.post(`/api/v1/sandbox/external-account/${accountId}/status`, {
        status: 'NEEDS_RELINK',
        reason: 'Password changed',
      })
    const { linkToken } = await aLink({ entityId: broken.entityId })
    const done = await complete({ linkToken, mode: 'RECONNECT' })
    expect(done.body.data).toMatchObject({
      status: 'LINKED',
      accounts: [{ accountId: broken.accountId, status: 'ENABLED', statusReason: '' }],
    })
    const stays = await bff.get(`${base}/${other.accountId}`)
    expect(stays.body.data.status).toBe('NEEDS_RELINK')
    const again = await complete({ linkToken, mode: 'RECONNECT' })
    expect([again.status, again.body.data.accounts]).toEqual([200, []])
    expect(again.body.message).toContain('already')
  })

  test('200: RECONNECT of one in another name says for what it waits, and papers bring it back', async () => {
    const { accountId, entityId } = await anAccount(bff)
    await bff.post(`/api/v1/sandbox/external-account/${accountId}/status`, {
      status: 'NEEDS_RELINK',
      reason: 'Password changed',
    })
    // As an account of before has it, which kept what it did.
    await bff.deps.db.asWorker((tx) =>
      sql`update external_account set proof = 'CLAIMED', proof_method = '', proved_at = null,
        verification = verification || '{"nameMatch":"NO_MATCH"}'
        where status = 'NEEDS_RELINK'`.execute(tx),
    )
    const { linkToken } = await aLink({ entityId })
    const done = await complete({ linkToken, mode: 'RECONNECT' })
    const waits = { accountId, status: 'NEEDS_RELINK', statusReason: 'OWNERSHIP' }
    expect(done.body.data.accounts).toMatchObject([waits])
    const again = await complete({ linkToken, mode: 'RECONNECT' })
    expect(again.body.data.accounts).toMatchObject([waits])
    await decideAbout(bff, accountId)
    const { body } = await bff.get(`${base}/${accountId}`)
    expect(body.data).toMatchObject({ status: 'ENABLED', ownershipProof: { method: 'DOCUMENT' } })
  })

  test('200: an account that is linked once more works again; a disabled one stays disabled', async () => {
    for (const [left, found] of [
      ['NEEDS_RELINK', 'ENABLED'],
      ['DISABLED', 'DISABLED'],
    ]) {
      const first = await aLink()
      const publicToken = 'public-sandbox'
      const linked = await complete({ linkToken: first.linkToken, publicToken })
      const { accountId } = linked.body.data.accounts[0]
      const set = { status: left, reason: 'Password changed' }
      await bff.post(`/api/v1/sandbox/external-account/${accountId}/status`, set)
      const { linkToken } = await aLink({ entityId: first.entityId })
      const again = await complete({ linkToken, publicToken })
      expect(again.body.data.accounts).toMatchObject([{ accountId, status: found }])
    }
  })

  test('400: a token that is not this link’s, before and after the choice', async () => {
    const { linkToken } = await aLink()
    const other = await aLink()
    const foreign = publicTokenIn((await share(other.linkToken, both)).body)
    for (const publicToken of ['public-x', foreign]) {
      const refused = await complete({ linkToken, publicToken })
      expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
      expect(refused.body.error.details[0].path).toBe('publicToken')
    }
    await share(linkToken, both)
    const late = await complete({ linkToken, publicToken: foreign })
    expect([late.status, late.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    const none = await complete({ linkToken })
    expect([none.status, none.body.error.code]).toEqual([400, 'FIELD_REQUIRED'])
    expect(none.body.error.details[0].path).toBe('publicToken')
  })

  test('400: an account that was not shared, with those that were', async () => {
    const { linkToken } = await aLink()
    const publicToken = publicTokenIn((await share(linkToken, both)).body)
    const accountRefs = ['harbour-1', 'tideway-1']
    const refused = await complete({ linkToken, publicToken, accountRefs })
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    expect(refused.body.error.details).toMatchObject([
      { path: 'accountRefs.1', allowed: ['harbour-1', 'harbour-2'] },
    ])
  })

  test('404: a token that is unknown, foreign or over', async () => {
    const { linkToken } = await aLink()
    const asStranger = await complete({ linkToken, publicToken: 'public-sandbox' }, bff.second)
    const unknown = await complete({ linkToken: unknownToken })
    await advance(1801)
    const over = await complete({ linkToken, publicToken: 'public-sandbox' })
    for (const { status, body } of [asStranger, unknown, over]) {
      expect([status, body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
      expect(body.error.details[0].path).toBe('linkToken')
    }
  })

  test('200: of many completions at once each account is added once', async () => {
    const { linkToken, entityId } = await aLink()
    const done = await Promise.all(
      Array.from({ length: 5 }, () => complete({ linkToken, publicToken: 'public-sandbox' })),
    )
    expect(new Set(done.map(({ body }) => body.data.accounts[0].accountId)).size).toBe(1)
    expect((await bff.get(`${base}/entity/${entityId}`)).body.data).toHaveLength(1)
  })
})

describe('the customer’s page', () => {
  test('200: banks, then accounts with their ends, then the token to hand over', async () => {
    const { linkToken } = await aLink()
    const banks = await visit(linkToken)
    expect(banks.status).toBe(200)
    for (const text of ['First', 'Ada Okonkwo', 'Germany', 'Harbour Test Bank', 'Sandbox'])
      expect(banks.body).toContain(text)
    const accounts = await visit(linkToken, '?bank=harbour')
    expect(accounts.body.match(/type="checkbox" name="account"/g)).toHaveLength(2)
    expect(accounts.body).toMatch(/<small>••••\d{4}<\/small>/)
    const done = await share(linkToken, both)
    expect([done.status, publicTokenIn(done.body)]).toEqual([200, expect.stringMatching(/^public/)])
    // The page of a link that was used for a choice still leads on: a lost answer is not the end.
    expect(publicTokenIn((await visit(linkToken)).body)).toBe(publicTokenIn(done.body))
  })

  test('303: back to the partner with the token among its own parameters', async () => {
    const redirectUrl = 'https://partner.example/linked?step=2&publicToken=old#top'
    const { linkToken } = await aLink({ redirectUrl })
    const form = await visit(linkToken, '?bank=harbour')
    expect(form.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://partner.example;",
    )
    const done = await share(linkToken, both)
    expect(done.status).toBe(303)
    const target = new URL(done.headers.get('location') ?? '')
    expect([target.origin, target.searchParams.get('step'), target.hash]).toEqual([
      'https://partner.example',
      '2',
      '#top',
    ])
    const publicToken = target.searchParams.get('publicToken') ?? ''
    const linked = await complete({ linkToken, publicToken })
    expect(linked.body.data.accounts).toHaveLength(2)
  })

  test('every page is HTML that runs and loads nothing and is not framed, cached or referred to', async () => {
    const { linkToken } = await aLink()
    for (const page of [await visit(linkToken), await visit(unknownToken)]) {
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self';/)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('set-cookie')).toBeNull()
      expect(page.body).not.toMatch(/<script|javascript:|style="| on\w+="/)
    }
  })

  test('names are text, whatever is in them', async () => {
    const sent = { firstName: '<script>alert(1)</script>', lastName: '"><img src=x>' }
    const { aPerson } = await import('../../../../test/support/people/samples.ts')
    const made = await bff.post(
      '/api/v1/xfer/entity/create',
      aPerson({ ...sent, email: 'markup@example.com' }),
    )
    const { linkToken } = await aLink({ entityId: made.body.data.entityId })
    const { body } = await visit(linkToken)
    expect(body).toContain('&lt;script&gt;')
    expect(body).not.toMatch(/<script|<img/)
  })

  const without = (name: string) => both.filter(([key]) => key !== name)
  test.each([
    ['no account', without('account'), 'Choose at least one'],
    ['no consent', without('consent'), 'Without your consent'],
    ['no bank', without('bank'), 'Choose one of the banks'],
    [
      'an account of another bank',
      [...without('account'), ['account', 'tideway-1']] as [string, string][],
      'Choose at least one',
    ],
  ])('400: %s is said, and nothing is shared', async (_, form, text) => {
    const { linkToken } = await aLink()
    const refused = await share(linkToken, form)
    expect(refused.status).toBe(400)
    expect(refused.body).toContain(text)
    expect(refused.body).toContain('role="alert"')
    expect((await complete({ linkToken })).body.data.status).toBe('PENDING')
  })

  test('400: a form that is too large is not read', async () => {
    const { linkToken } = await aLink()
    const refused = await share(linkToken, [...both, ['x', 'y'.repeat(20_000)]])
    expect(refused.status).toBe(400)
  })

  test('404 and 410: no link, one that is over, one that was used', async () => {
    expect((await visit(unknownToken)).status).toBe(404)
    expect((await share(unknownToken, both)).status).toBe(404)
    const used = await aLink()
    await complete({ linkToken: used.linkToken, publicToken: 'public-sandbox' })
    const over = await aLink()
    await advance(1801)
    for (const { linkToken } of [used, over]) {
      for (const page of [await visit(linkToken), await share(linkToken, both)]) {
        expect(page.status).toBe(410)
        expect(page.body).toContain('This link has ended')
      }
    }
  })

  test('200: a form sent twice at once is one choice', async () => {
    const { linkToken } = await aLink()
    const sent = await Promise.all([share(linkToken, both), share(linkToken, both)])
    const found = new Set(sent.map(({ body }: AnyBody) => publicTokenIn(body)))
    expect([...found].filter(Boolean)).toHaveLength(1)
  })

  test('429: who tries tokens one after the other is stopped', async () => {
    const strict = await startBff({ RATE_LIMIT: 'on' })
    const statuses: number[] = []
    for (let i = 0; i < 62; i += 1)
      statuses.push((await strict.send(`/link/${unknownToken}`, { token: '' })).status)
    const refused = await strict.send(`/link/${unknownToken}`, { token: '' })
    await strict.close()
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.body).toContain('Wait a moment')
  })
})
