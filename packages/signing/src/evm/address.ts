import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8 } from '../base/encoding.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** True for `0x` and 40 hex characters of either case. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** EIP-55 spelling of an address. @throws {TypeError} when the text is no address. */
export function toChecksumAddress(address: string): string {
  if (!isAddress(address)) throw new TypeError('Expected 0x and 40 hex characters.')
  const lower = address.slice(2).toLowerCase()
  const digest = bytesToHex(keccak_256(utf8(lower)))
  const spelled = Array.from(lower, (character, index) =>
    (digest[index] ?? '0') >= '8' ? character.toUpperCase() : character,
  )
  return `0x${spelled.join('')}`
}

/** True only for the EIP-55 spelling itself. */
export function isChecksumAddress(text: string): boolean {
  return isAddress(text) && toChecksumAddress(text) === text
}

/** The EIP-55 address of 20 bytes. */
export function addressFromBytes(bytes: Uint8Array): string {
  return toChecksumAddress(`0x${bytesToHex(bytes)}`)
}

/** The address of a 65-byte uncompressed secp256k1 key: last 20 bytes of Keccak-256 of X ‖ Y. */
export function addressOfPublicKey(uncompressed: Uint8Array): string {
  return addressFromBytes(keccak_256(uncompressed.subarray(1)).subarray(-20))
}
