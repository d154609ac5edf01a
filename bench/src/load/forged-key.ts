import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random characters of a key's alphabet. */
export const keyPart = (length: number): string =>
  randomBytes(length * 2)
    .toString('base64')
    .replaceAll(/[+/=]/g, '')
    .slice(0, length)

/** A key of these parts with the checksum that belongs to it; of parts that nobody has by default. */
export function forgedKey(lookup = keyPart(8), secret = keyPart(43)): string {
  const body = `cor_sandbox_${lookup}_${secret}`
  let sum = ''
  for (let rest = BigInt(crc32(body)); sum.length < 6; rest /= 62n)
    sum = alphabet.charAt(Number(rest % 62n)) + sum
  return `${body}_${sum}`
}
