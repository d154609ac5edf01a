import { p256 } from '@noble/curves/nist.js'
import { verifyP256 } from '../stamps/api-key-stamp.ts'
import {
  bytesToHex,
  hexToBytes,
  isHex,
  isRecord,
  parseJsonObject,
  utf8,
  utf8Text,
} from '../base/encoding.ts'
import type { HpkeMessage } from './hpke.ts'
import { parseUncompressedKey } from '../keys/public-key.ts'
import { fail, ok, type Result } from '../base/result.ts'

/** The service's signing pair: uncompressed hex and the 32-byte scalar. */
export type BundleSigner = { publicKey: string; privateKey: Uint8Array }

export type SignedBundleFailure = 'MALFORMED_BUNDLE' | 'BUNDLE_SIGNATURE'

const VERSION = 'v1.0.0'

/**
 * `{ version, data, dataSignature, enclaveQuorumPublic }` around a JSON object
 * (signing-formats.md 8.1).
 */
export function signBundle(data: Readonly<Record<string, string>>, signer: BundleSigner): string {
  const bytes = utf8(JSON.stringify(data))
  const signature = p256.sign(bytes, signer.privateKey, { format: 'der', lowS: false })
  return JSON.stringify({
    version: VERSION,
    data: bytesToHex(bytes),
    dataSignature: bytesToHex(signature),
    enclaveQuorumPublic: signer.publicKey,
  })
}

/**
 * The signed object. The signature is over the bytes that `data` encodes, and the key named inside
 * must be the pinned one: an attacker can name his own (signing-formats.md 8.1).
 */
export function openSignedBundle(
  text: string,
  pinnedPublicKey: string,
): Result<Readonly<Record<string, unknown>>, SignedBundleFailure> {
  const bundle = parseJsonObject(text)
  if (!bundle || bundle['version'] !== VERSION) return fail('MALFORMED_BUNDLE')
  const { data, dataSignature, enclaveQuorumPublic } = bundle
  if (typeof data !== 'string' || !isHex(data)) return fail('MALFORMED_BUNDLE')
  if (typeof dataSignature !== 'string') return fail('MALFORMED_BUNDLE')

  const bytes = hexToBytes(data)
  if (enclaveQuorumPublic !== pinnedPublicKey) return fail('BUNDLE_SIGNATURE')
  if (!verifyP256(bytes, dataSignature, pinnedPublicKey)) return fail('BUNDLE_SIGNATURE')
  const json = utf8Text(bytes)
  const content = json === undefined ? undefined : parseJsonObject(json)
  return content ? ok(content) : fail('MALFORMED_BUNDLE')
}

/**
 * The two members of an HPKE message in JSON-shaped bundles, `enc` uncompressed
 * (signing-formats.md 1, 8).
 */
export function writeHpkeMembers(message: HpkeMessage): {
  encappedPublic: string
  ciphertext: string
} {
  return {
    encappedPublic: bytesToHex(message.enc),
    ciphertext: bytesToHex(message.ciphertext),
  }
}

export function readHpkeMembers(value: unknown): HpkeMessage | undefined {
  if (!isRecord(value)) return undefined
  const { encappedPublic, ciphertext } = value
  if (typeof encappedPublic !== 'string' || typeof ciphertext !== 'string') return undefined
  if (!parseUncompressedKey(encappedPublic).ok || !isHex(ciphertext)) return undefined
  return { enc: hexToBytes(encappedPublic), ciphertext: hexToBytes(ciphertext) }
}
