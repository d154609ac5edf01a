import { useEffect } from 'react'
import { staff } from '../../api/staff.ts'
import { followLanguage } from '../../messages/language.ts'
import {
  adoptPreferences,
  keepChanges,
  readPreferences,
  unsavedKey,
} from '../../ui/preferences/preferences.ts'

const saveAfterMs = 1000

/** Brings the person's preferences to this device and later changes back to their account. */
export function usePreferencesSync(memberId: string | undefined): void {
  useEffect(() => {
    if (!memberId) return undefined
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAdopting = false
    const save = async () => {
      const sent = readPreferences()
      try {
        await staff.savePreferences(sent)
        if (readPreferences() === sent) noteUnsaved(undefined)
      } catch {
        // A preference is never worth an error: it stays on the device and is saved with the next change.
      }
    }
    const stop = keepChanges(() => {
      if (isAdopting) return
      noteUnsaved(memberId)
      clearTimeout(timer)
      timer = setTimeout(() => void save(), saveAfterMs)
    })
    const adopt = (stored: Record<string, unknown>) => {
      // What was chosen meanwhile is newer than what the account knows.
      if (unsavedOf() === memberId) return
      isAdopting = true
      adoptPreferences(stored)
      isAdopting = false
      if ('language' in stored) followLanguage(readPreferences().language)
    }
    if (['', memberId].includes(unsavedOf() ?? 'nobody')) {
      noteUnsaved(memberId)
      void save()
    } else staff.preferences(ended.signal).then(adopt, () => undefined)
    return () => {
      ended.abort()
      stop()
      clearTimeout(timer)
    }
  }, [memberId])
}

function unsavedOf(): string | null {
  try {
    return localStorage.getItem(unsavedKey)
  } catch {
    return null
  }
}

function noteUnsaved(memberId: string | undefined): void {
  try {
    if (memberId === undefined) localStorage.removeItem(unsavedKey)
    else localStorage.setItem(unsavedKey, memberId)
  } catch {
    // A browser without storage starts with what the account knows.
  }
}
