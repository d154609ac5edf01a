import { expect, test } from 'vitest'
import type { Config } from '../../config/config.ts'
import { guideNames, htmlOf } from './guides.ts'
import { referencePage, referencePages } from './pages.ts'

const page = (isLive: boolean) => referencePage({ nonce: 'n0nce', library: 'reference-1', isLive })

test('operations are tried out in the sandbox alone', () => {
  expect(page(false)).toContain('"hideTestRequestButton":false')
  expect(page(true)).toContain('"hideTestRequestButton":true')
})

test('the page keeps no key and asks no other server', () => {
  expect(page(false)).toContain('"persistAuth":false')
  expect(page(false)).toContain('"telemetry":false')
  expect(page(false)).toContain('"withDefaultFonts":false')
  expect(page(false)).not.toMatch(/https?:/)
})

const config = { BASE_URL: 'http://localhost:8787', ENVIRONMENT: 'sandbox' } as Config
const pages = referencePages({ config, random: (bytes) => new Uint8Array(bytes) }, () => ({}))

test.each(guideNames)('the guide %s is a page without scripts', async (name) => {
  const answer = await pages.request(`/docs/guides/${name}`)
  expect(answer.status).toBe(200)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
  const html = await answer.text()
  expect(html).not.toMatch(/<script|javascript:/)
  expect(html).toContain('<h1>')
})

test.each(['nothing', '../first-transfer', '..%2f..%2fREADME', 'first-transfer.md'])(
  'no other file is a guide: %s',
  async (name) => {
    expect((await pages.request(`/docs/guides/${name}`)).status).toBe(404)
  },
)

test('a tag in a guide is text, and a link leads nowhere strange', () => {
  expect(htmlOf('a <img src=x onerror=alert(1)> b')).not.toContain('<img')
  expect(htmlOf('<script>alert(1)</script>')).not.toContain('<script')
  expect(htmlOf('[x](javascript:alert(1))')).not.toContain('href')
  expect(htmlOf('[x](signing.md#2-an-owner)')).toContain('href="/docs/guides/signing#2-an-owner"')
})
