import { type Context, Hono } from 'hono'
import { limitStrangers } from '../../../api/limits/anonymous-limits.ts'
import { readBytes } from '../../../api/request/read-request.ts'
import { Refusal } from '../../../api/request/refusal.ts'
import type { Deps } from '../../../ports/deps.ts'
import { endPage, pageHeaders } from './frame.ts'

/** A page of a customer's as it is answered: its script, and where its form may lead. */
export type Shown = {
  status: 200 | 400 | 404 | 410 | 429 | 500
  html: string
  script?: string
  redirectUrl?: string | null
}

export const endOf = (status: Shown['status'], title: string, text: string): Shown => ({
  status,
  html: endPage(title, text),
})

export const answer = (c: Context, { status, html, script = '', redirectUrl = null }: Shown) =>
  c.body(html, status, {
    ...pageHeaders(redirectUrl, script),
    'Content-Type': 'text/html; charset=utf-8',
  })

/** Pages below a path whose token is the only key: strangers come at a limited pace, and see no error. */
export function pagesBelow(path: string, deps: Pick<Deps, 'config' | 'log' | 'realTime'>): Hono {
  const app = new Hono()
  app.use(`${path}/*`, limitStrangers(deps))
  app.onError((error, c) => {
    const isTooOften = error instanceof Refusal && error.code === 'RATE_LIMITED'
    if (!isTooOften) deps.log.error({ err: error, path }, 'a page of a customer’s failed')
    c.header('Retry-After', String((isTooOften && error.retryAfterSeconds) || 1))
    return answer(c, isTooOften ? tooOften : broken)
  })
  return app
}

const tooOften = endOf(429, 'Too many attempts', 'Wait a moment and try again.')
const broken = endOf(500, 'Something failed on our side', 'Try again in a moment.')

const formLimit = 16 * 1024

/** What a form sent; nothing of one that is longer than any of ours. */
export async function formOf(request: Request): Promise<URLSearchParams> {
  const bytes = await readBytes(request, formLimit).catch(() => undefined)
  return new URLSearchParams(bytes ? new TextDecoder().decode(bytes) : '')
}
