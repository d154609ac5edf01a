import type { Kyc } from '../../../api/queries/kyc.ts'

type Item = Kyc['history'][number]

/** One decision, which may be about many jurisdictions at once, the newest first. */
export function decisionsOf(history: readonly Item[]): { item: Item; places: string[] }[] {
  const decisions = new Map<string, { item: Item; places: Set<string> }>()
  for (const item of history) {
    const key = JSON.stringify([item.at, item.to, item.reason, item.actor])
    const decision = decisions.get(key) ?? { item, places: new Set<string>() }
    if (item.jurisdictionId) decision.places.add(item.jurisdictionId)
    decisions.set(key, decision)
  }
  return [...decisions.values()]
    .map(({ item, places }) => ({ item, places: [...places] }))
    .sort((first, other) => Date.parse(other.item.at) - Date.parse(first.item.at))
}
