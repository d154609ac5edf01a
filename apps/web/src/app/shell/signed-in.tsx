import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { startLive } from '../../api/live/start.ts'
import { type Session, staff } from '../../api/staff.ts'
import { paths } from '../../routing/paths.ts'
import { preloadPath } from '../../routing/preload.ts'
import { usePreferencesSync } from './use-preferences-sync.ts'
import { queries } from '../../api/call.ts'
import { t } from '../../messages/text.ts'
import { isApiError, sessionEnded } from '../../api/errors.ts'
import { isAttended } from '../../api/presence.ts'
import { useReauthentication } from '../../api/reauthentication.ts'
import { sessionQuery } from '../../api/session.ts'
import { part } from '../../ui/display/part.tsx'
import { leftMs } from './session-time.ts'

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

const Warning = part(() => import('./session-warning.tsx'), 'SessionWarning')
const warnBeforeMs = 2 * 60_000
/** The end is asked about when it is surely there. */
const afterEndMs = 1000
const retryMs = 15_000

/**
 * Two minutes before the session ends, asks whether anybody is there; when it has ended, asks the server, whose
 * refusal brings the overlay.
 */
function SessionWatch({ session }: { session: Session }) {
  const [dismissed, setDismissed] = useState<Session | undefined>()
  const isLast = useLastMinutes(session)
  const mustSignInAgain = useReauthentication()
  if (!isLast || mustSignInAgain || dismissed === session) return null
  return <Warning session={session} onDismiss={() => setDismissed(session)} />
}

/** Whether this answer about the session says that its last two minutes have begun. */
function useLastMinutes(session: Session): boolean {
  const [checked, setChecked] = useState<Session | undefined>()
  const isChecked = checked === session
  useEffect(() => {
    const left = leftMs(session)
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    const check = async () => {
      try {
        // Requests may have moved the end on; only the server knows. Somebody at the keyboard is not asked.
        const now = await (isAttended() ? staff.keepAlive() : staff.session())
        if (now.member.memberId === session.member.memberId) {
          setChecked(queries.setQueryData(sessionQuery.queryKey, now) ?? undefined)
        } else {
          // Another tab has signed somebody else in, who must not see what this page has loaded.
          window.location.reload()
        }
      } catch (error) {
        // The person has left for the sign-in page.
        if (isOver || isApiError(error, sessionEnded)) return
        timer = setTimeout(() => void check(), retryMs)
      }
    }
    const waitMs = isChecked && left <= warnBeforeMs ? left + afterEndMs : left - warnBeforeMs
    timer = setTimeout(() => void check(), Math.max(0, waitMs))
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [session, isChecked])
  return isChecked && leftMs(session) <= warnBeforeMs
}
