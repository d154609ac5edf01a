import { Hono } from 'hono'
import { Refusal } from '../api/request/refusal.ts'
import type { Deps } from '../ports/deps.ts'
import * as notes from '../modules/access/staff/note-store.ts'
import { readBody } from './body.ts'
import type { DashboardEnv } from './context.ts'
import type { Guard } from './guard.ts'
import * as schemas from './schemas.ts'

/** What members keep for themselves: settings of the dashboard and unfinished forms. */
export function noteRoutes(deps: Pick<Deps, 'db' | 'realTime'>, guard: Guard): Hono<DashboardEnv> {
  const { db } = deps
  const app = new Hono<DashboardEnv>()

  app.get('/preferences', async (c) => {
    const owner = await guard.passive(c)
    const body = await db.withPartner(owner.partnerId, (tx) => notes.readPreferences(tx, owner))
    return c.json(body as object)
  })
  app.put('/preferences', async (c) => {
    const owner = await guard.active(c)
    const body = await readBody(c.req.raw, schemas.Preferences)
    const at = deps.realTime()
    await db.withPartner(owner.partnerId, (tx) => notes.savePreferences(tx, owner, body, at))
    return c.json(body as object)
  })

  app.get('/drafts', async (c) => {
    const owner = await guard.passive(c)
    const rows = await db.withPartner(owner.partnerId, (tx) => notes.listDrafts(tx, owner))
    const data = rows.map(({ id, kind, title, updated_at }) => ({
      draftId: id,
      kind,
      title,
      updatedAt: updated_at.toISOString(),
    }))
    return c.json({ data })
  })
  // Most forms were never left unfinished: that nothing is kept is an answer, not a failure.
  app.get('/drafts/:id', async (c) => {
    const owner = await guard.passive(c)
    const id = idOf(c.req.param('id'))
    const body = await db.withPartner(owner.partnerId, (tx) => notes.readDraft(tx, owner, id))
    return c.json(body ?? null)
  })
  app.put('/drafts/:id', async (c) => {
    const owner = await guard.active(c)
    const id = idOf(c.req.param('id'))
    const body = await readBody(c.req.raw, schemas.Draft)
    const at = deps.realTime()
    const save = { id, ...body, at }
    const version = await db.withPartner(owner.partnerId, (tx) => notes.saveDraft(tx, owner, save))
    return c.json({ id, version, updatedAt: at.toISOString() })
  })
  app.delete('/drafts/:id', async (c) => {
    const owner = await guard.active(c)
    const id = idOf(c.req.param('id'))
    await db.withPartner(owner.partnerId, (tx) => notes.deleteDraft(tx, owner, id))
    return c.body(null, 204)
  })
  return app
}

function idOf(text: string): string {
  const parsed = schemas.draftId.safeParse(text)
  if (!parsed.success) throw noDraft()
  return parsed.data
}

const noDraft = () => new Refusal('RECORD_NOT_FOUND', 'There is no draft of this name.')
