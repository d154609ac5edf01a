import { KeyRound } from 'lucide-react'
import { useCallback } from 'react'
import { dropSessions, type SigningSession, useSigningSession } from '../../../signing/session.ts'
import { useTimeLeft } from '../../../ui/display/countdown.tsx'
import { t } from '../../../messages/text.ts'

/** The entity's session, while this browser has one. */
export function SessionChip({ entityId }: { entityId: string }) {
  const session = useSigningSession(entityId)
  return session ? <Chip session={session} /> : null
}

/** A session that can sign, and how long still; when it ends it is forgotten. */
function Chip({ session: { entityId, expiresAt } }: { session: SigningSession }) {
  const onEnd = useCallback(() => dropSessions(entityId), [entityId])
  const seconds = Math.ceil(useTimeLeft(expiresAt, onEnd) / 1000)
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <span
      className={seconds <= 60 ? 'pill pill-wait' : 'pill pill-done'}
      role="timer"
      aria-label={t('Session ends in {time}', { time })}
      title={t('While it lasts, this page can sign as the entity’s primary method.')}
    >
      <KeyRound className="icon-small" />
      {t('Session {time}', { time })}
    </span>
  )
}
