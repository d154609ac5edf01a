import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import type { Deps } from '../../ports/deps.ts'
import { openApiDocument } from './document.ts'
import { guidePage, guideNames, guidesPage, guideStyleHash } from './guides.ts'

/** Where the web's build puts the library, in a folder that is named by its version. */
const assets = fileURLToPath(new URL('../../../../web/dist/assets', import.meta.url))
const nonceBytes = 16
const htmlType = { 'Content-Type': 'text/html; charset=utf-8' }

/** The document of the API, its page and the guides, which anyone may read without a key. */
export function referencePages(
  { config, random }: Pick<Deps, 'config' | 'random'>,
  headers: () => Record<string, string>,
): Hono {
  const written = writtenOnce(config.BASE_URL)
  const common = () => ({
    ...headers(),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
  })
  const pages = new Hono()
  pages.get('/api/v1/openapi.json', (c) =>
    c.body(written(), 200, { ...headers(), 'Content-Type': 'application/json' }),
  )
  pages.get('/docs', (c) => {
    const library = libraryFolder()
    if (library === undefined) return c.text('The reference is not built. Run npm start.\n', 503)
    const nonce = Buffer.from(random(nonceBytes)).toString('base64')
    const isLive = config.ENVIRONMENT === 'live'
    return c.body(referencePage({ nonce, library, isLive }), 200, {
      ...common(),
      ...htmlType,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': referencePolicy(nonce),
    })
  })
  const guidePolicy = `default-src 'none'; style-src 'sha256-${guideStyleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const guideHeaders = () => ({
    ...common(),
    ...htmlType,
    'Content-Security-Policy': guidePolicy,
  })
  pages.get('/docs/guides', (c) => c.body(guidesPage(), 200, guideHeaders()))
  pages.get('/docs/guides/:name', (c, next) => {
    const name = guideNames.find((known) => known === c.req.param('name'))
    return name === undefined ? next() : c.body(guidePage(name), 200, guideHeaders())
  })
  return pages
}

/**
 * Anyone may ask for the document, without a key and as often as they like, so it is written once;
 * at the first question, because writing takes longer than the rest of a start.
 */
function writtenOnce(baseUrl: string): () => string {
  let written: string | undefined
  return () => (written ??= JSON.stringify(openApiDocument(baseUrl)))
}

function libraryFolder(): string | undefined {
  try {
    return readdirSync(assets).find((name) => name.startsWith('reference-'))
  } catch {
    return undefined
  }
}

/**
 * Our own origin alone, and of scripts beside it only that of this answer. The library writes style
 * elements and attributes of its own, which no nonce can mark, so styles are free here (ADR 83).
 */
const referencePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

type ReferencePage = { nonce: string; library: string; isLive: boolean }

/** Without scripts or styles of other servers; the library's settings are all here. */
export function referencePage({ nonce, library, isLive }: ReferencePage): string {
  const options = {
    url: '/api/v1/openapi.json',
    // A key that was pasted is in the memory of this page, and nowhere after it is closed.
    persistAuth: false,
    // In live nothing is tried out: each request would move real money.
    hideTestRequestButton: isLive,
    // What would ask another server: fonts, measurements, an assistant, a proxy.
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    proxyUrl: '',
    hideClientButton: true,
    showDeveloperTools: 'never',
    authentication: { preferredSecurityScheme: 'apiToken' },
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Corridor API reference</title>
</head>
<body>
<div id="reference"></div>
<script nonce="${nonce}">
// The library's schemas would try whether they may compile code; the policy says no.
globalThis.__zod_globalConfig = { jitless: true }
</script>
<script type="module" nonce="${nonce}">
import { createApiReference } from '/assets/${library}/standalone.esm.js'
const options = ${JSON.stringify(options)}
createApiReference('#reference', { ...options, servers: [{ url: location.origin }] })
</script>
</body>
</html>
`
}
