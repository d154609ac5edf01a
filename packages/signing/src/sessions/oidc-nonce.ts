import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, equalBytes, hexToBytes, utf8 } from '../base/encoding.ts'

/** The public clients' form: SHA-256 over the hex text exactly as sent (signing-formats 5.2). */
export function oidcNonceText(publicKey: string): string {
  return bytesToHex(sha256(utf8(publicKey)))
}

/** The interface specification's form: SHA-256 over the key's bytes (signing-formats 5.2). */
export function oidcNonceBytes(publicKey: string): string {
  return bytesToHex(sha256(hexToBytes(publicKey)))
}

/** True when a token's nonce claim commits to the request's key in either form; both are accepted. */
export function oidcNonceMatches(nonce: unknown, publicKey: string): boolean {
  if (typeof nonce !== 'string') return false
  const claimed = utf8(nonce)
  return [oidcNonceText(publicKey), oidcNonceBytes(publicKey)].some((expected) =>
    equalBytes(claimed, utf8(expected)),
  )
}
