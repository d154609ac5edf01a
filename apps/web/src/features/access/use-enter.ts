import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { noteSession } from '../../api/reauthentication.ts'
import { sessionQuery } from '../../api/session.ts'
import type { Session } from '../../api/staff.ts'
import { paths } from '../../routing/paths.ts'

/** Goes into the console with a session that has just been opened; the page before is no place to go back to. */
export function useEnter(): (session: Session, to?: string) => void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (session, to = paths.overview) => {
    noteSession(true)
    queries.setQueryData(sessionQuery.queryKey, session)
    void navigate(to, { replace: true })
  }
}
