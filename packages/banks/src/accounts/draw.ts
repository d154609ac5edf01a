import { createHash } from 'node:crypto'

/** Returns so many decimal digits; the next call continues where this one ended. */
export type Draw = (count: number) => string

/** Digits that follow from a text alone: the same text gives the same, another one others. */
export function drawFrom(text: string): Draw {
  // 512 bits are 154 digits; the longest account takes 16.
  let pool = BigInt(`0x${createHash('sha512').update(text).digest('hex')}`)
  return (count) => {
    const size = 10n ** BigInt(count)
    const digits = (pool % size).toString().padStart(count, '0')
    pool /= size
    return digits
  }
}
