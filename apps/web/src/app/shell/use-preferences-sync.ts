import { useEffect } from 'react'
import { staff } from '../../api/staff.ts'
import { followLanguage } from '../../messages/language.ts'
import { adoptPreferences, keepChanges, readPreferences } from '../../ui/preferences/preferences.ts'

const saveAfterMs = 1000
/** Whose choices on this device the account does not know yet, and which, over a reload too. */
const unsavedKey = 'corridor.preferences.unsaved'
type Unsaved = { memberId: string; names: readonly string[] }

/** Brings the person's preferences to this device and later changes back to their account. */
export function usePreferencesSync(memberId: string | undefined): void {
  useEffect(() => {
    if (!memberId) return undefined
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isAdopting = false
    let unsaved = notedFor(memberId)
    let read: Promise<void> | undefined
    const adopt = (stored: Record<string, unknown>) => {
      isAdopting = true
      // What was chosen here and not saved yet is newer than what the account knows; all else is the account's.
      adoptPreferences(without(stored, unsaved))
      isAdopting = false
      if ('language' in stored) followLanguage(readPreferences().language)
    }
    const bring = async () => {
      try {
        read ??= staff.preferences(ended.signal).then(adopt)
        await read
      } catch {
        // Saved before it is read, this device would replace all that the account has: the next change tries again.
        read = undefined
        return
      }
      if (unsaved.length === 0) return
      const sent = readPreferences()
      try {
        await staff.savePreferences(sent)
        if (readPreferences() === sent) note([])
      } catch {
        // A preference is never worth an error: it stays on the device and is saved with the next change.
      }
    }
    const note = (names: readonly string[]) => {
      unsaved = names
      noteFor(memberId, names)
    }
    const stop = keepChanges((names) => {
      if (isAdopting) return
      note([...new Set([...unsaved, ...names])])
      clearTimeout(timer)
      timer = setTimeout(() => void bring(), saveAfterMs)
    })
    void bring()
    return () => {
      ended.abort()
      stop()
      clearTimeout(timer)
    }
  }, [memberId])
}

function without(stored: Record<string, unknown>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !names.includes(name)))
}

function notedFor(memberId: string): readonly string[] {
  try {
    const noted = JSON.parse(localStorage.getItem(unsavedKey) ?? 'null') as Unsaved | null
    return noted?.memberId === memberId ? noted.names : []
  } catch {
    return []
  }
}

function noteFor(memberId: string, names: readonly string[]): void {
  try {
    if (names.length === 0) localStorage.removeItem(unsavedKey)
    else localStorage.setItem(unsavedKey, JSON.stringify({ memberId, names } satisfies Unsaved))
  } catch {
    // A browser without storage starts with what the account knows.
  }
}
