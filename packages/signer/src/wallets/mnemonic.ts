import { createHash, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { concat, utf8 } from '@corridor/signing'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { withSecret } from '../base/bytes.ts'

const deriveKey = promisify(pbkdf2)
const SALT = utf8('mnemonic')
const SPACE = utf8(' ')
const vocabulary = wordlist.map((at) => utf8(at))

/**
 * The BIP-39 words of 16 or 32 bytes of entropy as ASCII bytes, which can be overwritten: text in
 * JavaScript cannot.
 */
export function mnemonicBytes(entropy: Uint8Array): Uint8Array {
  if (entropy.length !== 16 && entropy.length !== 32) {
    throw new TypeError('Expected 16 or 32 bytes of entropy.')
  }
  const bytes = concat(entropy, createHash('sha256').update(entropy).digest())
  const count = (entropy.length * 3) / 4
  const parts: Uint8Array[] = []
  for (let at = 0; at < count; at++) {
    parts.push(...(at === 0 ? [] : [SPACE]), vocabulary[elevenBits(bytes, at * 11)] ?? SPACE)
  }
  const text = concat(...parts)
  bytes.fill(0)
  return text
}

/**
 * The 64-byte BIP-39 seed, without passphrase (signing-formats.md 10.1). The caller overwrites it.
 */
export function seedFromEntropy(entropy: Uint8Array): Promise<Uint8Array> {
  return withSecret(mnemonicBytes(entropy), (mnemonic) =>
    deriveKey(mnemonic, SALT, 2048, 64, 'sha512'),
  )
}

function elevenBits(bytes: Uint8Array, position: number): number {
  let value = 0
  for (let bit = position; bit < position + 11; bit++) {
    value = (value << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
  }
  return value
}
