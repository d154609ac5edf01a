import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { parse } from 'hono/utils/cookie'
import { parseAccept } from 'hono/utils/accept'
import type { Deps } from '../../ports/deps.ts'
import { type Asset, readAssets } from './assets.ts'
import { chooseEncoding, compressed } from './encoding.ts'

const nonceBytes = 16
/** The web's build puts this text wherever a nonce belongs. */
const noncePlaceholder = '__CSP_NONCE__'

/** Paths that answer programs: a typing error there is a 404, never the page. */
// A name with a dot is a file: one that is not there must not be answered with a page.
const notPages = /^\/(api|bff|docs|files|healthz|readyz|metrics)(\/|$)|\.[a-z0-9]+$|\.\./
const takesHtml = (accept: string | undefined) => /text\/html|\*\/\*/.test(accept ?? '*/*')

/** The dashboard's page and files. What is sent never depends on a session. */
export function pages(deps: Pick<Deps, 'config' | 'random'>, root: string): Hono {
  const headersOf = pageHeaders(deps.config.BASE_URL)
  const assets = readAssets(root)
  const pageIn = keptPages(root)
  const app = new Hono()

  app.get('*', async (c, next) => {
    const asset = assets.get(c.req.path)
    const encodings = c.req.header('accept-encoding')
    if (asset) return answerAsset(asset, encodings)
    if (!takesHtml(c.req.header('accept')) || notPages.test(c.req.path)) return next()
    const language = chooseLanguage(
      { cookie: c.req.header('cookie'), acceptLanguage: c.req.header('accept-language') },
      pageIn.languages,
    )
    return answerPage(language, encodings)
  })
  return app

  function answerAsset(asset: Asset, accepted: string | undefined): Response {
    const encoding = chooseEncoding(accepted, asset.encodings)
    return new Response(asset.read(encoding), {
      headers: {
        ...headersOf(),
        'Content-Type': asset.type,
        'Cache-Control': asset.isHashed
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600',
        Vary: 'Accept-Encoding',
        ...(encoding && { 'Content-Encoding': encoding }),
      },
    })
  }

  async function answerPage(language: string, accepted: string | undefined): Promise<Response> {
    const source = pageIn.read(language)
    if (source === undefined) return notBuilt()
    const nonce = Buffer.from(deps.random(nonceBytes)).toString('base64')
    const html = source.replaceAll(noncePlaceholder, nonce)
    const encoding = chooseEncoding(accepted)
    return new Response(encoding ? await compressed(html, encoding) : html, {
      headers: {
        ...headersOf(nonce),
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Language': language,
        'Cache-Control': 'no-store',
        Vary: 'Accept-Encoding, Accept-Language, Cookie',
        ...(encoding && { 'Content-Encoding': encoding }),
      },
    })
  }

  function notBuilt(): Response {
    return new Response('The dashboard is not built. Run npm start.\n', {
      status: 503,
      headers: { ...headersOf(), 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '5' },
    })
  }
}

type KeptPages = {
  languages: ReadonlySet<string>
  read: (language: string) => string | undefined
}

/** The page of each language; read again only when its file has changed, as it does while the web is developed. */
function keptPages(root: string): KeptPages {
  const kept = new Map<string, { text: string; mtimeMs: number }>()
  const entries = existsSync(root) ? readdirSync(root, { withFileTypes: true }) : []
  const others = entries
    .filter((entry) => entry.isDirectory() && /^[a-z]{2}$/.test(entry.name))
    .map(({ name }) => name)
  const languages = new Set(['en', ...others])
  return {
    languages,
    read: (language) => {
      const path = join(root, language === 'en' ? '.' : language, 'index.html')
      const mtimeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
      if (mtimeMs === undefined) return undefined
      const known = kept.get(language)
      if (known?.mtimeMs === mtimeMs) return known.text
      const text = readFileSync(path, 'utf8')
      kept.set(language, { text, mtimeMs })
      return text
    },
  }
}

const hstsSeconds = 365 * 24 * 60 * 60

/** Headers of every page and asset; `nonce` marks the scripts and styles of this one answer. */
function pageHeaders(baseUrl: string): (nonce?: string) => Record<string, string> {
  const always = {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Permissions-Policy':
      'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(baseUrl.startsWith('https:') && {
      'Strict-Transport-Security': `max-age=${hstsSeconds}; includeSubDomains`,
    }),
  }
  return (nonce) => ({ ...always, 'Content-Security-Policy': policy(nonce) })
}

function policy(nonce: string | undefined): string {
  const own = nonce === undefined ? "'self'" : `'self' 'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** The page's own preference, set by its settings; no secret. */
const cookieName = 'corridor_language'
const fallback = 'en'

/** The language to answer a page in: what was chosen on this device, else what the browser asks for, else English. */
function chooseLanguage(
  headers: { cookie: string | undefined; acceptLanguage: string | undefined },
  available: ReadonlySet<string>,
): string {
  const chosen = parse(headers.cookie ?? '', cookieName)[cookieName]
  const accepted = parseAccept(headers.acceptLanguage ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.split('-', 1)[0]?.toLowerCase())
  return [chosen, ...accepted].find((tag) => tag && available.has(tag)) ?? fallback
}
