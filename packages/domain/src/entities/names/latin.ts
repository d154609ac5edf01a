import { isLatin } from '@corridor/contract/names'

export { isLatin }

/** Whether banks spell a name in Latin letters themselves, where it was given in Cyrillic or Greek. */
export const isSpelledByBanks = (name: string): boolean =>
  !/(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}])\p{L}/u.test(name)

/** A name in its own script and, where that is another, in Latin letters; '' where it is not known. */
export type TwoNames = { name: string; latinName?: string | undefined }

/** The name in Latin letters: as it was given, or the name itself where it is in them; else ''. */
export const latinOf = ({ name, latinName = '' }: TwoNames): string =>
  latinName || (isLatin(name) ? name : '')

/** What banks and rails take: the Latin name, or the only one there is. */
export const railName = ({ name, latinName = '' }: TwoNames): string => latinName || name

/** The Latin name to keep beside a name: '' where it is the same. */
export const keptLatin = (name: string, latinName = ''): string =>
  latinName === name ? '' : latinName

/** Both names in one line, for mails, pages and documents: `محمد علي (Mohammed Ali)`. */
export const shownName = ({ name, latinName = '' }: TwoNames): string =>
  latinName === '' || latinName === name ? name : `${name} (${latinName})`

/** Each of the names that somebody has, once: to compare and to look up. */
export const namesOf = ({ name, latinName = '' }: TwoNames): string[] =>
  [...new Set([name, latinName])].filter((text) => text !== '')
