import { useSyncExternalStore } from 'react'

/** Ids of records that this tab has made, the last ones; lists show those at once. */
let made: readonly string[] = []
const most = 100
const listeners = new Set<() => void>()

/** Takes note of the records that an answer to a person's action names. */
export function noteMade(answer: unknown): void {
  const data = (answer as { data?: unknown } | null)?.data
  if (typeof data !== 'object' || data === null) return
  const ids = Object.entries(data).flatMap(([key, value]) =>
    key.endsWith('Id') && typeof value === 'string' ? [value] : [],
  )
  made = [...ids, ...made].slice(0, most)
  for (const listener of listeners) listener()
}

export function useMadeHere(): readonly string[] {
  return useSyncExternalStore(listen, () => made)
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
