import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { concat, hexToBytes, readCoseKey, toBase64Url, type CoseKey } from '@corridor/signing'

// SubjectPublicKeyInfo of P-256 up to the point, for its compressed and its uncompressed form.
const SPKI_COMPRESSED = hexToBytes('3039301306072a8648ce3d020106082a8648ce3d030107032200')
const SPKI_UNCOMPRESSED = hexToBytes('3059301306072a8648ce3d020106082a8648ce3d030107034200')

/**
 * A DER signature over SHA-256 of a message, by a compressed or uncompressed P-256 key. High S is
 * accepted (signing-formats.md 2.2.6). Some thirty times faster here than in JavaScript.
 */
export function verifyP256Signature(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const prefix = publicKey.length === 33 ? SPKI_COMPRESSED : SPKI_UNCOMPRESSED
  return verified('sha256', message, signature, () =>
    createPublicKey({ key: Buffer.from(concat(prefix, publicKey)), format: 'der', type: 'spki' }),
  )
}

/** A passkey's signature with its stored COSE key: ES256, EdDSA or RS256 (signing-formats.md 4). */
export function verifyCoseSignature(
  publicKeyCose: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const read = readCoseKey(publicKeyCose)
  if (!read.ok) return false
  const key = read.value
  if (key.algorithm === -7) return verifyP256Signature(key.point, message, signature)
  const digest = key.algorithm === -257 ? 'sha256' : null
  return verified(digest, message, signature, () => publicKeyOfJwk(key))
}

function publicKeyOfJwk(key: Exclude<CoseKey, { algorithm: -7 }>): KeyObject {
  const jwk =
    key.algorithm === -8
      ? { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(key.key) }
      : { kty: 'RSA', n: toBase64Url(key.modulus), e: toBase64Url(key.exponent) }
  return createPublicKey({ key: jwk, format: 'jwk' })
}

/** A key or signature that OpenSSL cannot read is one that does not verify. */
function verified(
  digest: 'sha256' | null,
  message: Uint8Array,
  signature: Uint8Array,
  keyOf: () => KeyObject,
): boolean {
  try {
    return verify(digest, message, keyOf(), signature)
  } catch {
    return false
  }
}
