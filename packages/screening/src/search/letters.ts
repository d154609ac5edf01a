/**
 * Sets of bits that say which letters a text has, and how often, so that two sets give the least
 * that must be changed to make one text of the other. `prices` are the cheapest changes of such a
 * letter into one of another group, in `compare/costs.ts`; all others are left out of account.
 */
type Group = { letters: string; bits: number; price: number }

/** Where both texts have their vowels. */
export const withVowels = createBound([
  ...group('aeiou', 2, 35),
  ...group('tdlrmns', 2, 60),
  ...group('kbpvfgz', 1, 60),
])

/** Where one of them lacks them: consonants that stand for no vowel, and are hardly mistaken. */
export const withoutVowels = createBound([
  { letters: 'td', bits: 4, price: 40 },
  { letters: 'lr', bits: 4, price: 100 },
  ...group('mn', 4, 100),
  { letters: 'sSzc', bits: 4, price: 40 },
])

function group(letters: string, bits: number, price: number): Group[] {
  return Array.from(letters, (letter) => ({ letters: letter, bits, price }))
}

function createBound(groups: readonly Group[]) {
  const places = new Map<string, { lowest: number; mask: number }>()
  const byPrice = new Map<number, number>()
  let used = 0
  for (const { letters, bits, price } of groups) {
    const place = { lowest: 1 << used, mask: (2 ** bits - 1) << used }
    for (const letter of letters) places.set(letter, place)
    byPrice.set(price, (byPrice.get(price) ?? 0) | place.mask)
    used += bits
  }
  const [cheap, dear] = [...byPrice].toSorted(([a], [b]) => a - b)
  if (!cheap || !dear) throw new Error('letters of two prices are needed')
  const [[cheapPrice, cheapMask], [dearPrice, dearMask]] = [cheap, dear]
  return { bitsOf, costAtLeast }

  function bitsOf(text: string): number {
    let bits = 0
    for (const letter of text) {
      const place = places.get(letter)
      // The lowest bit of the group that is free; more letters than bits only lower the bound.
      if (place) bits |= (((bits & place.mask) << 1) | place.lowest) & place.mask
    }
    return bits
  }

  function costAtLeast(a: number, b: number): number {
    const [more, less] = [a & ~b, b & ~a]
    return Math.max(
      cheapPrice * ones(more & cheapMask) + dearPrice * ones(more & dearMask),
      cheapPrice * ones(less & cheapMask) + dearPrice * ones(less & dearMask),
    )
  }
}

/** Bits that are set. */
function ones(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555)
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333)
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
