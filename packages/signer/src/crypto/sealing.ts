import { createCipheriv, createDecipheriv } from 'node:crypto'
import { concat, utf8 } from '@corridor/signing'

const VERSION = 1
const NONCE_LENGTH = 12
const TAG_LENGTH = 16

/** AES-256-GCM: `version (1) ‖ nonce (12) ‖ ciphertext ‖ tag (16)` (signing-formats.md 11). */
export function seal(
  key: Uint8Array,
  plaintext: Uint8Array,
  aad: string,
  random: (length: number) => Uint8Array,
): Uint8Array {
  const nonce = random(NONCE_LENGTH)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(utf8(aad))
  const ciphertext = cipher.update(plaintext)
  cipher.final()
  return concat(Uint8Array.of(VERSION), nonce, ciphertext, cipher.getAuthTag())
}

/**
 * The plaintext of a sealed record; the caller overwrites it after use.
 * @throws on a record of another key, another AAD, or changed in any bit.
 */
export function unseal(key: Uint8Array, record: Uint8Array, aad: string): Uint8Array {
  if (record[0] !== VERSION || record.length < 1 + NONCE_LENGTH + TAG_LENGTH) {
    throw new Error('The sealed record has an unknown form.')
  }
  const nonce = record.subarray(1, 1 + NONCE_LENGTH)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAAD(utf8(aad))
  decipher.setAuthTag(record.subarray(-TAG_LENGTH))
  const plaintext = decipher.update(record.subarray(1 + NONCE_LENGTH, -TAG_LENGTH))
  decipher.final()
  return plaintext
}
