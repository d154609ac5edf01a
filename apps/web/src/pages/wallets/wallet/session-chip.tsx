import { KeyRound } from 'lucide-react'
import { useCallback } from 'react'
import { dropEmailSessions, type EmailSession } from '../../../signing/session.ts'
import { useTimeLeft } from '../../../ui/display/countdown.tsx'

/** A session that can sign, and how long still; when it ends it is forgotten. */
export function SessionChip({ session }: { session: EmailSession }) {
  const { entityId, expiresAt } = session
  const onEnd = useCallback(() => dropEmailSessions(entityId), [entityId])
  const seconds = Math.ceil(useTimeLeft(expiresAt, onEnd) / 1000)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <span
      className={seconds <= 60 ? 'pill pill-wait' : 'pill pill-done'}
      role="timer"
      aria-label={`Session ends in ${text}`}
      title="While it lasts, this page can sign as the entity’s primary method."
    >
      <KeyRound className="icon-small" />
      Session {text}
    </span>
  )
}
