import { useNavigate } from 'react-router'
import { noteSession } from '../../api/reauthentication.ts'
import { sessionQuery } from '../../api/session.ts'
import type { Session } from '../../api/staff.ts'
import { paths } from '../../routing/paths.ts'
import { queries } from '../../api/call.ts'
import { readPreferences } from '../../ui/preferences/preferences.ts'

/** Goes into the console with a session that has just been opened; the page before is no place to go back to. */
export function useEnter(): (session: Session, to?: string) => void {
  const navigate = useNavigate()
  return (session, to = landing()) => {
    noteSession(true)
    queries.setQueryData(sessionQuery.queryKey, session)
    void navigate(to, { replace: true })
  }
}

/** The page that the person wants to begin with; only ever one of this dashboard. */
function landing(): string {
  const { landing: chosen } = readPreferences()
  return /^\/(?![/\\])/.test(chosen) ? chosen : paths.overview
}
