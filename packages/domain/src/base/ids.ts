import { type IdPrefix, separatorOf } from '@corridor/contract/ids'

export type { IdPrefix }

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

const digitZero = '0'.charCodeAt(0)
const letterA = 'a'.charCodeAt(0)
const dash = '-'.charCodeAt(0)
const lowerCase = 32

/**
 * `ent_` and 26 Crockford base-32 characters of a UUID's 128 bits, two zeros before them. Digit by
 * digit: every answer writes a dozen ids, and one through BigInt takes six times as long.
 */
export function formatId(prefix: IdPrefix, uuid: string): string {
  let text = prefix + separatorOf(prefix)
  let bits = 0
  let held = 2
  for (let i = 0; i < uuid.length; i++) {
    const code = uuid.charCodeAt(i) | lowerCase
    if (code === dash) continue
    const digit = code < letterA ? code - digitZero : code - letterA + 10
    bits = ((bits << 4) | digit) & 0xff
    held += 4
    if (held < 5) continue
    held -= 5
    text += alphabet.charAt((bits >> held) & 31)
  }
  return text
}

/** The UUID of a written id, or undefined where the text is no such id. */
export function parseId(prefix: IdPrefix, text: string): string | undefined {
  const start = prefix + separatorOf(prefix)
  if (!text.startsWith(start) || text.length !== start.length + 26) return undefined
  let bits = 0n
  for (const character of text.slice(start.length)) {
    const digit = alphabet.indexOf(character)
    if (digit < 0) return undefined
    bits = (bits << 5n) | BigInt(digit)
  }
  if (bits >> 128n) return undefined
  const hex = bits.toString(16).padStart(32, '0')
  return [8, 12, 16, 20, 32].map((end, i) => hex.slice([0, 8, 12, 16, 20][i], end)).join('-')
}
