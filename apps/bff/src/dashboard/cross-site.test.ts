import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccessSite, openAccessSite } from '../../test/support/people/access.ts'
import { createAuthenticator } from '../../test/support/people/authenticator.ts'
import { createBrowser, enrol, type TestBrowser } from '../../test/support/people/browser.ts'
import { buildDashboard } from './app.ts'

const origin = 'http://localhost:8787'
let site: AccessSite
let browser: TestBrowser
const draft = { kind: 'transfer', title: '', body: { of: 'the victim' } }

beforeAll(async () => {
  site = await openAccessSite()
  browser = createBrowser(buildDashboard(site.deps, new Hono()))
  const made = await site.access.createPartner('Alfa')
  const url = made.ok ? made.value.enrolment.enrolmentUrl : ''
  await enrol(browser, createAuthenticator(origin), url)
  await browser.put('/bff/drafts/kept', draft)
})
afterAll(() => site.close())

type Headers = Record<string, string | undefined>
const form = 'application/x-www-form-urlencoded'
const foreign = 'https://evil.example'

// What the victim's browser would send, cookie included, if another site made it.
const attacks: [string, Headers, number][] = [
  [
    'a form of another site',
    {
      origin: foreign,
      'sec-fetch-site': 'cross-site',
      'content-type': form,
      'x-requested-by': undefined,
    },
    403,
  ],
  [
    'a form as text',
    {
      origin: foreign,
      'sec-fetch-site': 'cross-site',
      'content-type': 'text/plain',
      'x-requested-by': undefined,
    },
    403,
  ],
  [
    'a form as multipart',
    {
      origin: foreign,
      'content-type': 'multipart/form-data; boundary=x',
      'x-requested-by': undefined,
    },
    403,
  ],
  [
    'a form of the dashboard’s own origin',
    { 'content-type': form, 'x-requested-by': undefined },
    403,
  ],
  [
    'no body and nothing else',
    {
      origin: undefined,
      'sec-fetch-site': undefined,
      'content-type': undefined,
      'x-requested-by': undefined,
    },
    403,
  ],
  [
    'a fetch without credentials of the page',
    { origin: foreign, 'sec-fetch-site': 'cross-site', 'x-requested-by': undefined },
    403,
  ],
  [
    'a fetch with all headers from elsewhere',
    { origin: foreign, 'sec-fetch-site': 'cross-site' },
    403,
  ],
  [
    'a form as multipart with all headers from elsewhere',
    {
      origin: foreign,
      'sec-fetch-site': 'cross-site',
      'content-type': 'multipart/form-data; boundary=x',
    },
    403,
  ],
  ['another site in an old browser', { origin: foreign, 'sec-fetch-site': undefined }, 403],
  [
    'a sibling subdomain',
    { origin: 'http://app.localhost:8787', 'sec-fetch-site': 'same-site' },
    403,
  ],
  [
    'another port of this host',
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
    403,
  ],
  [
    'the address instead of the name',
    { origin: 'http://127.0.0.1:8787', 'sec-fetch-site': 'cross-site' },
    403,
  ],
  ['the other scheme', { origin: 'https://localhost:8787', 'sec-fetch-site': 'cross-site' }, 403],
  ['an origin that begins like ours', { origin: `${origin}.evil.example` }, 403],
  ['an origin that ends like ours', { origin: `https://evil.example/${origin}` }, 403],
  ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
  ['no origin', { origin: undefined }, 403],
  ['our origin, but the browser says same site', { 'sec-fetch-site': 'same-site' }, 403],
  ['our origin, but the browser says none', { 'sec-fetch-site': 'none' }, 403],
  ['without the header that forms cannot send', { 'x-requested-by': undefined }, 403],
  ['with that header empty', { 'x-requested-by': '' }, 403],
  ['text that claims nothing', { 'content-type': 'text/plain' }, 415],
  ['JSON as another type', { 'content-type': 'application/x-json' }, 415],
  ['no type', { 'content-type': undefined }, 415],
]

test.each(attacks)('%s changes nothing', async (_, headers, status) => {
  const requests = [
    ['POST', '/bff/sign-out'],
    ['PUT', '/bff/drafts/kept'],
    ['DELETE', '/bff/drafts/kept'],
    ['POST', '/bff/session/keep-alive'],
    ['POST', '/bff/api/v1/xfer/entity/create'],
    ['PATCH', '/bff/session'],
  ] as const
  for (const [method, path] of requests) {
    const body = method === 'DELETE' ? undefined : '{"of":"the attacker"}'
    const reply = await browser.send(method, path, body, headers)
    expect([path, reply.status]).toEqual([path, status])
    expect(reply.headers.getSetCookie()).toEqual([])
  }
  expect((await browser.get('/bff/session')).status).toBe(200)
  expect((await browser.get('/bff/drafts/kept')).json()).toEqual({ of: 'the victim' })
})

test.each([
  {},
  { 'sec-fetch-site': undefined },
  { 'content-type': 'application/json; charset=utf-8' },
])('the page’s own request goes through: %o', async (headers) => {
  const reply = await browser.put('/bff/drafts/own', draft, headers)
  expect(reply.status).toBe(200)
})

test('answers are for this origin’s scripts alone, and are never stored', async () => {
  const reply = await browser.get('/bff/session', { origin: foreign })
  expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  expect(reply.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
})
