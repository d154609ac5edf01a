import { fileURLToPath } from 'node:url'
import { Hono, type MiddlewareHandler } from 'hono'
import { Refusal } from '../api/request/refusal.ts'
import type { Deps } from '../ports/deps.ts'
import { createConsoleKeys } from '../modules/access/keys/console-keys.ts'
import { operationsOf } from '../api/path-table.ts'
import { createStaff } from '../modules/access/staff/staff.ts'
import { accessRoutes } from './access-routes.ts'
import { compressReads } from './page/compress.ts'
import type { DashboardContext, DashboardEnv } from './context.ts'
import { createSessionCookie } from './cookie.ts'
import { createCredentialThrottle } from '../api/limits/credential-throttle.ts'
import { limitStrangers } from '../api/limits/anonymous-limits.ts'
import { createForwarder } from './forward.ts'
import { createGuard } from './guard.ts'
import { pages } from './page/html.ts'
import { createLive } from './live.ts'
import { createInbox } from '../modules/notifications/inbox/service.ts'
import { createViews } from '../modules/views/views.ts'
import { inboxRoutes } from './inbox-routes.ts'
import { noteRoutes } from './note-routes.ts'
import { viewRoutes } from './view-routes.ts'
import { teamRoutes } from './team-routes.ts'
import { partnerInProcess, partnerUpstream } from './partner-side.ts'
import { errorResponse, StaffRefusal } from './refusals.ts'
import { createTracking } from '../modules/transfers/tracking/links.ts'

type DashboardDeps = Pick<
  Deps,
  'config' | 'db' | 'ids' | 'kek' | 'log' | 'post' | 'random' | 'realTime' | 'wake'
>

export type DashboardOptions = {
  /** Folder of the built web. */
  webRoot?: string
}

const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * What only staff need: sign-in and sessions, the forwarder to the partner API, the live stream,
 * and the pages. Mount it last: it answers every path that nothing else does.
 */
export function buildDashboard(
  deps: DashboardDeps,
  partnerApi: Hono,
  { webRoot = builtWeb }: DashboardOptions = {},
): Hono {
  const app = new Hono()
  app.get('*', toOneName(deps.config.BASE_URL))
  app.route('/bff', bff(deps, partnerApi))
  app.route('/', pages(deps, webRoot))
  return app
}

function bff(deps: DashboardDeps, partnerApi: Hono): Hono<DashboardEnv> {
  const { UPSTREAM_URL: url, UPSTREAM_TOKEN: token, BASE_URL: baseUrl } = deps.config
  const staff = createStaff(deps)
  const { sessions } = staff
  const throttle = createCredentialThrottle(deps)
  // Who has just signed in is let in, whatever the neighbours do.
  const cookie = createSessionCookie(deps.config, (given) => throttle.trust(given))
  const guard = createGuard(sessions, cookie, throttle)
  const isRemote = url !== undefined && token !== undefined
  const partner = isRemote
    ? partnerUpstream({ url, token })
    : partnerInProcess(deps, createConsoleKeys(deps), partnerApi)
  const live = createLive(deps, partner, sessions)
  const forward = createForwarder({ deps, partner, sessions, stream: live.open })

  const app = new Hono<DashboardEnv>()
  app.use('*', frame(deps))
  app.use('*', refuseCrossSite(baseUrl))
  app.use('/api/v1/*', compressReads)
  const strangers = limitStrangers(deps)
  app.route('/', accessRoutes({ staff, guard, cookie, strangers }))
  app.route('/', trackingRoutes(deps, strangers))
  app.route('/', noteRoutes(deps, guard))
  app.route('/', inboxRoutes(createInbox(deps), guard))
  app.route('/', viewRoutes(createViews(deps), guard))
  app.route('/', teamRoutes({ operations: operationsOf(deps.config), staff, guard }))
  app.get('/events', async (c) => live.open(await guard.passive(c), c.req.header('last-event-id')))
  app.all('/api/v1/*', async (c) => forward(c.req.raw, await visitor(c)))
  app.all('*', () => {
    throw new Refusal('PATH_NOT_FOUND', 'There is nothing at this path.')
  })
  app.onError((error, c) => {
    const response = errorResponse(error, c.get('requestId'))
    if (response.status === 500)
      deps.log.error({ err: error, path: withoutToken(c.req.path) }, 'request failed')
    return response
  })
  return app

  /** Refreshes that a page makes automatically do not keep an unattended session open. */
  function visitor(c: DashboardContext) {
    const isByItself = c.req.method === 'GET' && c.req.header('x-background') !== undefined
    return isByItself ? guard.passive(c) : guard.active(c)
  }
}

/** The path as it is logged: who reads a log shall not be able to use a link. */
const withoutToken = (path: string) =>
  path.replace(/^(\/bff\/(?:enrolments|recovery\/links|tracking)\/)[^/]+/, '$1:token')

/** A request id, and the headers of every answer with data in it. */
function frame(deps: Pick<Deps, 'ids'>): MiddlewareHandler<DashboardEnv> {
  return async (c, next) => {
    c.set('requestId', deps.ids.make('req'))
    await next()
    const { headers } = c.res
    if (!headers.has('x-request-id')) headers.set('X-Request-Id', c.get('requestId'))
    headers.set('Cache-Control', 'no-store')
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Cross-Origin-Resource-Policy', 'same-origin')
    headers.set('Referrer-Policy', 'no-referrer')
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  }
}

/** Passkeys and cookies belong to a name, not to an address: pages move from 127.0.0.1 to localhost. */
function toOneName(baseUrl: string): MiddlewareHandler {
  const base = new URL(baseUrl)
  return async (c, next) => {
    const { hostname, pathname, search } = new URL(c.req.url)
    const isOther = hostname === '127.0.0.1' || hostname === '[::1]'
    const isPage = c.req.header('accept')?.includes('text/html') ?? false
    if (base.hostname !== 'localhost' || !isOther || !isPage) return next()
    return c.redirect(base.origin + pathname + search, 307)
  }
}

const reading = new Set(['GET', 'HEAD'])
const forwarded = '/bff/api/v1/'

/**
 * Lets a request that may change something through only when the dashboard's own page sent it:
 * a header that no form can send, our origin, `Sec-Fetch-Site`, and JSON. Files go to the
 * partner API as multipart, which a form could send too, but not with that header.
 */
function refuseCrossSite(baseUrl: string): MiddlewareHandler {
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

type Parts = Pick<Deps, 'config' | 'db' | 'ids' | 'kek' | 'realTime'>

/** What whoever has a tracking link sees of its transfer. There is no session: the token is the only key. */
function trackingRoutes(deps: Parts, strangers: ReturnType<typeof limitStrangers>): Hono {
  const tracking = createTracking(deps)
  const app = new Hono()
  app.use('/tracking/*', strangers)
  app.get('/tracking/:token', async (c) => {
    const found = await tracking.read(c.req.param('token'))
    // The same for an unknown, an expired and a revoked one.
    if (!found) throw new Refusal('RECORD_NOT_FOUND', 'This link is not valid, or no longer.')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    return c.json(found)
  })
  return app
}
