import { Hono } from 'hono'
import type { Opened } from '../modules/access/staff/sessions.ts'
import type { Visit } from '../modules/access/staff/visit.ts'
import type { Staff } from '../modules/access/staff/staff.ts'
import { readBody } from './body.ts'
import type { DashboardContext, DashboardEnv } from './context.ts'
import type { SessionCookie } from './cookie.ts'
import { Refusal } from '../api/request/refusal.ts'
import type { limitStrangers } from '../api/limits/anonymous-limits.ts'
import type { Guard } from './guard.ts'
import { valueOrRefuse } from './refusals.ts'
import * as schemas from './schemas.ts'

// The first that fits: browsers name the ones they resemble as well.
const browsers = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The kind of browser, such as `Firefox on Linux`: enough to distinguish one's own sessions. */
function agentOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500)
  const browser = browsers.find(([, pattern]) => pattern.test(text))?.[0] ?? 'Unknown browser'
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0]
  return system ? `${browser} on ${system}` : browser
}

type Parts = {
  staff: Staff
  guard: Guard
  cookie: SessionCookie
  strangers: ReturnType<typeof limitStrangers>
}

/** Enrolment, sign-in, recovery, step-up and the session itself. */
export function accessRoutes({ staff, guard, cookie, strangers }: Parts): Hono<DashboardEnv> {
  const { sessions } = staff
  const app = new Hono<DashboardEnv>()
  for (const path of ['/sign-in/*', '/enrolments/*', '/recovery/*']) app.use(path, strangers)

  app.get('/session', async (c) => c.json(sessions.describe(await guard.passive(c))))
  app.post('/session/keep-alive', async (c) => c.json(sessions.describe(await guard.active(c))))
  app.post('/sign-out', async (c) => {
    const session = await sessions.find(cookie.read(c))
    if (session) await sessions.end(session)
    cookie.clear(c)
    return c.body(null, 204)
  })

  app.get('/enrolments/:token', async (c) => {
    const link = valueOrRefuse(await staff.enrolment.read(c.req.param('token')))
    const { workspaceName, role, roleName, email, expiresAt } = link
    return c.json({
      workspaceName,
      role,
      ...(roleName !== null && { roleName }),
      ...(email !== '' && { email }),
      expiresAt: expiresAt.toISOString(),
    })
  })
  app.post('/enrolments/:token/options', async (c) => {
    const { name } = await readBody(c.req.raw, schemas.EnrolmentBegin)
    return c.json(valueOrRefuse(await staff.enrolment.begin(c.req.param('token'), name)))
  })
  app.post('/enrolments/:token/finish', async (c) => {
    const answer = await readBody(c.req.raw, schemas.EnrolmentFinish)
    const token = c.req.param('token')
    const done = valueOrRefuse(await staff.enrolment.finish(token, answer, visitOf(c)))
    return c.json({ recoveryCodes: done.recoveryCodes, session: welcome(c, done) })
  })

  app.post('/sign-in/options', async (c) => {
    await readBody(c.req.raw, schemas.Nothing)
    return c.json(await staff.signIn.begin())
  })
  app.post('/sign-in/finish', async (c) => {
    const answer = await readBody(c.req.raw, schemas.AssertionAnswer)
    return c.json(welcome(c, valueOrRefuse(await staff.signIn.finish(answer, visitOf(c)))))
  })

  recoveryRoutes(app, { staff, welcome, visitOf })

  app.post('/step-up/options', async (c) => {
    const session = await guard.active(c)
    const { action } = await readBody(c.req.raw, schemas.StepUpBegin)
    return c.json(await staff.stepUp.begin(session, action))
  })
  app.post('/step-up/finish', async (c) => {
    const session = await guard.active(c)
    const answer = await readBody(c.req.raw, schemas.AssertionAnswer)
    const opened = valueOrRefuse(await staff.stepUp.finish(session, answer, c.get('requestId')))
    return c.json(welcome(c, opened))
  })
  return app

  /** Hands the new cookie over and describes the session. */
  function welcome(c: DashboardContext, { session, token }: Opened) {
    cookie.write(c, token)
    return sessions.describe(session)
  }

  function visitOf(c: DashboardContext) {
    return {
      requestId: c.get('requestId'),
      agent: agentOf(c.req.header('user-agent')),
      replaces: cookie.read(c),
    }
  }
}

type Entered = {
  staff: Staff
  welcome: (c: DashboardContext, opened: Opened) => unknown
  visitOf: (c: DashboardContext) => Visit
}

/** Who lost the passkey comes back: by a recovery code, or by a colleague's link and a mailed code. */
function recoveryRoutes(app: Hono<DashboardEnv>, { staff, welcome, visitOf }: Entered): void {
  app.post('/recovery/options', async (c) => {
    const { code } = await readBody(c.req.raw, schemas.RecoveryBegin)
    return c.json(valueOrRefuse(await staff.recovery.begin(code)))
  })
  app.post('/recovery/finish', async (c) => {
    const answer = await readBody(c.req.raw, schemas.AttestationAnswer)
    const done = valueOrRefuse(await staff.recovery.finish(answer, visitOf(c)))
    return c.json({ codesLeft: done.codesLeft, session: welcome(c, done) })
  })
  app.get('/recovery/links/:token', async (c) =>
    c.json(valueOrRefuse(await staff.recoveryLinks.read(c.req.param('token')))),
  )
  app.post('/recovery/links/:token/code', async (c) => {
    await readBody(c.req.raw, schemas.Nothing)
    const sent = await staff.recoveryLinks.sendCode(c.req.param('token'))
    if (!sent.ok && sent.failure === 'RECOVERY_CODE_UNSENT')
      throw new Refusal('PROVIDER_UNAVAILABLE', 'The code could not be mailed. Try again.')
    return c.json(valueOrRefuse(sent.ok ? sent : { ...sent, failure: sent.failure }))
  })
  app.post('/recovery/links/:token/options', async (c) => {
    const { code } = await readBody(c.req.raw, schemas.MailedCode)
    return c.json(valueOrRefuse(await staff.recoveryLinks.options(c.req.param('token'), code)))
  })
  app.post('/recovery/links/:token/finish', async (c) => {
    const answer = await readBody(c.req.raw, schemas.AttestationAnswer)
    const token = c.req.param('token')
    const done = valueOrRefuse(await staff.recoveryLinks.finish(token, answer, visitOf(c)))
    return c.json({ recoveryCodes: done.recoveryCodes, session: welcome(c, done) })
  })
}
