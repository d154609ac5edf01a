import { useEffect } from 'react'
import { isApiError } from '../../../api/errors.ts'
import { dropSessions } from '../../../signing/session.ts'

/** A session that the service calls ended is forgotten, and the steps go back to the code. */
export function useDropEndedSession(entityId: string, error: unknown): void {
  const ended = isApiError(error, 'SESSION_EXPIRED')
  useEffect(() => {
    if (ended) dropSessions(entityId)
  }, [ended, entityId])
}
