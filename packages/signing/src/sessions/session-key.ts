import { p256 } from '@noble/curves/nist.js'
import { bytesToHex, concat, hexToBytes } from '../base/encoding.ts'
import type { EphemeralKey } from '../bundles/hpke.ts'
import { compressKey } from '../keys/public-key.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { PlatformKey } from '../base/webcrypto.ts'

export type SessionKey = { publicKey: string; privateKey: PlatformKey }

// PKCS#8 around an RFC 5915 key of P-256 with its public half: the scalar goes between these two,
// the 65-byte point after them. Bytes rather than a JWK, because text cannot be overwritten.
const PKCS8_BEFORE_SCALAR = hexToBytes(
  '308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420',
)
const PKCS8_BEFORE_POINT = hexToBytes('a144034200')

/** A fresh pair for one session; the private half cannot be read out (signing-formats.md 5.1). */
export async function createEphemeralKey(): Promise<EphemeralKey> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['deriveBits'])
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey)
  return { publicKeyUncompressed: bytesToHex(new Uint8Array(raw)), privateKey: pair.privateKey }
}

/**
 * A fresh signing pair that becomes a session itself: the compressed public key is registered, the
 * private half can be used but never read out (signing-formats.md 8.2).
 */
export async function createSessionKey(): Promise<SessionKey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  return { publicKey: compressKey(bytesToHex(raw)), privateKey: pair.privateKey }
}

/**
 * Turns the scalar of a credential bundle into a signing key that cannot be read out
 * (signing-formats.md 6.1). The scalar is overwritten whatever the outcome.
 */
export async function importSessionKey(
  scalar: Uint8Array,
): Promise<Result<SessionKey, 'OPEN_FAILED'>> {
  try {
    if (!p256.utils.isValidSecretKey(scalar)) return fail('OPEN_FAILED')
    return ok(await importScalar(scalar))
  } finally {
    scalar.fill(0)
  }
}

async function importScalar(scalar: Uint8Array): Promise<SessionKey> {
  const point = p256.getPublicKey(scalar, false)
  const pkcs8 = concat(PKCS8_BEFORE_SCALAR, scalar, PKCS8_BEFORE_POINT, point)
  try {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
    return { publicKey: bytesToHex(p256.getPublicKey(scalar, true)), privateKey }
  } finally {
    pkcs8.fill(0)
  }
}
