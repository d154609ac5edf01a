import { p256 } from '@noble/curves/nist.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { readCborMap, type CborMap } from './cbor.ts'
import { readDerSignature } from '../keys/der.ts'
import { verifyEd25519 } from '../keys/ed25519.ts'
import { attempt, bytesToHex, concat, toBase64Url, type Bytes } from '../base/encoding.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** A public key of one of the three algorithms offered (signing-formats.md 4). */
export type CoseKey =
  | { algorithm: -7; /** Uncompressed P-256 point. */ point: Bytes }
  | { algorithm: -8; /** 32-byte Ed25519 key. */ key: Bytes }
  | { algorithm: -257; modulus: Bytes; exponent: Bytes }

export type CoseFailure = 'MALFORMED_ATTESTATION' | 'UNSUPPORTED_ALGORITHM'

// Labels of RFC 9052 and 9053.
const KTY = 1
const ALG = 3

/** Reads a COSE key; one outside −7, −8 and −257 is UNSUPPORTED_ALGORITHM. */
export function readCoseKey(cose: Uint8Array): Result<CoseKey, CoseFailure> {
  const map = readCborMap(cose)
  if (!map) return fail('MALFORMED_ATTESTATION')
  const key = readKnown(map)
  if (key === undefined) return fail('UNSUPPORTED_ALGORITHM')
  return key ? ok(key) : fail('MALFORMED_ATTESTATION')
}

/**
 * The signature of an assertion over `authenticatorData ‖ SHA-256(clientDataJSON)` with the stored
 * COSE key (signing-formats.md 3.3.6). High S is accepted.
 */
export async function verifyAssertion(assertion: {
  publicKeyCose: Uint8Array
  authenticatorData: Uint8Array
  clientDataJson: Uint8Array
  signature: Uint8Array
}): Promise<boolean> {
  const key = readCoseKey(assertion.publicKeyCose)
  if (!key.ok) return false
  const signed = concat(assertion.authenticatorData, sha256(assertion.clientDataJson))
  const { signature } = assertion
  if (key.value.algorithm === -7) return verifyEs256(key.value.point, signed, signature)
  if (key.value.algorithm === -8) return verifyEd25519(signed, signature, key.value.key)
  return verifyRs256(key.value, signed, signature)
}

/** Undefined: an algorithm not offered. Null: offered, but the key is malformed. */
function readKnown(map: CborMap): CoseKey | null | undefined {
  const kty = map.get(KTY)
  switch (map.get(ALG)) {
    case -7:
      return kty === 2 && map.get(-1) === 1 ? readPoint(map.get(-2), map.get(-3)) : null
    case -8:
      return kty === 1 && map.get(-1) === 6 ? readEd25519(map.get(-2)) : null
    case -257:
      return kty === 3 ? readRsa(map.get(-1), map.get(-2)) : null
    default:
      return undefined
  }
}

function readPoint(x: unknown, y: unknown): CoseKey | null {
  if (!isBytes(x, 32) || !isBytes(y, 32)) return null
  const point = concat(Uint8Array.of(4), x, y)
  return attempt(() => p256.Point.fromBytes(point)) ? { algorithm: -7, point } : null
}

function readEd25519(key: unknown): CoseKey | null {
  if (!isBytes(key, 32)) return null
  return attempt(() => ed25519.Point.fromBytes(key)) ? { algorithm: -8, key: concat(key) } : null
}

function readRsa(modulus: unknown, exponent: unknown): CoseKey | null {
  if (!isBytes(modulus) || !isBytes(exponent)) return null
  // 2048 bits at least, 8192 at most: less is forgeable, more is a way to burn processor time.
  if (modulus.length < 256 || modulus.length > 1024 || exponent.length > 4) return null
  return { algorithm: -257, modulus: concat(modulus), exponent: concat(exponent) }
}

function verifyEs256(point: Bytes, signed: Bytes, signature: Uint8Array): boolean {
  const raw = readDerSignature(signature)
  if (raw === undefined || raw === 'OUT_OF_RANGE') return false
  return p256.verify(raw, signed, point, { lowS: false })
}

async function verifyRs256(
  key: { modulus: Bytes; exponent: Bytes },
  signed: Bytes,
  signature: Uint8Array,
): Promise<boolean> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const jwk = { kty: 'RSA', n: toBase64Url(key.modulus), e: toBase64Url(key.exponent) }
  try {
    const imported = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
    return await crypto.subtle.verify(algorithm, imported, concat(signature), signed)
  } catch {
    return false
  }
}

function isBytes(value: unknown, length?: number): value is Uint8Array {
  return value instanceof Uint8Array && (length === undefined || value.length === length)
}

/** Uncompressed hex of an ES256 COSE key, or undefined for another algorithm. */
export function uncompressedKeyOfCose(cose: Uint8Array): string | undefined {
  const key = readCoseKey(cose)
  return key.ok && key.value.algorithm === -7 ? bytesToHex(key.value.point) : undefined
}
