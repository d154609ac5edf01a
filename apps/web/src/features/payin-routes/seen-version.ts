import { useState } from 'react'
import { isApiError } from '../../api/errors.ts'

/**
 * The version of a record that a dialog was opened on: what another person changed meanwhile is not overwritten.
 * After the service has answered so, and the record on screen is the new one, it is the new one's.
 */
export function useSeenVersion(current: number) {
  const [opened] = useState(current)
  const [isConflict, setConflict] = useState(false)
  return {
    version: isConflict ? current : opened,
    noteRefusal: (error: unknown) => {
      if (isApiError(error, 'VERSION_CONFLICT')) setConflict(true)
    },
  }
}
