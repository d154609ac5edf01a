import type { RailRules } from './types.ts'

/**
 * One order's limits in units of the currency: wide, because they are those of the service's own
 * rail. A bank that takes less at once narrows them where it is connected.
 */
const limits = { min: 1, max: 1_000_000_000 }

type Given = Partial<RailRules> & Pick<RailRules, 'settlement' | 'etaMinutes'>

/** A rail both ways, at any hour, unless it is given otherwise. */
export function railOf(rail: string, given: Given): RailRules {
  return { rail, direction: 'BOTH', ...limits, cutoff: '', feeHint: '', ...given }
}
