import { queryOptions, useQuery } from '@tanstack/react-query'
import { isApiError, sessionEnded } from './errors.ts'
import { noteSession } from './reauthentication.ts'
import { type Session, staff } from './staff.ts'

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
  'transfers:write': 'Treasury or Operations',
  'transfers:approve': 'Treasury',
  'wallets:write': 'Treasury',
  'liquidity:write': 'Treasury',
  'entities:write': 'Operations or Compliance',
  'kyc:write': 'Compliance',
  'accounts:write': 'Operations',
  'payin-routes:write': 'Treasury or Operations',
  'webhooks:write': 'Developer',
  'partners:write': 'Admin',
  sandbox: 'Developer',
}

/** Why the person may not do this ("Needs Treasury"), or undefined. The BFF enforces; this only explains. */
export function useMissingPermission(permission: string): string | undefined {
  const session = useSession()
  if (!session || session.member.permissions.includes(permission)) return undefined
  return `Needs ${neededRole[permission] ?? 'another role'}`
}
