import { token_set_ratio, token_sort_ratio } from 'fuzzball'

export type NameMatch = 'MATCH' | 'CLOSE' | 'NO_MATCH' | 'UNAVAILABLE'

/** From here on two names are one, and from here on they are alike; 0 to 100. */
const sameFrom = 95
const closeFrom = 80

/** Names of company forms, which do not identify a company. */
const forms =
  /\b(?:limited|ltd|incorporated|inc|corporation|corp|company|co|llc|llp|plc|gmbh|ag|sarl|sa|srl|spa|bv|nv|pte|pty|pvt|private|ltda|sapi|de cv)\b/g

/**
 * Compares the holder of an account with its customer, whatever the order of the words, accents,
 * case and company form. A name with a word more or less than the other's is close, not the same.
 */
export function matchNames(holder: string, customer: string): NameMatch {
  const [a, b] = [plain(holder), plain(customer)]
  if (a === '' || b === '') return 'NO_MATCH'
  if (token_sort_ratio(a, b) >= sameFrom) return 'MATCH'
  // The set of words matches where a second name is left out, but a single word is not enough.
  const partCount = Math.min(a.split(' ').length, b.split(' ').length)
  const likeness = Math.max(token_sort_ratio(a, b), partCount > 1 ? token_set_ratio(a, b) : 0)
  return likeness >= closeFrom ? 'CLOSE' : 'NO_MATCH'
}

function plain(name: string): string {
  const normal = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const withoutForm = normal.replaceAll(forms, ' ').replaceAll(/ +/g, ' ').trim()
  return withoutForm === '' ? normal : withoutForm
}
