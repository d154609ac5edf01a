import { Hono } from 'hono'
import type { limitStrangers } from '../../api/limits/anonymous-limits.ts'
import { Refusal } from '../../api/request/refusal.ts'
import { createTracking } from '../../modules/transfers/tracking/links.ts'
import type { Deps } from '../../ports/deps.ts'

type Parts = Pick<Deps, 'config' | 'db' | 'ids' | 'kek' | 'realTime'>

/** What whoever has a tracking link sees of its transfer. There is no session: the token is the only key. */
export function trackingRoutes(deps: Parts, strangers: ReturnType<typeof limitStrangers>): Hono {
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
