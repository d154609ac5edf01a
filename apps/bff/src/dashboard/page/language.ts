import { parse } from 'hono/utils/cookie'
import { parseAccept } from 'hono/utils/accept'

/** The page's own preference, set by its settings; no secret. */
const cookieName = 'corridor_language'
const fallback = 'en'

/** The language to answer a page in: what was chosen on this device, else what the browser asks for, else English. */
export function chooseLanguage(
  headers: { cookie: string | undefined; acceptLanguage: string | undefined },
  available: ReadonlySet<string>,
): string {
  const chosen = parse(headers.cookie ?? '', cookieName)[cookieName]
  const accepted = parseAccept(headers.acceptLanguage ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.split('-', 1)[0]?.toLowerCase())
  return [chosen, ...accepted].find((tag) => tag && available.has(tag)) ?? fallback
}
