import type { NewEntry, UnbookedEntry } from '@corridor/banks'

/** JSON has no whole numbers of this size and no dates: they are kept as texts. */
type Kept = Omit<NewEntry, 'minor' | 'bookedAt'> & { minor: string; bookedAt: string }

/** An entry as it is kept in a column of JSON. */
export const entryText = (entry: NewEntry | UnbookedEntry): string =>
  JSON.stringify({ ...entry, minor: String(entry.minor) })

export function entryOf(json: unknown): NewEntry {
  const kept = json as Kept
  return { ...kept, minor: BigInt(kept.minor), bookedAt: new Date(kept.bookedAt) }
}
