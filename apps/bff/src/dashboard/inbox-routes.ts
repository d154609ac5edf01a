import { Hono } from 'hono'
import { z } from 'zod'
import { Refusal } from '../api/request/refusal.ts'
import type { Inbox } from '../modules/notifications/inbox/service.ts'
import { readBody } from './body.ts'
import type { DashboardEnv } from './context.ts'
import type { Guard } from './guard.ts'
import * as schemas from './schemas.ts'

/** The inbox of a member, and how they want to be notified. */
export function inboxRoutes(inbox: Inbox, guard: Guard): Hono<DashboardEnv> {
  const app = new Hono<DashboardEnv>()

  app.get('/notifications', async (c) => {
    const visitor = await guard.passive(c)
    const { kind, unread, before } = c.req.query()
    return c.json(
      await inbox.list(visitor, {
        kind: kind === '' ? undefined : kind,
        unread: unread === 'true',
        before: placeOf(before),
      }),
    )
  })
  app.get('/notifications/unread', async (c) => c.json(await inbox.count(await guard.passive(c))))
  app.post('/notifications/read', async (c) => {
    const visitor = await guard.active(c)
    const { to } = await readBody(c.req.raw, schemas.ReadTo)
    await inbox.readAll(visitor, to)
    return c.json(await inbox.count(visitor))
  })
  app.post('/notifications/:id/read', async (c) => {
    const visitor = await guard.active(c)
    await readBody(c.req.raw, schemas.Nothing)
    const id = z.uuid().safeParse(c.req.param('id'))
    const read = id.success ? await inbox.read(visitor, id.data) : undefined
    if (!read?.ok) throw new Refusal('RECORD_NOT_FOUND', 'There is no such notification.')
    return c.json(read.value)
  })
  app.get('/notifications/settings', async (c) =>
    c.json(await inbox.settings(await guard.passive(c))),
  )
  app.put('/notifications/settings', async (c) => {
    const visitor = await guard.active(c)
    const body = await readBody(c.req.raw, schemas.NoticeSettings)
    return c.json(await inbox.saveSettings(visitor, body))
  })
  return app
}

/** The place that a page of the inbox goes on before; anything else begins with the newest. */
function placeOf(text: string | undefined): number | undefined {
  const parsed = z.coerce.number().int().positive().safeParse(text)
  return parsed.success ? parsed.data : undefined
}
