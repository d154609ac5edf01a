/** Banks cut what is longer. */
const textMax = 200
const lengths = { min: 8, max: 18 } as const

/**
 * Every stretch of a payer's text that may be a payment reference: case, spaces and signs are
 * ignored, and what stands before and behind it too, because people write it as they like.
 */
export function referencesIn(text: string): string[] {
  const compact = text
    .slice(0, textMax)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
  const found = new Set<string>()
  for (let length: number = lengths.min; length <= lengths.max; length += 1)
    for (let at = 0; at + length <= compact.length; at += 1)
      found.add(compact.slice(at, at + length))
  return [...found]
}
