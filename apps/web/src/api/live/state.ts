import { useSyncExternalStore } from 'react'
import { serviceNow } from '../clock.ts'

/**
 * `polling`: the stream is lost and data is asked for every 15 s. `paused`: hidden for so long that nothing is.
 * `offline`: this device has no network.
 */
export type LiveState =
  | 'connecting'
  | 'connected'
  | 'reconnecting'
  | 'polling'
  | 'paused'
  | 'offline'

type Live = {
  state: LiveState
  /** Service time until which what is on screen was kept up to date. */
  currentUntil: number | undefined
}

let live: Live = { state: 'connecting', currentUntil: undefined }
const listeners = new Set<() => void>()

export function setLiveState(state: LiveState): void {
  if (state === live.state) return
  const wasCurrent = live.state === 'connected'
  live = { state, currentUntil: wasCurrent ? serviceNow() : live.currentUntil }
  for (const notify of listeners) notify()
}

export function liveState(): LiveState {
  return live.state
}

export function useLive(): Live {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => live,
  )
}
