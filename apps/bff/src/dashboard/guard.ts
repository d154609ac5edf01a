import type { CredentialThrottle } from '../api/limits/credential-throttle.ts'
import type { SessionFacts, Sessions } from '../modules/access/staff/sessions.ts'
import type { DashboardContext } from './context.ts'
import type { SessionCookie } from './cookie.ts'
import { StaffRefusal } from './refusals.ts'

export type Guard = {
  /** The session of a request in which a person acts, which keeps it from going idle. */
  active(c: DashboardContext): Promise<SessionFacts>
  /** The session of a request that only looks: it stays as idle as it was. */
  passive(c: DashboardContext): Promise<SessionFacts>
}

/** Both refuse with 401 where there is no open session. */
export function createGuard(
  sessions: Sessions,
  cookie: SessionCookie,
  throttle: CredentialThrottle,
): Guard {
  return {
    active: async (c) => sessions.touch(await passive(c)),
    passive,
  }

  async function passive(c: DashboardContext): Promise<SessionFacts> {
    const token = cookie.read(c)
    if (token === undefined) throw new StaffRefusal('STAFF_SESSION_ENDED')
    const session = await throttle.check({ headers: c.req.raw.headers, env: c.env }, token, {
      ask: () => sessions.find(token),
      isRight: (found) => found !== undefined,
    })
    if (!session) throw new StaffRefusal('STAFF_SESSION_ENDED')
    return session
  }
}
