import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Hono } from 'hono'
import type { SoftwareAuthenticator, Spoiled } from './authenticator.ts'

export type Reply = { status: number; headers: Headers; text: string; json: () => never }

export type TestBrowser = ReturnType<typeof createBrowser>

/** A browser on the dashboard's page: it keeps cookies and sends what the page would send. */
export function createBrowser(app: Pick<Hono, 'request'>, origin = 'http://localhost:8787') {
  const cookies = new Map<string, string>()
  return { cookies, send, get, post, put, remove, open }

  /** One request; `headers` replace or, with undefined, leave out what the page sends. */
  async function open(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
  ): Promise<Response> {
    const all = new Headers()
    const sent = { ...(method === 'GET' ? reading : writing(origin)), ...headers }
    for (const [name, value] of Object.entries(sent)) if (value !== undefined) all.set(name, value)
    if (cookies.size > 0) all.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const init = { method, headers: all, ...(body !== undefined && { body: text }) }
    const response = await app.request(origin + path, init)
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }

  async function send(...request: Parameters<typeof open>): Promise<Reply> {
    const response = await open(...request)
    const text = await response.text()
    const json = () => JSON.parse(text) as never
    return { status: response.status, headers: response.headers, text, json }
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split('=')
    if (attributes.includes('Max-Age=0')) cookies.delete(name)
    else cookies.set(name, value)
  }

  function get(path: string, headers?: Record<string, string | undefined>) {
    return send('GET', path, undefined, headers)
  }
  function post(path: string, body: unknown = {}, headers?: Record<string, string | undefined>) {
    return send('POST', path, body, headers)
  }
  function put(path: string, body: unknown, headers?: Record<string, string | undefined>) {
    return send('PUT', path, body, headers)
  }
  function remove(path: string) {
    return send('DELETE', path)
  }
}

const reading = { accept: 'application/json', 'sec-fetch-site': 'same-origin' }
const writing = (origin: string) => ({
  ...reading,
  origin,
  'content-type': 'application/json',
  'x-requested-by': 'dashboard',
})

export type AskedToCreate = { challengeId: string } & PublicKeyCredentialCreationOptionsJSON
export type AskedToUse = { challengeId: string } & PublicKeyCredentialRequestOptionsJSON

/** Enrols by a link, as `/enrol/:token` does; gives the last reply. */
export async function enrol(
  browser: TestBrowser,
  authenticator: SoftwareAuthenticator,
  enrolmentUrl: string,
  { name = 'Olga Owner', spoiled }: { name?: string; spoiled?: Spoiled } = {},
): Promise<Reply> {
  const path = `/bff/enrolments/${enrolmentUrl.split('/').at(-1) ?? ''}`
  const asked = await browser.post(`${path}/options`, { name })
  if (asked.status !== 200) return asked
  const attestation = authenticator.create(asked.json(), spoiled)
  return browser.post(`${path}/finish`, { name, attestation })
}

/** Signs in with any passkey of the authenticator; gives the last reply. */
export async function signIn(
  browser: TestBrowser,
  authenticator: SoftwareAuthenticator,
  spoiled?: Spoiled,
): Promise<Reply> {
  const asked = await browser.post('/bff/sign-in/options')
  if (asked.status !== 200) return asked
  const { challengeId, ...options } = asked.json() as AskedToUse
  const assertion = authenticator.get(options, spoiled)
  return browser.post('/bff/sign-in/finish', { challengeId, assertion })
}

/** A fresh passkey for one request of a signed-in member, as the page asks for it before it sends. */
export async function confirm(
  browser: TestBrowser,
  authenticator: SoftwareAuthenticator,
  action: { method: string; path: string; body?: unknown },
): Promise<Reply> {
  const asked = await browser.post('/bff/step-up/options', { action })
  const { challengeId, ...options } = asked.json() as AskedToUse
  const assertion = authenticator.get(options)
  return browser.post('/bff/step-up/finish', { challengeId, assertion })
}
