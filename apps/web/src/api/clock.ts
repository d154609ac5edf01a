import { useSyncExternalStore } from 'react'

/**
 * The one place that reads the device's clock. Service time is the device's time plus the offset that the last
 * answer's `X-Service-Time` gave, because countdowns must not trust the device.
 */
let offsetMs = 0

/** Milliseconds since 1970 by the service's clock. */
export function serviceNow(): number {
  return Date.now() + offsetMs
}

/** Takes over the service's time from an answer; unreadable texts are ignored. */
export function rememberServiceTime(text: string | null): void {
  const serviceTime = text === null ? Number.NaN : Date.parse(text)
  if (!Number.isNaN(serviceTime)) offsetMs = serviceTime - Date.now()
}

type Beat = { listeners: Set<() => void>; now: number; timer: number | undefined }
const beats = new Map<number, Beat>()

function beatOf(everyMs: number): Beat {
  const known = beats.get(everyMs)
  if (known) return known
  const beat: Beat = { listeners: new Set(), now: serviceNow(), timer: undefined }
  beats.set(everyMs, beat)
  return beat
}

function subscribeTo(everyMs: number, listener: () => void): () => void {
  const beat = beatOf(everyMs)
  beat.listeners.add(listener)
  beat.timer ??= window.setInterval(() => {
    beat.now = serviceNow()
    for (const notify of beat.listeners) notify()
  }, everyMs)
  return () => {
    beat.listeners.delete(listener)
    if (beat.listeners.size > 0) return
    window.clearInterval(beat.timer)
    beat.timer = undefined
  }
}

/** Service time that moves on every `everyMs`; all users of one interval share one timer. */
export function useNow(everyMs: number): number {
  return useSyncExternalStore(
    (listener) => subscribeTo(everyMs, listener),
    () => {
      const beat = beatOf(everyMs)
      if (beat.timer === undefined && Math.abs(serviceNow() - beat.now) >= everyMs) {
        beat.now = serviceNow()
      }
      return beat.now
    },
  )
}
