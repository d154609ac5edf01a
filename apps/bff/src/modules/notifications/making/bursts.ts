import { kinds, type KindName } from '../base/kinds.ts'

export type Burst = { id: string; firstAt: Date; lastAt: Date }

const gapMs = 10 * 60_000
const longestMs = 60 * 60_000

/**
 * Whether a notice belongs to the burst before it: of a kind that comes in numbers, ten minutes after
 * the last at most, and within an hour of the first, so that a line of the inbox ends some time.
 */
export function continues(kind: KindName, burst: Burst | undefined, at: Date): boolean {
  if (!burst || !kinds[kind].many) return false
  const since = at.getTime() - burst.lastAt.getTime()
  return since <= gapMs && at.getTime() - burst.firstAt.getTime() <= longestMs
}
