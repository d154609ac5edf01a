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
export function isSameName(first: string, other: string): boolean {
  const [short, long] = [partsOf(first), partsOf(other)].toSorted((a, b) => a.length - b.length)
  if (!short || !long || short.length === 0) return false
  if (short.length === 1) return long.length === 1 && short[0] === long[0]
  const left = [...long]
  let whole = 0
  // Whole words first, so that an initial does not take the word that another one equals.
  for (const part of short.toSorted((a, b) => b.length - a.length)) {
    const at = placeOf(left, part)
    if (at < 0) return false
    if (left[at] === part && part.length > 1) whole += 1
    left.splice(at, 1)
  }
  return whole > 0
}

function placeOf(parts: readonly string[], part: string): number {
  const same = parts.indexOf(part)
  if (same >= 0) return same
  return parts.findIndex((item) => (part.length === 1 || item.length === 1) && item[0] === part[0])
}

const partsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæøœłđðþı]/g, (letter) => letters[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '' && !ignored.has(part))
