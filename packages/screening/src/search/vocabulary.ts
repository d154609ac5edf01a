import { cheapestDrop, wholeLetter } from '../compare/costs.ts'
import { likeness, mostBareTolerated, mostTolerated } from '../compare/likeness.ts'
import type { Part } from '../text/parts.ts'
import { withoutVowels, withVowels } from './letters.ts'
import { createTogether, runOf } from './together.ts'

/** Parts whose sound has the same number of letters. */
type Row = { numbers: number[]; bits: number[]; firm: number[]; first: number[] }

/** The different parts of all listed names; finds those that are alike to a given one. */
export function createVocabulary() {
  const parts: Part[] = []
  const byText = new Map<string, number>()
  const together = createTogether()
  /** With their vowels, by length; and those without. */
  const spelled: Row[] = []
  const bare: Row[] = []
  return { add, withText, near: together.near, alike }

  /** The number of a part, from 0; the same for each that is written so. */
  function add(part: Part): number {
    const key = part.bare ? `${part.text}*` : part.text
    const known = byText.get(key)
    if (known !== undefined) return known
    const number = parts.push(part) - 1
    byText.set(key, number)
    const rows = part.bare ? bare : spelled
    const row = (rows[part.sound.length] ??= { numbers: [], bits: [], firm: [], first: [] })
    row.numbers.push(number)
    row.bits.push(withVowels.bitsOf(part.sound))
    row.first.push(part.sound.charCodeAt(0))
    row.firm.push(withoutVowels.bitsOf(part.sound))
    together.add(runOf([part]), number)
    return number
  }

  function withText(text: string): number[] {
    return [byText.get(text), byText.get(`${text}*`)].flatMap((number) => number ?? [])
  }

  /** Numbers of all parts that `likeness` takes for this one by their letters. */
  function alike(part: Part): number[] {
    const bits = withVowels.bitsOf(part.sound)
    const firm = withoutVowels.bitsOf(part.sound)
    const found: number[] = []
    spelled.forEach((row, length) => (part.bare ? takeBare(row, length) : takeSpelled(row, length)))
    bare.forEach(takeBare)
    return found

    function takeSpelled(row: Row, length: number): void {
      const most = mostTolerated(part)
      if (cheapestDrop * Math.abs(part.sound.length - length) > most) return
      const first = part.sound.charCodeAt(0)
      const mostElse = Math.min(most, wholeLetter)
      for (let at = 0; at < row.bits.length; at += 1) {
        const least = withVowels.costAtLeast(bits, row.bits[at] ?? 0)
        if (least <= (row.first[at] === first ? most : mostElse)) take(row.numbers[at] ?? 0)
      }
    }

    function takeBare(row: Row, length: number): void {
      const most = mostBareTolerated(part, length)
      for (let at = 0; at < row.firm.length; at += 1)
        if (withoutVowels.costAtLeast(firm, row.firm[at] ?? 0) <= most) take(row.numbers[at] ?? 0)
    }

    function take(number: number): void {
      const other = parts[number]
      if (other && likeness(part, other) > 0) found.push(number)
    }
  }
}
