import { p256 } from '@noble/curves/nist.js'
import { readDerSignature, writeDerSignature } from '../keys/der.ts'
import { bytesToHex, hexToBytes, isHex, toBase64Url, utf8 } from '../base/encoding.ts'
import { parsePublicKey, publicKeyOf } from '../keys/public-key.ts'
import { fail, ok, type Result } from '../base/result.ts'
import type { PlatformKey } from '../base/webcrypto.ts'
import { readStampEnvelope, type StampFailure } from './stamp-envelope.ts'

export const API_KEY_SCHEME = 'SIGNATURE_SCHEME_TK_API_P256'

/** All hex: the 32-byte scalar, the compressed and the uncompressed key. */
export type P256KeyPair = { privateKey: string; publicKey: string; publicKeyUncompressed: string }

/**
 * A well-formed stamp: compressed key and DER signature, both lower-case hex
 * (signing-formats.md 2.1).
 */
export type ApiKeyStamp = { publicKey: string; scheme: typeof API_KEY_SCHEME; signature: string }

export function generateP256KeyPair(): P256KeyPair {
  const { secretKey, publicKey } = p256.keygen()
  return {
    privateKey: bytesToHex(secretKey),
    publicKey: bytesToHex(publicKey),
    publicKeyUncompressed: bytesToHex(p256.getPublicKey(secretKey, false)),
  }
}

/**
 * The X-Stamp value over a payload (signing-formats.md 2.1), deterministic by RFC 6979.
 * @throws {TypeError} when the two keys do not belong together.
 */
export function stampWithApiKey(
  payload: string,
  key: { publicKey: string; privateKey: string },
): string {
  const scalar = hexToBytes(key.privateKey, 32)
  if (publicKeyOf(scalar) !== key.publicKey) throw new TypeError('The keys do not form a pair.')
  // The public stamper leaves S as it falls; reproducing its text means doing the same.
  const signature = p256.sign(utf8(payload), scalar, { format: 'der', lowS: false })
  scalar.fill(0)
  return encodeStamp(key.publicKey, signature)
}

/** The X-Stamp value made by a WebCrypto ECDSA key, which may be non-extractable. */
export async function stampWithCryptoKey(
  payload: string,
  key: { publicKey: string; privateKey: PlatformKey },
): Promise<string> {
  return encodeStamp(key.publicKey, hexToBytes(await signWithCryptoKey(payload, key)))
}

/** A DER-hex signature over a text by a WebCrypto ECDSA key, as `verifyP256` checks it. */
export async function signWithCryptoKey(
  message: string,
  key: { privateKey: PlatformKey },
): Promise<string> {
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const raw = await crypto.subtle.sign(algorithm, key.privateKey, utf8(message))
  return bytesToHex(writeDerSignature(new Uint8Array(raw)))
}

/**
 * Steps 1 to 4 of signing-formats.md 2.2: form only, no key is looked up and nothing is verified.
 */
export function parseApiKeyStamp(text: string): Result<ApiKeyStamp, StampFailure> {
  const envelope = readStampEnvelope(text)
  if (!envelope.ok) return envelope
  if (envelope.value.scheme !== API_KEY_SCHEME) return fail('UNSUPPORTED_SCHEME')

  const publicKey = parsePublicKey(envelope.value.publicKey)
  if (!publicKey.ok) return fail('MALFORMED_KEY')

  const signature = envelope.value.signature.toLowerCase()
  if (!isHex(signature) || !readDerSignature(hexToBytes(signature)))
    return fail('MALFORMED_SIGNATURE')
  return ok({ publicKey: publicKey.value, scheme: API_KEY_SCHEME, signature })
}

/**
 * Step 6 of signing-formats.md 2.2: the signature over SHA-256 of the payload bytes as received.
 * High S is accepted, since WebCrypto and Node signers do not normalise it.
 */
export function verifyApiKeyStamp(payload: Uint8Array, stamp: ApiKeyStamp): boolean {
  return verifyP256(payload, stamp.signature, stamp.publicKey)
}

/** A DER-hex P-256 signature over SHA-256 of a message; any malformed part counts as not verified. */
export function verifyP256(
  message: Uint8Array,
  signatureHex: string,
  publicKeyHex: string,
): boolean {
  if (!isHex(signatureHex) || !isHex(publicKeyHex)) return false
  const raw = readDerSignature(hexToBytes(signatureHex))
  if (raw === undefined || raw === 'OUT_OF_RANGE') return false
  return p256.verify(raw, message, hexToBytes(publicKeyHex), { lowS: false })
}

function encodeStamp(publicKey: string, signature: Uint8Array): string {
  const stamp = { publicKey, scheme: API_KEY_SCHEME, signature: bytesToHex(signature) }
  return toBase64Url(utf8(JSON.stringify(stamp)))
}
