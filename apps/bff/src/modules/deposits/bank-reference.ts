import { referenceOf } from '@corridor/banks'

/** As much as a statement's lines come to together. */
const textMax = 1_000
/** These two letters, then twelve of Crockford's base 32, which are not mistaken for one another. */
const prefix = 'CR'
const length = 14
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const referenceBytes = 8

/** 60 random bits: no two payments have the same, and none is hit by chance. */
export function makeReference({ random }: { random: (bytes: number) => Uint8Array }): string {
  const bits = Buffer.from(random(referenceBytes)).readBigUInt64BE()
  const text = Array.from({ length: 12 }, (_, place) => {
    const letter = (bits >> BigInt(5 * place)) & 31n
    return letters[Number(letter)] ?? ''
  })
  return `${prefix}${text.join('')}`
}

/**
 * Every stretch of a payer's text that may be a payment reference: case, spaces and signs are
 * ignored, as is the text around it, and letters that are taken for digits are read
 * as these, because people write it as they like.
 */
export function referencesIn(text: string): string[] {
  const compact = text
    .slice(0, textMax)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const found = new Set<string>()
  for (let at = compact.indexOf(prefix); at >= 0; at = compact.indexOf(prefix, at + 1))
    if (at + length <= compact.length) found.add(compact.slice(at, at + length))
  return [...found]
}

const payoutPattern = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi

/** The payouts of the service that a text may name: an id of ours, with or without hyphens. */
export const payoutsIn = (text: string): string[] => [
  ...new Set(
    [...text.slice(0, textMax).matchAll(payoutPattern)]
      .map(([id]) => referenceOf(id))
      .filter((id) => id !== ''),
  ),
]
