import { ed25519 } from '@noble/curves/ed25519.js'
import { attempt } from '../base/encoding.ts'

/** Ed25519 by the strict rules of RFC 8032; anything malformed counts as not verified. */
export function verifyEd25519(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  return attempt(() => ed25519.verify(signature, message, publicKey, { zip215: false })) ?? false
}
