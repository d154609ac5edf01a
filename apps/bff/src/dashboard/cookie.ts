import { getCookie, setCookie } from 'hono/cookie'
import type { Config } from '../config/config.ts'
import type { DashboardContext } from './context.ts'

const maxAgeSeconds = 12 * 60 * 60

export type SessionCookie = ReturnType<typeof createSessionCookie>

/**
 * The session cookie: `__Host-sid`, Secure. Browsers take it on http://localhost as well; on other
 * plain http it is `sid` without Secure, where the operator allowed that.
 */
export function createSessionCookie(
  config: Pick<Config, 'BASE_URL' | 'COOKIE_INSECURE'>,
  onWritten: (token: string) => void = () => undefined,
) {
  const { protocol, hostname } = new URL(config.BASE_URL)
  const isTrusted = protocol === 'https:' || hostname === 'localhost'
  const secure = isTrusted || config.COOKIE_INSECURE === 'off'
  const name = secure ? '__Host-sid' : 'sid'
  const attributes = { path: '/', secure, httpOnly: true, sameSite: 'Strict' } as const
  return {
    read: (c: DashboardContext): string | undefined => getCookie(c, name),
    write: (c: DashboardContext, token: string) => {
      onWritten(token)
      setCookie(c, name, token, { ...attributes, maxAge: maxAgeSeconds })
    },
    clear: (c: DashboardContext) => setCookie(c, name, '', { ...attributes, maxAge: 0 }),
  }
}
