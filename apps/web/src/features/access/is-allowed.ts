import { useSession } from '../../api/session.ts'

/** Whether the person may do this, for what is not shown otherwise; not before the session is read. */
export function useIsAllowed(permission: string): boolean {
  return useSession()?.member.permissions.includes(permission) ?? false
}
