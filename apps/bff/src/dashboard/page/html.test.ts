import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { chooseEncoding } from './encoding.ts'
import { pages } from './html.ts'

const page = `<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__"></script>`
const script = 'console.log("corridor")'
let root: string
let app: Hono

const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
const site = (baseUrl: string) =>
  pages({ config: { ...readConfig({}, '/nowhere'), BASE_URL: baseUrl }, random }, root)

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'corridor-web-'))
  mkdirSync(join(root, 'assets'))
  mkdirSync(join(root, '.vite'))
  mkdirSync(join(root, 'de/assets'), { recursive: true })
  writeFileSync(join(root, 'de/index.html'), page.replace('html>', 'html><html lang="de">'))
  writeFileSync(join(root, 'de/assets/index-def.js'), script)
  writeFileSync(join(root, 'index.html'), page)
  writeFileSync(join(root, 'favicon.png'), '<svg/>')
  writeFileSync(join(root, '.vite/manifest.json'), '{}')
  writeFileSync(join(root, 'assets/index-abc.js'), script)
  writeFileSync(join(root, 'assets/index-abc.js.br'), 'brotli bytes')
  writeFileSync(join(root, 'assets/index-abc.js.gz'), 'gzip bytes')
  app = site('http://localhost:8787')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const ask = (path: string, headers: Record<string, string> = {}) =>
  app.request(`http://localhost:8787${path}`, { headers: { accept: 'text/html,*/*', ...headers } })

describe('the page', () => {
  test.each(['/', '/sign-in', '/transfers/exec_1/timeline', '/enrol/abc', '/a.b/c'])(
    '200 at %s, with nonces of this answer alone',
    async (path) => {
      const [first, two] = [await ask(path), await ask(path)]
      const policies = [first, two].map((r) => r.headers.get('content-security-policy') ?? '')
      const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1] ?? '')
      expect(first.status).toBe(200)
      expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{22}==$/)
      expect(nonces[0]).not.toBe(nonces[1])
      expect(await first.text()).toBe(page.replaceAll('__CSP_NONCE__', nonces[0] ?? ''))
    },
  )

  test('has exactly the required policy', async () => {
    const { headers } = await ask('/')
    const policy = headers.get('content-security-policy')?.replaceAll(/nonce-[^']+/g, 'nonce-N')
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'nonce-N'",
      "style-src 'self' 'nonce-N'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('publickey-credentials-get=(self)'),
    })
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('asks for https for a year where it is served by https', async () => {
    const { headers } = await site('https://corridor.example').request(
      'https://corridor.example/',
      {
        headers: { accept: 'text/html' },
      },
    )
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  })

  test('is compressed as the browser likes', async () => {
    const read = async (encoding: string) =>
      Buffer.from(await (await ask('/', { 'accept-encoding': encoding })).arrayBuffer())
    expect(brotliDecompressSync(await read('gzip, br')).toString()).toContain('<!doctype html>')
    expect(gunzipSync(await read('gzip')).toString()).toContain('<!doctype html>')
    expect((await read('zstd')).toString()).toContain('<!doctype html>')
  })

  test.each([
    ['de', { 'accept-language': 'de-CH, en;q=0.8' }],
    ['en', { 'accept-language': 'en-GB, de;q=0.8' }],
    ['de', { 'accept-language': 'fr, de;q=0.2' }],
    ['en', { 'accept-language': 'de;q=0, *' }],
    ['en', { 'accept-language': 'fr' }],
    ['en', {}],
    ['de', { 'accept-language': 'en', cookie: 'a=b; corridor_language=de' }],
    ['en', { 'accept-language': 'de', cookie: 'corridor_language=en' }],
    ['de', { 'accept-language': 'de', cookie: 'corridor_language=../secret' }],
  ])('is in %s for %o', async (language, headers) => {
    const answer = await ask('/transfers', headers)
    expect((await answer.text()).includes('lang="de"')).toBe(language === 'de')
    expect(answer.headers.get('content-language')).toBe(language)
    expect(answer.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie')
  })

  test('does not depend on a session', async () => {
    const [first, two] = [await ask('/'), await ask('/', { cookie: '__Host-sid=x' })]
    const plain = async (response: Response) =>
      (await response.text()).replaceAll(/nonce="[^"]+"/g, '')
    expect(await plain(first)).toBe(await plain(two))
    expect(first.headers.getSetCookie()).toEqual([])
  })

  test.each(['/api/v1/nowhere', '/bff/nowhere', '/bff', '/docs/x', '/healthz/x', '/metrics/x'])(
    '404 at %s, which answers programs',
    async (path) => expect((await ask(path)).status).toBe(404),
  )

  test('404 for whoever does not take HTML, and 404 for writing', async () => {
    expect((await ask('/nowhere', { accept: 'application/json' })).status).toBe(404)
    expect((await app.request('http://localhost:8787/', { method: 'POST' })).status).toBe(404)
  })

  test('503 where the web was not built', async () => {
    const none = pages({ config: readConfig({}, '/nowhere'), random }, join(root, 'missing'))
    const reply = await none.request('http://localhost:8787/', { headers: { accept: 'text/html' } })
    expect(reply.status).toBe(503)
  })

  test('is read anew when it was built anew', async () => {
    writeFileSync(join(root, 'index.html'), page.replace('doctype html', 'DOCTYPE html'))
    expect(await (await ask('/')).text()).toContain('<!DOCTYPE html>')
    writeFileSync(join(root, 'index.html'), page)
  })
})

describe('files', () => {
  test('of another language are kept as long, and its page is no file', async () => {
    const file = await ask('/de/assets/index-def.js')
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await ask('/de/index.html')).status).toBe(404)
  })

  test('with a hash in their name are kept for ever, compressed by the build', async () => {
    const br = await ask('/assets/index-abc.js', { 'accept-encoding': 'gzip, br', accept: '*/*' })
    expect(br.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(br.headers.get('content-encoding')).toBe('br')
    expect(br.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(br.headers.get('vary')).toBe('Accept-Encoding')
    expect(await br.text()).toBe('brotli bytes')
    const gz = await ask('/assets/index-abc.js', { 'accept-encoding': 'gzip' })
    expect([gz.headers.get('content-encoding'), await gz.text()]).toEqual(['gzip', 'gzip bytes'])
    const plain = await ask('/assets/index-abc.js')
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script])
  })

  test('without one are asked for again after an hour', async () => {
    const reply = await ask('/favicon.png')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(reply.headers.get('content-type')).toBe('image/png')
  })

  test.each([
    '/assets/missing.js',
    '/assets/index-abc.js.br',
    '/.vite/manifest.json',
    '/index.html',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/..%2f..%2fetc/passwd',
    '/assets//index-abc.js',
  ])('404 at %s', async (path) => expect((await ask(path, { accept: '*/*' })).status).toBe(404))
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('of what a browser takes (%s) the best is %s', (accepted, expected) => {
  expect(chooseEncoding(accepted, ['br', 'gzip'])).toBe(expected)
})
