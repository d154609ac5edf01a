import type { Result } from '@corridor/domain'
import { Hono } from 'hono'
import { z } from 'zod'
import { Refusal } from '../api/request/refusal.ts'
import type { Views } from '../modules/views/views.ts'
import { readBody } from './body.ts'
import type { DashboardEnv } from './context.ts'
import type { Guard } from './guard.ts'
import { StaffRefusal } from './refusals.ts'
import * as schemas from './schemas.ts'

/** Saved views of lists. */
export function viewRoutes(views: Views, guard: Guard): Hono<DashboardEnv> {
  const app = new Hono<DashboardEnv>()

  app.get('/views', async (c) =>
    c.json({ data: await views.list(await guard.passive(c), c.req.query('list')) }),
  )
  app.post('/views', async (c) => {
    const by = await guard.active(c)
    const body = await readBody(c.req.raw, schemas.NewView)
    return c.json(valueOf(await views.create(by, body)))
  })
  app.put('/views/default', async (c) => {
    const by = await guard.active(c)
    const { list, viewId } = await readBody(c.req.raw, schemas.DefaultView)
    valueOf(await views.open(by, list, viewId))
    return c.json({ list, viewId })
  })
  app.put('/views/:viewId', async (c) => {
    const by = await guard.active(c)
    const body = await readBody(c.req.raw, schemas.ViewChange)
    return c.json(valueOf(await views.change(by, idOf(c.req.param('viewId')), body)))
  })
  app.delete('/views/:viewId', async (c) => {
    const by = await guard.active(c)
    valueOf(await views.remove(by, idOf(c.req.param('viewId'))))
    return c.body(null, 204)
  })
  return app
}

const noView = () => new Refusal('RECORD_NOT_FOUND', 'There is no saved view with this id.')

function idOf(text: string): string {
  const id = z.uuid().safeParse(text)
  if (!id.success) throw noView()
  return id.data
}

type Failure = 'RECORD_NOT_FOUND' | 'VIEW_NOT_YOURS' | 'VIEWS_FULL'

function valueOf<T>(result: Result<T, Failure>): T {
  if (result.ok) return result.value
  if (result.failure === 'RECORD_NOT_FOUND') throw noView()
  throw new StaffRefusal(result.failure)
}
