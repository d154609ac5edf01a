import { p256 } from '@noble/curves/nist.js'
import { attempt, bytesToHex, hexToBytes, isHex } from '../base/encoding.ts'
import { fail, ok, type Result } from '../base/result.ts'

export type PublicKeyFailure = 'PUBLIC_KEY_INVALID'

/**
 * An uncompressed P-256 key as sent: 130 lower-case hex characters, `04` first, on the curve
 * (signing-formats.md 1, 5.1). Any other length, prefix, case or a `0x` is refused.
 */
export function parseUncompressedKey(text: string): Result<string, PublicKeyFailure> {
  if (!isHex(text, 65) || !text.startsWith('04')) return fail('PUBLIC_KEY_INVALID')
  return isOnCurve(text) ? ok(text) : fail('PUBLIC_KEY_INVALID')
}

/** A compressed P-256 key as sent: 66 lower-case hex characters, `02` or `03` first, on the curve. */
export function parseCompressedKey(text: string): Result<string, PublicKeyFailure> {
  if (!isHex(text, 33)) return fail('PUBLIC_KEY_INVALID')
  return isOnCurve(text) ? ok(text) : fail('PUBLIC_KEY_INVALID')
}

/**
 * Any hex form of a P-256 key, normalised to compressed lower-case hex (signing-formats.md 2.2.3):
 * 66 or 130 characters, either case.
 */
export function parsePublicKey(text: string): Result<string, PublicKeyFailure> {
  const lower = text.toLowerCase()
  if (lower.length !== 130) return parseCompressedKey(lower)
  const key = parseUncompressedKey(lower)
  return key.ok ? ok(compressKey(key.value)) : key
}

/** Compressed hex of a parsed uncompressed key. @throws on a key that is not on the curve. */
export function compressKey(uncompressed: string): string {
  return p256.Point.fromHex(uncompressed).toHex(true)
}

/** Uncompressed hex of a parsed compressed key. @throws on a key that is not on the curve. */
export function decompressKey(compressed: string): string {
  return p256.Point.fromHex(compressed).toHex(false)
}

/** The compressed public key of a private scalar of 32 bytes. @throws on a scalar out of range. */
export function publicKeyOf(privateKey: Uint8Array): string {
  return bytesToHex(p256.getPublicKey(privateKey, true))
}

function isOnCurve(hex: string): boolean {
  // Decoding checks the curve equation and throws.
  return attempt(() => p256.Point.fromBytes(hexToBytes(hex))) !== undefined
}
