import type { MiddlewareHandler } from 'hono'
import { Refusal } from '../api/request/refusal.ts'
import { StaffRefusal } from './refusals.ts'

const reading = new Set(['GET', 'HEAD'])
const forwarded = '/bff/api/v1/'

/**
 * Lets a request that may change something through only when the dashboard's own page sent it:
 * a header that no form can send, our origin, `Sec-Fetch-Site`, and JSON. Files go to the
 * partner API as multipart, which a form could send too, but not with that header.
 */
export function refuseCrossSite(baseUrl: string): MiddlewareHandler {
  const { origin } = new URL(baseUrl)
  return async ({ req }, next) => {
    if (!reading.has(req.method)) {
      const site = req.header('sec-fetch-site')
      const isOurs =
        Boolean(req.header('x-requested-by')) &&
        req.header('origin') === origin &&
        (site === undefined || site === 'same-origin')
      if (!isOurs) throw new StaffRefusal('CROSS_SITE_REFUSED')
      const type = req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
      const isUpload = type === 'multipart/form-data' && req.path.startsWith(forwarded)
      if (type !== 'application/json' && !isUpload)
        throw new Refusal('CONTENT_TYPE_UNSUPPORTED', 'Send the body as application/json.')
    }
    await next()
  }
}
