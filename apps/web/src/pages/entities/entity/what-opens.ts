import type { Corridor } from '../../../api/queries/accounts.ts'

type Lacking = { requirements: Pick<Corridor['requirements'], 'ready' | 'missing'> }

/** Answers that are missing, each with how many of these corridors wait for it, the most wanted first. */
export function whatOpens(corridors: readonly Lacking[]) {
  const closed = corridors.filter(
    ({ requirements: { ready, missing = [] } }) => !ready && missing.length > 0,
  )
  const counts = new Map<string, number>()
  for (const { requirements } of closed)
    for (const key of requirements.missing ?? []) counts.set(key, (counts.get(key) ?? 0) + 1)
  const answers = [...counts]
    .map(([key, opens]) => ({ key, opens }))
    .toSorted((a, b) => b.opens - a.opens)
  return { closed: closed.length, answers }
}
