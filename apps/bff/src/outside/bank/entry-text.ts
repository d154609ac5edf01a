import { bookedAt, type NewEntry, type UnbookedEntry } from '@corridor/banks'

/** JSON has no whole numbers of this size and no dates: they are kept as texts. */
type Kept = Omit<NewEntry, 'minor' | 'bookedFrom' | 'moment'> & {
  minor: string
  bookedFrom: string
  moment: string | null
  /** Of entries of the simulated bank, which has a moment of each. */
  bookedAt?: string
}

/** An entry as it is kept in a column of JSON. */
export const entryText = (entry: NewEntry | UnbookedEntry): string =>
  JSON.stringify({ ...entry, minor: String(entry.minor) })

export function entryOf(json: unknown): NewEntry {
  const { bookedAt: at, ...kept } = json as Kept
  const entry = { ...kept, minor: BigInt(kept.minor) }
  if (at !== undefined) return bookedAt(entry, new Date(at))
  return {
    ...entry,
    bookedFrom: new Date(kept.bookedFrom),
    moment: kept.moment ? new Date(kept.moment) : undefined,
  }
}
