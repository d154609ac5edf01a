import { createListeners } from './listeners.ts'

/** Ids of records that this tab has made, the last ones; lists show those at once. */
let made: readonly string[] = []
const most = 100
const changes = createListeners()

/** Takes note of the records that an answer to a person's action names. */
export function noteMade(answer: unknown): void {
  const data = (answer as { data?: unknown } | null)?.data
  if (typeof data !== 'object' || data === null) return
  const ids = Object.entries(data).flatMap(([key, value]) =>
    key.endsWith('Id') && typeof value === 'string' ? [value] : [],
  )
  made = [...ids, ...made].slice(0, most)
  changes.notify()
}

export function useMadeHere(): readonly string[] {
  return changes.useValue(() => made)
}
