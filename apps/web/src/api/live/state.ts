import { serviceNow } from '../clock.ts'
import { createListeners } from '../listeners.ts'

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
const changes = createListeners()

export function setLiveState(state: LiveState): void {
  if (state === live.state) return
  const wasCurrent = live.state === 'connected'
  live = { state, currentUntil: wasCurrent ? serviceNow() : live.currentUntil }
  changes.notify()
}

export function liveState(): LiveState {
  return live.state
}

export function useLive(): Live {
  return changes.useValue(() => live)
}
