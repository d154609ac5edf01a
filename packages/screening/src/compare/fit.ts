import { compareNames } from './compare.ts'
import type { Because } from './outcome.ts'

/** How one name fits another. */
export type Fit = 'MATCH' | 'CLOSE' | 'NO_MATCH'

/** From here on two names are one, and from here on they are alike; 0 to 100. */
const sameFrom = 95
const closeFrom = 80

/** What two names may differ in and be the same; a letter that differs may be another person's. */
const sameThough = new Set<Because>([
  'the same name',
  'in another order',
  'written in another script',
  'written together or apart',
  'a title or particle left out',
  'the legal form in words',
  'the legal form left out',
])

/**
 * Compares the holder of an account with its customer, in whatever order, script and legal form. A
 * name that the other leaves out, or spells otherwise, is close, not the same; of an account of several
 * the others are not the customer.
 */
export function matchNames(holder: string, customer: string): Fit {
  const { score, because } = compareNames(holder, customer)
  if (because.includes('one of several names in a line')) return 'NO_MATCH'
  if (score >= sameFrom && because.every((reason) => sameThough.has(reason))) return 'MATCH'
  return score >= closeFrom ? 'CLOSE' : 'NO_MATCH'
}
