import type { PolicyApproval } from '@corridor/contract/policy'
import type { Signatory } from './judge.ts'

/** Kinds of signatures that a rule can ask for. `method:passkey` is the same as `passkey`. */
export const approvers = ['any', 'passkey', 'api_key', 'session'] as const

export const approverOf = (term: string): string => term.replace(/^method:/, '')

/**
 * Whether each need is met by people of its own. People of one kind are alike, so their numbers
 * decide, which keeps the search small however many have signed.
 */
export function isApproved(
  needs: readonly PolicyApproval[],
  others: readonly Pick<Signatory, 'method'>[],
): boolean {
  const wanted = needs.reduce((total, { count }) => total + count, 0)
  if (wanted > others.length) return false
  const kinds = approvers.slice(1)
  const counts = kinds.map((kind) => others.filter(({ method }) => method === kind).length)
  const seen = new Set<string>()
  const meets = (at: number, left: number, available: readonly number[]): boolean => {
    const need = needs[at]
    if (!need) return true
    if (left === 0) return meets(at + 1, needs[at + 1]?.count ?? 0, available)
    const state = [at, left, ...available].join()
    if (seen.has(state)) return false
    seen.add(state)
    const from = need.from.map(approverOf)
    return kinds.some(
      (kind, index) =>
        (available[index] ?? 0) > 0 &&
        (from.includes('any') || from.includes(kind)) &&
        meets(at, left - 1, available.with(index, (available[index] ?? 0) - 1)),
    )
  }
  return meets(0, needs[0]?.count ?? 0, counts)
}
