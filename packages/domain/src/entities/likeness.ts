import type { likenessParts, likenessStrengths } from '@corridor/contract'

/** What two customers have in common. */
export type LikePart = (typeof likenessParts)[number]
export type LikenessStrength = (typeof likenessStrengths)[number]

type Rule = { parts: readonly LikePart[]; strength: LikenessStrength }

/** What is enough, the surest first; the last column of a rule that fits says how much it means. */
const rules: readonly Rule[] = [
  { parts: ['DOCUMENT'], strength: 'SURE' },
  { parts: ['REGISTRATION'], strength: 'SURE' },
  { parts: ['NAME', 'BIRTH'], strength: 'SURE' },
  { parts: ['NAME', 'ADDRESS'], strength: 'PROBABLE' },
  { parts: ['NAME', 'PHONE'], strength: 'PROBABLE' },
  // Of businesses alone: people of a country share names.
  { parts: ['NAME', 'COUNTRY'], strength: 'PROBABLE' },
  { parts: ['PHONE'], strength: 'WEAK' },
  { parts: ['ADDRESS'], strength: 'WEAK' },
]

const order: readonly LikenessStrength[] = ['WEAK', 'PROBABLE', 'SURE']

/** How sure it is that two customers with this in common are one person; undefined where it says nothing. */
export const likenessOf = (same: ReadonlySet<LikePart>): LikenessStrength | undefined =>
  rules.find(({ parts }) => parts.every((part) => same.has(part)))?.strength

/** Whether a likeness says more than the one that was decided about: then it is decided anew. */
export const isSurer = (now: LikenessStrength, before: LikenessStrength): boolean =>
  order.indexOf(now) > order.indexOf(before)

type Pair = readonly [string, string]

/** Those who are one with each other by these pairs, in groups; who is in no pair is alone. */
export function personsBy(members: readonly string[], pairs: readonly Pair[]): string[][] {
  const groups = members.map((member) => [member])
  for (const [first, other] of pairs) {
    const a = groups.find((group) => group.includes(first))
    const b = groups.find((group) => group.includes(other))
    if (!a || !b || a === b) continue
    a.push(...b)
    groups.splice(groups.indexOf(b), 1)
  }
  return groups
}
