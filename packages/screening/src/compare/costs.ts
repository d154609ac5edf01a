/** What it costs to take one letter for another, leave it out or put it in; 100 is a letter. */
export type Costs = {
  swap: Uint8Array
  /** Of a letter that the other name does not have. */
  drop: Uint8Array
}

const codes = 128
export const wholeLetter = 100
/** Two neighbours that changed places. */
const swappedNeighbours = 80

const vowels = 'aeiou'
/** Consonants that are taken for each other; a blank parts the groups. */
const kin = 'kgXh bpvf td szSZcC jZC lr mn'.split(' ')

/** Between names that both have their vowels. */
export const spelled = costsOf({
  vowel: 60,
  nearVowel: 35,
  kin: 60,
  droppedVowel: 70,
  droppedH: 40,
})
export const cheapestDrop = 40

/** Where a side has none: they may be missing, but consonants are written. */
export const unvoiced = costsOf({
  vowel: 10,
  nearVowel: 5,
  kin: 40,
  droppedVowel: 12,
  droppedH: 30,
})
letBe(unvoiced, 'bpvf', 10)
letBe(unvoiced, 'gjZC', 20)
letBe(unvoiced, 'mn', wholeLetter)
letBe(unvoiced, 'tC', 40)
// A vowel that is written is that vowel: `hsyn` is Hussein and not Hassan.
for (const vowel of 'aou') setPair(unvoiced, 'i', vowel, 70)
// What is written for v may be u or o, and what is written for y an i.
for (const vowel of vowels) setPair(unvoiced, 'v', vowel, vowel === 'u' || vowel === 'o' ? 5 : 40)
unvoiced.drop['v'.charCodeAt(0)] = 40
unvoiced.drop['i'.charCodeAt(0)] = 20

type Prices = Record<'vowel' | 'nearVowel' | 'kin' | 'droppedVowel' | 'droppedH', number>

function costsOf({ vowel, nearVowel, kin: kinPrice, droppedVowel, droppedH }: Prices): Costs {
  const costs = {
    swap: new Uint8Array(codes * codes).fill(wholeLetter),
    drop: new Uint8Array(codes).fill(wholeLetter),
  }
  letBe(costs, vowels, vowel)
  letBe(costs, 'iej', nearVowel)
  letBe(costs, 'ou', nearVowel)
  for (const group of kin) letBe(costs, group, kinPrice)
  for (const letter of `${vowels}j`) costs.drop[letter.charCodeAt(0)] = droppedVowel
  costs.drop['h'.charCodeAt(0)] = droppedH
  for (let code = 0; code < codes; code += 1) costs.swap[code * codes + code] = 0
  return costs
}

function letBe(costs: Costs, letters: string, price: number): void {
  for (const a of letters) for (const b of letters) if (a !== b) setPair(costs, a, b, price)
}

function setPair({ swap }: Costs, a: string, b: string, price: number): void {
  swap[a.charCodeAt(0) * codes + b.charCodeAt(0)] = price
  swap[b.charCodeAt(0) * codes + a.charCodeAt(0)] = price
}

/** Rows of the table are kept from call to call. */
const rows = [0, 1, 2].map(() => new Uint16Array(codes))

/**
 * The least cost that makes one text of the other, two neighbouring letters swapped being a letter;
 * more than `most` is `most + 1`.
 */
export function costBetween(a: string, b: string, { swap, drop }: Costs, most: number): number {
  if (a === b) return 0
  let [before, above, row] = rows as [Uint16Array, Uint16Array, Uint16Array]
  const width = Math.min(b.length, codes - 1)
  const height = Math.min(a.length, codes - 1)
  above[0] = 0
  let leastAbove = 0
  for (let j = 1; j <= width; j += 1)
    above[j] = (above[j - 1] ?? 0) + (drop[b.charCodeAt(j - 1)] ?? wholeLetter)
  for (let i = 1; i <= height; i += 1) {
    const letter = a.charCodeAt(i - 1)
    const dropped = drop[letter] ?? wholeLetter
    row[0] = (above[0] ?? 0) + dropped
    let least = row[0] ?? 0
    for (let j = 1; j <= width; j += 1) {
      const other = b.charCodeAt(j - 1)
      let cost = Math.min(
        (above[j - 1] ?? 0) + (swap[letter * codes + other] ?? wholeLetter),
        (above[j] ?? 0) + dropped,
        (row[j - 1] ?? 0) + (drop[other] ?? wholeLetter),
      )
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        cost = Math.min(cost, (before[j - 2] ?? 0) + swappedNeighbours)
      row[j] = cost
      if (cost < least) least = cost
    }
    // Only neighbours that changed places come from the row before.
    if (least > most && leastAbove + swappedNeighbours > most) return most + 1
    leastAbove = least
    ;[before, above, row] = [above, row, before]
  }
  return Math.min(above[width] ?? 0, most + 1)
}
