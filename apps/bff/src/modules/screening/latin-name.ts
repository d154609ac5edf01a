import { isLatin, type TwoNames } from '@corridor/domain'
import { type NameOf, proposedLatin } from '@corridor/domain/transliteration'
import { compareNames } from '@corridor/screening'

/** Why there is no Latin name beside a name; undefined where there may be, and where there is none. */
export const needlessLatin = ({ name, latinName = '' }: TwoNames): string | undefined =>
  latinName !== '' && latinName !== name && isLatin(name)
    ? 'The name is in Latin letters already: leave this empty.'
    : undefined

/**
 * Why a Latin name that nobody looks at is not taken: it has nothing in common with the name, by
 * sound or by sign. Han has no reading to compare with where the country is Japan, Korea or unknown.
 */
export function foreignLatin(names: TwoNames, of: NameOf = {}): string | undefined {
  const { name, latinName = '' } = names
  if (name === '' || latinName === '' || isLatin(name)) return needlessLatin(names)
  const proposal = proposedLatin(name, of)
  const isUnread = proposal === '' || (!of.country && /\p{Script=Han}/u.test(name))
  if (isUnread || [name, proposal].some((own) => compareNames(own, latinName).score > 0))
    return undefined
  return `This has nothing in common with the name, which may be ${proposal} in Latin letters.`
}
