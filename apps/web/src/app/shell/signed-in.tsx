import { useEffect } from 'react'
import { useNavigation } from 'react-router'
import { startLive } from '../../api/live/start.ts'
import type { Session } from '../../api/staff.ts'
import { paths } from '../../routing/paths.ts'
import { preloadPath } from '../../routing/preload.ts'
import { SessionWatch } from './session-watch.tsx'
import { usePreferencesSync } from './use-preferences-sync.ts'
import { queries } from '../../api/query-client.ts'
import { t } from '../../messages/text.ts'

/** What a session brings to the shell besides pages; nothing of it is needed for the first paint. */
export function SignedIn({ session }: { session: Session }) {
  useLive()
  useIdlePreload()
  usePreferencesSync(session.member.memberId)
  return (
    <>
      <PageUnderWay />
      <SessionWatch session={session} />
    </>
  )
}

/** The page before stays until the next one can be shown; after two seconds that needs a word. */
function PageUnderWay() {
  if (useNavigation().state !== 'loading') return null
  return (
    <output className="page-under-way notice notice-wait">
      {t('The page is still loading. It opens when the service can be reached.')}
    </output>
  )
}

const mostUsed = [paths.transfers, paths.entities]
const idleAfterMs = 1500

/** Once the first page is there, the code of the pages that most people open next is fetched. */
function useIdlePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => mostUsed.forEach(preloadPath), idleAfterMs)
    return () => clearTimeout(timer)
  }, [])
}

function useLive(): void {
  useEffect(() => startLive(queries), [])
}
