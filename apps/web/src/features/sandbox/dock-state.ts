import { useSyncExternalStore } from 'react'
import { createListeners } from '../../api/listeners.ts'
import { smallScreen } from '../../ui/table/model/use-media.ts'
import {
  changePreferences,
  onPreferencesChange,
  readPreferences,
} from '../../ui/preferences/preferences.ts'

/** On a small screen the panel covers the page, so it is open only until it is closed or left. */
let sheet = false
const changes = createListeners()

const isSmall = () => window.matchMedia(smallScreen).matches
const isOpen = () => (isSmall() ? sheet : readPreferences().dock)

export function setDock(open: boolean): void {
  if (!isSmall()) return changePreferences({ dock: open })
  sheet = open
  changes.notify()
}

/** Whether the sandbox panel is open; on a large screen it stays so from page to page and day to day. */
export function useDockOpen(): boolean {
  return useSyncExternalStore((listener) => {
    const stops = [changes.listen(listener), onPreferencesChange(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  }, isOpen)
}
