import { useSyncExternalStore } from 'react'

/** Whom a change of what lives outside of React concerns. */
export function createListeners() {
  const listeners = new Set<() => void>()
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    listen,
    notify: () => {
      for (const notify of listeners) notify()
    },
    /** What `read` gives; a component is drawn again when a change has made it something else. */
    useValue: <T>(read: () => T): T => useSyncExternalStore(listen, read),
  }
}
