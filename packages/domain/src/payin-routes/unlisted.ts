/** Of one kind at one address on one day so many are recorded each by itself; the rest is counted. */
export const unlistedPerDay = 20

export type UnlistedStatus = 'HELD' | 'RETURNED' | 'KEPT'

const symbolMax = 16

/**
 * What an unknown contract calls its token, fit to be shown, or '': whoever deployed it wrote it. Only
 * plain letters, digits and `.$_-` are passed on, and no name of a listed asset, which it only claims.
 */
export function shownSymbol(text: string, listed: readonly string[]): string {
  if (!/^[A-Za-z0-9.$_-]+$/.test(text) || text.length > symbolMax) return ''
  const plain = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const claimed = unmasked(plain(text))
  return listed.some((name) => claimed.includes(unmasked(plain(name)))) ? '' : text
}

/** Digits that are read as letters. */
const unmasked = (text: string): string =>
  text.replaceAll('0', 'O').replaceAll(/[1L]/g, 'I').replaceAll('5', 'S').replaceAll('$', 'S')

/** Decimals of a token as its contract says, where they are believable. */
export const shownDecimals = (decimals: bigint | undefined): number | undefined =>
  [...Array.from({ length: 37 }).keys()].find((known) => BigInt(known) === decimals)
