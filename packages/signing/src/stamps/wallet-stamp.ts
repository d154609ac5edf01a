import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { readDerSignature } from '../keys/der.ts'
import { verifyEd25519 } from '../keys/ed25519.ts'
import { attempt, hexToBytes, isHex, type Bytes } from '../base/encoding.ts'
import { eip191Digest } from '../evm/eip191.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { readStampEnvelope, type StampFailure } from './stamp-envelope.ts'

export const EIP191_SCHEME = 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191'
export const ED25519_SCHEME = 'SIGNATURE_SCHEME_TK_API_ED25519'

/**
 * A stamp made by a chain wallet's own key (signing-formats.md 2.5); key and signature lower-case
 * hex.
 */
export type WalletStamp = {
  publicKey: string
  scheme: typeof EIP191_SCHEME | typeof ED25519_SCHEME
  signature: string
}

/** Form only: the optional schemes of X-Stamp (signing-formats.md 2.5). */
export function parseWalletStamp(text: string): Result<WalletStamp, StampFailure> {
  const envelope = readStampEnvelope(text)
  if (!envelope.ok) return envelope
  const { scheme } = envelope.value
  if (scheme !== EIP191_SCHEME && scheme !== ED25519_SCHEME) return fail('UNSUPPORTED_SCHEME')

  const publicKey = envelope.value.publicKey.toLowerCase()
  const signature = envelope.value.signature.toLowerCase()
  const isEvm = scheme === EIP191_SCHEME
  if (!(isEvm ? isSecp256k1Key(publicKey) : isEd25519Key(publicKey))) return fail('MALFORMED_KEY')
  if (!(isEvm ? isDer(signature) : isHex(signature, 64))) return fail('MALFORMED_SIGNATURE')
  return ok({ publicKey, scheme, signature })
}

/** The signature over the payload bytes: EIP-191 digest, or the bytes themselves for ed25519. */
export function verifyWalletStamp(payload: Uint8Array, stamp: WalletStamp): boolean {
  const publicKey = hexToBytes(stamp.publicKey)
  const signature = hexToBytes(stamp.signature)
  return stamp.scheme === EIP191_SCHEME
    ? verifyEip191(payload, signature, publicKey)
    : verifyEd25519(payload, signature, publicKey)
}

function verifyEip191(payload: Uint8Array, der: Bytes, publicKey: Bytes): boolean {
  const raw = readDerSignature(der)
  if (raw === undefined || raw === 'OUT_OF_RANGE') return false
  return secp256k1.verify(raw, eip191Digest(payload), publicKey, { prehash: false, lowS: false })
}

function isSecp256k1Key(text: string): boolean {
  if (!isHex(text, 33)) return false
  return attempt(() => secp256k1.Point.fromBytes(hexToBytes(text))) !== undefined
}

function isEd25519Key(text: string): boolean {
  if (!isHex(text, 32)) return false
  return attempt(() => ed25519.Point.fromBytes(hexToBytes(text))) !== undefined
}

function isDer(text: string): boolean {
  return isHex(text) && readDerSignature(hexToBytes(text)) !== undefined
}
