import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The address with the capital letters that EIP-55 gives it; `0x` and 40 hexadecimal digits. */
export function checksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const letters = digits
    .split('')
    .map((digit, at) => ((hash[at] ?? '0') >= '8' ? digit.toUpperCase() : digit))
  return `0x${letters.join('')}`
}

export function evmFault(value: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/u.test(value)) {
    return 'An address is 0x and 40 hexadecimal digits.'
  }
  if (/^0x0{40}$/u.test(value)) return 'The zero address has no owner.'
  const digits = value.slice(2)
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (isOneCase || value === checksumAddress(value)) return undefined
  return "The address's capital letters do not fit its checksum: a character is wrong."
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A Solana address is a public key: 32 bytes in base 58. It has no checksum. */
export function solanaFault(value: string): string | undefined {
  const digits = value.split('').map((character) => base58.indexOf(character))
  const fault = 'An address is 32 to 44 characters of base 58, which has no 0, O, I or l.'
  if (digits.includes(-1) || value.length < 32 || value.length > 44) return fault
  const number = digits.reduce((sum, digit) => sum * 58n + BigInt(digit), 0n)
  const zeros = /^1*/u.exec(value)?.[0].length ?? 0
  const bytes = zeros + Math.ceil(number === 0n ? 0 : number.toString(16).length / 2)
  return bytes === 32 ? undefined : 'The address does not stand for 32 bytes.'
}
