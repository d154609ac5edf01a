import { queryOptions, useQuery } from '@tanstack/react-query'
import { isApiError, sessionEnded } from './errors.ts'
import { noteSession } from './reauthentication.ts'
import { type Session, staff } from './staff.ts'
import { t } from '../messages/text.ts'

/** The person's session, or null when there is none. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      const session = await staff.session(signal)
      noteSession(true)
      return session
    } catch (error) {
      if (isApiError(error, sessionEnded)) return null
      throw error
    }
  },
  staleTime: Infinity,
})

/** The session once it has been read; pages render before that. */
export function useSession(): Session | undefined {
  return useQuery(sessionQuery).data ?? undefined
}

const neededRole: Record<string, string> = {
  'transfers:write': t('Treasury or Operations'),
  'transfers:approve': t('Treasury'),
  'wallets:write': t('Treasury'),
  'liquidity:write': t('Treasury'),
  'entities:write': t('Operations or Compliance'),
  'kyc:write': t('Compliance'),
  'accounts:write': t('Operations'),
  'payin-routes:write': t('Treasury or Operations'),
  'webhooks:write': t('Developer'),
  'partners:write': t('Admin'),
  'keys:read': t('Developer or Admin'),
  'keys:write': t('Developer or Admin'),
  'audit:read': t('Admin or Compliance'),
  sandbox: t('Developer'),
}

/** Why the person may not do this ("Needs Treasury"), or undefined. The BFF enforces; this only explains. */
export function useMissingPermission(permission: string): string | undefined {
  const session = useSession()
  if (!session || session.member.permissions.includes(permission)) return undefined
  return t('Needs {role}', { role: neededRole[permission] ?? t('another role') })
}
