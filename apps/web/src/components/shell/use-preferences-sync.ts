import { useEffect } from 'react'
import { staff } from '../../api/staff.ts'
import { adoptPreferences, onPreferencesChange, readPreferences } from '../preferences.ts'

const saveAfterMs = 1000

/** Brings the person's preferences to this device and later changes back to their account. */
export function usePreferencesSync(memberId: string | undefined): void {
  useEffect(() => {
    if (!memberId) return undefined
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    // A preference is never worth an error: it stays on the device and is saved with the next change.
    const save = () => void staff.savePreferences(readPreferences()).catch(() => undefined)
    const begin = () => {
      if (ended.signal.aborted) return
      const stop = onPreferencesChange(() => {
        clearTimeout(timer)
        timer = setTimeout(save, saveAfterMs)
      })
      ended.signal.addEventListener('abort', stop)
    }
    staff
      .preferences(ended.signal)
      .then(adoptPreferences)
      .catch(() => undefined)
      .finally(begin)
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [memberId])
}
