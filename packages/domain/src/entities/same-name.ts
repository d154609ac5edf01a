const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
/** Words that a bank adds or leaves out. */
const ignored = new Set(
  'mr mrs ms miss dr prof sir herr frau ltd limited llc inc gmbh ag sa sl srl bv nv plc co'.split(
    ' ',
  ),
)

/**
 * Whether two names are those of one person or business, as banks write them: in any order and case,
 * with or without accents, with initials, without a middle name. One common word is not enough where
 * either has more.
 */
export function isSameName(one: string, other: string): boolean {
  const [short, long] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  if (!short || !long || short.length === 0) return false
  if (short.length === 1) return long.length === 1 && short[0] === long[0]
  const left = [...long]
  let whole = 0
  // Whole words first, so that an initial does not take the word that another one equals.
  for (const word of short.toSorted((a, b) => b.length - a.length)) {
    const at = placeOf(left, word)
    if (at < 0) return false
    if (left[at] === word && word.length > 1) whole += 1
    left.splice(at, 1)
  }
  return whole > 0
}

function placeOf(words: readonly string[], word: string): number {
  const same = words.indexOf(word)
  if (same >= 0) return same
  return words.findIndex((one) => (word.length === 1 || one.length === 1) && one[0] === word[0])
}

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæøœłđðþı]/g, (letter) => letters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !ignored.has(word))
