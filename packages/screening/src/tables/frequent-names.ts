import names from './frequent-names.json' with { type: 'json' }

/** Given and family names that very many have somewhere, each with its spellings. */
const groups = [
  ...names.spelledInSeveralWays.map((line) => line.split(' ')),
  ...names.spelledInAWay.flatMap((line) => line.split(' ')).map((name) => [name]),
]

const groupOf = new Map<string, Set<number>>()
for (const [place, spellings] of groups.entries())
  for (const name of spellings) groupOf.set(name, (groupOf.get(name) ?? new Set()).add(place))

/** Places of the frequent names that a text is a spelling of. */
export const frequentNames = (text: string): ReadonlySet<number> | undefined => groupOf.get(text)

/** All spellings of a frequent name. */
export const spellingsOf = (text: string): readonly string[] =>
  Array.from(groupOf.get(text) ?? [], (place) => groups[place] ?? []).flat()
