import { useSyncExternalStore } from 'react'

/** `polling`: the stream is lost and data is asked for every 15 s. `paused`: hidden for so long that nothing is. */
export type LiveState = 'connecting' | 'connected' | 'reconnecting' | 'polling' | 'paused'

let state: LiveState = 'connecting'
const listeners = new Set<() => void>()

export function setLiveState(next: LiveState): void {
  if (next === state) return
  state = next
  for (const notify of listeners) notify()
}

export function liveState(): LiveState {
  return state
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )
}
