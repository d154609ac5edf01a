import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, equalBytes, hexToBytes, utf8 } from '../base/encoding.ts'

/** The public clients' form: SHA-256 over the hex text exactly as sent (signing-formats.md 5.2). */
export function oidcNonceText(publicKey: string): string {
  return bytesToHex(sha256(utf8(publicKey)))
}

/** The interface specification's form: SHA-256 over the key's bytes (signing-formats.md 5.2). */
export function oidcNonceBytes(publicKey: string): string {
  return bytesToHex(sha256(hexToBytes(publicKey)))
}

/**
 * True when a token's nonce claim commits to the request's key. For an uncompressed key both forms
 * count; a compressed one is hashed as text only (signing-formats.md 8.2).
 */
export function oidcNonceMatches(nonce: unknown, publicKey: string): boolean {
  if (typeof nonce !== 'string') return false
  const claimed = utf8(nonce)
  const isCompressed = publicKey.length === 66
  const forms = isCompressed
    ? [oidcNonceText(publicKey)]
    : [oidcNonceText(publicKey), oidcNonceBytes(publicKey)]
  // Every form is compared, so that the time says nothing about which one was tried.
  return forms.map((form) => equalBytes(claimed, utf8(form))).includes(true)
}
