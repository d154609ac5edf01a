import type { Context } from 'hono'

/** What each request below /bff carries. */
export type DashboardEnv = { Variables: { requestId: string } }
export type DashboardContext = Context<DashboardEnv>
