import type { Session } from '../../api/staff.ts'

/** Session times are real time: only the same answer's `serverTime` may be compared with them. */
export function leftMs({ idleExpiresAt, expiresAt, serverTime }: Session): number {
  return Math.min(Date.parse(idleExpiresAt), Date.parse(expiresAt)) - Date.parse(serverTime)
}

/** Whether the session's absolute end comes first, which nothing but a new sign-in can move. */
export function endsForGood({ idleExpiresAt, expiresAt }: Session): boolean {
  return Date.parse(expiresAt) <= Date.parse(idleExpiresAt)
}
