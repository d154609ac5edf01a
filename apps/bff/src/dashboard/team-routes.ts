import { allowedScopes } from '@corridor/contract'
import { Hono } from 'hono'
import type { Operation } from '../api/path-table.ts'
import { detail, Refusal } from '../api/request/refusal.ts'
import { actingMember } from '../modules/access/staff/visit.ts'
import type { SessionFacts } from '../modules/access/staff/sessions.ts'
import type { InUse } from '../modules/access/staff/roles.ts'
import type { Staff } from '../modules/access/staff/staff.ts'
import { actionHash } from '../modules/access/staff/step-up.ts'
import type { Result } from '@corridor/domain'
import { readBody } from './body.ts'
import type { DashboardContext, DashboardEnv } from './context.ts'
import type { Guard } from './guard.ts'
import { StaffRefusal, valueOrRefuse } from './refusals.ts'
import * as schemas from './schemas.ts'
import type { StaffFailure } from '../modules/access/failures.ts'

type Parts = {
  operations: readonly Operation[]
  staff: Staff
  guard: Guard
}

const prefix = '/bff'

/** The team: who is in it, who is invited, and the end of each, all by passkey. */
export function teamRoutes({ operations, staff, guard }: Parts): Hono<DashboardEnv> {
  const { team, teamList, sessions, invitations, roles, recoveryStart } = staff
  const app = new Hono<DashboardEnv>()

  app.get('/team', async (c) => c.json(await teamList.read(await guard.passive(c))))
  app.put('/team/email', async (c) => {
    const body = await readBody(c.req.raw, schemas.EmailChange)
    const by = byOf(c, await confirmed(c, body))
    return c.json(ended(await team.setEmail(by, body.email.toLowerCase())))
  })
  app.put('/team/name', async (c) => {
    const body = await readBody(c.req.raw, schemas.NameChange)
    const by = byOf(c, await confirmed(c, body))
    return c.json(ended(await team.setName(by, body.name)))
  })
  app.get('/team/members/:memberId/removal', async (c) => {
    const session = await guard.passive(c)
    return c.json(ended(await teamList.endsWith(session, c.req.param('memberId'))))
  })
  app.delete('/team/members/:memberId', async (c) => {
    const by = byOf(c, await confirmed(c))
    return c.json(ended(await team.removeMember(by, c.req.param('memberId'))))
  })
  app.delete('/team/members/:memberId/sessions', async (c) => {
    const by = byOf(c, await confirmed(c))
    return c.json(ended(await team.endSessions(by, c.req.param('memberId'))))
  })
  app.delete('/team/members/:memberId/passkeys/:passkeyId', async (c) => {
    const by = byOf(c, await confirmed(c))
    const { memberId, passkeyId } = c.req.param()
    return c.json(ended(await team.removePasskey(by, memberId, passkeyId)))
  })
  app.delete('/team/sessions/:sessionId', async (c) => {
    const by = byOf(c, await confirmed(c))
    return c.json(ended(await team.endSession(by, c.req.param('sessionId'))))
  })
  app.post('/team/links', async (c) => {
    const body = await readBody(c.req.raw, schemas.Invitation)
    const by = inSession(c, await confirmed(c, body))
    const email = body.email?.toLowerCase()
    return c.json(ended(await invitations.invite(by, { role: body.role, email })))
  })
  app.delete('/team/links/:linkId', async (c) => {
    const by = inSession(c, await confirmed(c))
    return c.json(ended(await invitations.end(by, c.req.param('linkId'))))
  })
  app.post('/team/members/:memberId/recovery', async (c) => {
    await readBody(c.req.raw, schemas.Nothing)
    const by = inSession(c, await confirmed(c, {}))
    return c.json(ended(await recoveryStart.begin(by, c.req.param('memberId'))))
  })
  roleRoutes(app, { operations, roles, guard, confirmed })
  return app

  /** The session of a request that a fresh passkey confirmed; the confirmation is used up. */
  async function confirmed(c: DashboardContext, body?: unknown): Promise<SessionFacts> {
    const session = await guard.active(c)
    const action = { method: c.req.method, path: c.req.path.slice(prefix.length), body }
    const at =
      session.hasStepUp && (await sessions.takeStepUp(session, actionHash(session, action)))
    if (!at)
      throw new Refusal(
        'PRIMARY_AUTH_REQUIRED',
        'Confirm this with your passkey, then send it again.',
      )
    return session
  }
}

type RoleParts = Pick<Parts, 'operations' | 'guard'> & {
  roles: Staff['roles']
  confirmed: (c: DashboardContext, body?: unknown) => Promise<SessionFacts>
}

/** Roles of the partner's own, who has which, and what each may call. */
function roleRoutes(app: Hono<DashboardEnv>, { operations, roles, guard, confirmed }: RoleParts) {
  app.put('/team/members/:memberId/role', async (c) => {
    const body = await readBody(c.req.raw, schemas.RoleChange)
    const by = inSession(c, await confirmed(c, body))
    return c.json(ended(await roles.give(by, c.req.param('memberId'), body.role)))
  })
  app.get('/team/roles', async (c) => {
    const { partnerId } = await guard.passive(c)
    return c.json(await roles.list(partnerId))
  })
  app.get('/team/operations', async (c) => {
    await guard.passive(c)
    return c.json({ operations: operations.map(shapeOperation) })
  })
  app.post('/team/roles', async (c) => {
    const body = await readBody(c.req.raw, schemas.RoleDraft)
    const by = inSession(c, await confirmed(c, body))
    return c.json(ended(await roles.create(by, body)))
  })
  app.put('/team/roles/:roleId', async (c) => {
    const body = await readBody(c.req.raw, schemas.RoleDraft)
    const by = inSession(c, await confirmed(c, body))
    return c.json(ended(await roles.change(by, c.req.param('roleId'), body)))
  })
  app.delete('/team/roles/:roleId', async (c) => {
    const by = inSession(c, await confirmed(c))
    return c.json(ended(await roles.remove(by, c.req.param('roleId'))))
  })
}

/** What somebody needs to call an operation, any one of the scopes, and whether a passkey confirms it. */
const shapeOperation = ({ module, endpoint }: Operation) => ({
  id: endpoint.id,
  module,
  summary: endpoint.summary,
  scopes: allowedScopes(endpoint),
  isConfirmed: endpoint.stepUp !== undefined,
})

const byOf = (c: DashboardContext, session: SessionFacts) => ({
  ...actingMember(session, c.get('requestId')),
  memberId: session.memberId,
})

const inSession = (c: DashboardContext, session: SessionFacts) => ({
  ...byOf(c, session),
  sessionId: session.id,
})

const noRecord = () => new Refusal('RECORD_NOT_FOUND', 'There is nothing with this id that lasts.')

/** The refusal names who or what it is in use by. */
const inUse = (by: readonly string[]) =>
  new StaffRefusal(
    'ROLE_IN_USE',
    by.map((name) => detail('', 'ROLE_IN_USE', name)),
  )

function ended<T>(result: Result<T, StaffFailure | 'RECORD_NOT_FOUND' | InUse>): T {
  if (result.ok) return result.value
  const { failure } = result
  if (failure === 'RECORD_NOT_FOUND') throw noRecord()
  if (typeof failure !== 'string') throw inUse(failure.by)
  return valueOrRefuse<T>({ ...result, failure })
}
