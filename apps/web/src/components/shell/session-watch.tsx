import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { sessionQuery } from '../../api/session.ts'
import { type Session, staff } from '../../api/staff.ts'

const Warning = lazy(async () => ({
  default: (await import('./session-warning.tsx')).SessionWarning,
}))
const warnBeforeMs = 2 * 60_000

/** Two minutes before the session ends by idleness, asks whether anybody is there. */
export function SessionWatch({ session }: { session: Session }) {
  const queries = useQueryClient()
  const [warnedOf, setWarnedOf] = useState<Session | undefined>()
  useEffect(() => {
    const check = async () => {
      // Other requests may have moved the end on; only the BFF knows.
      const now = await staff.session().catch(() => null)
      if (now && leftMs(now) > warnBeforeMs) queries.setQueryData(sessionQuery.queryKey, now)
      else if (now) setWarnedOf(session)
    }
    const timer = setTimeout(() => void check(), Math.max(0, leftMs(session) - warnBeforeMs))
    return () => clearTimeout(timer)
  }, [session, queries])

  if (warnedOf !== session) return null
  return (
    <Suspense>
      <Warning
        onClose={() => setWarnedOf(undefined)}
        onStay={async () => {
          queries.setQueryData(sessionQuery.queryKey, await staff.keepAlive())
        }}
      />
    </Suspense>
  )
}

/** Session times are real time: only the same answer's `serverTime` may be compared with them. */
function leftMs(session: Session): number {
  return Date.parse(session.idleExpiresAt) - Date.parse(session.serverTime)
}
