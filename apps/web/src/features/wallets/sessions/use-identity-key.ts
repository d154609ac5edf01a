import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { newIdentityKey } from '../../../signing/session.ts'

/** A key for one identity token; `renew` after the token was used, because a key is registered once. */
export function useIdentityKey() {
  const query = useQuery({
    queryKey: ['identity-key', useId()],
    queryFn: newIdentityKey,
    staleTime: Infinity,
    gcTime: 0,
  })
  return { ...query.data, renew: () => void query.refetch() }
}
