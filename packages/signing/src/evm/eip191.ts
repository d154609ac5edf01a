import { keccak_256 } from '@noble/hashes/sha3.js'
import { concat, utf8, type Bytes } from '../base/encoding.ts'

/**
 * Keccak-256 of `0x19 "Ethereum Signed Message:\n" <decimal byte length> <message>`
 * (signing-formats.md 2.5).
 */
export function eip191Digest(message: Uint8Array): Bytes {
  const prefix = utf8(`\u0019Ethereum Signed Message:\n${message.length}`)
  return concat(keccak_256(concat(prefix, message)))
}
