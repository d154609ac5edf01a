import { parseApiKeyStamp, stampWithApiKey, verifyApiKeyStamp } from '../stamps/api-key-stamp.ts'
import { activityFingerprint } from '../stamps/activity.ts'
import { bytesToHex, fromBase64Url, hexToBytes, utf8 } from '../base/encoding.ts'
import { addressOfPublicKey } from '../evm/address.ts'
import { eip191Digest } from '../evm/eip191.ts'
import { compressKey } from '../keys/public-key.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { parseWalletStamp, verifyWalletStamp } from '../stamps/wallet-stamp.ts'
import { parseWebauthnStamp, webauthnChallenge } from '../stamps/webauthn-stamp.ts'
import { verifyWebauthnStamp } from '../stamps/webauthn-verify.ts'
import { differing, judged, type Differences, type Vector } from './compare.ts'
import { secp256k1 } from '@noble/curves/secp256k1.js'

export type ApiKeyVector = Vector & {
  payload: string
  headerValue: string
  registeredPublicKeyHex?: string
  deterministic?: boolean
  payloadSha256Hex?: string
  privateKeyHex?: string
  publicKeyCompressedHex?: string
  publicKeyUncompressedHex?: string
}

/**
 * Verifies as signing-formats.md 2.2 orders it, and reproduces what a deterministic signer made.
 */
export function checkApiKeyStamp(vector: ApiKeyVector): Differences {
  const differences = judged(vector, readApiKeyStamp(vector), 'exact')
  if (!vector.valid) return differences
  const { payload, publicKeyCompressedHex = '', publicKeyUncompressedHex = '' } = vector
  differences.push(
    ...differing('digest', activityFingerprint(payload), `sha256:${vector.payloadSha256Hex}`),
    ...differing('key', compressKey(publicKeyUncompressedHex), publicKeyCompressedHex),
  )
  if (!vector.deterministic || !vector.privateKeyHex) return differences
  const key = { publicKey: publicKeyCompressedHex, privateKey: vector.privateKeyHex }
  return [...differences, ...differing('stamp', stampWithApiKey(payload, key), vector.headerValue)]
}

function readApiKeyStamp(vector: ApiKeyVector): Result<true, string> {
  const stamp = parseApiKeyStamp(vector.headerValue)
  if (!stamp.ok) return stamp
  const registered = vector.registeredPublicKeyHex ?? vector.publicKeyCompressedHex
  if (registered !== undefined && stamp.value.publicKey !== registered) return fail('UNKNOWN_KEY')
  const verified = verifyApiKeyStamp(utf8(vector.payload), stamp.value)
  return verified ? ok(true) : fail('SIGNATURE_MISMATCH')
}

export type WalletVector = Vector & {
  payload: string
  headerValue: string
  eip191DigestHex?: string
  publicKeyCompressedHex?: string
  address?: string
}

/**
 * The optional schemes of signing-formats.md 2.5; one bad entry is relabelled as the first scheme.
 */
export function checkWalletStamp(vector: WalletVector): Differences {
  const payload = utf8(vector.payload)
  const differences = judged(vector, readWalletStamp(payload, vector.headerValue), 'any')
  if (!vector.eip191DigestHex || !vector.publicKeyCompressedHex) return differences
  const point = secp256k1.Point.fromHex(vector.publicKeyCompressedHex).toBytes(false)
  return [
    ...differences,
    ...differing('digest', bytesToHex(eip191Digest(payload)), vector.eip191DigestHex),
    ...differing('address', addressOfPublicKey(point), vector.address),
  ]
}

function readWalletStamp(payload: Uint8Array, text: string): Result<true, string> {
  const wallet = parseWalletStamp(text)
  if (wallet.ok)
    return verifyWalletStamp(payload, wallet.value) ? ok(true) : fail('SIGNATURE_MISMATCH')
  if (wallet.failure !== 'UNSUPPORTED_SCHEME') return wallet
  const stamp = parseApiKeyStamp(text)
  if (!stamp.ok) return stamp
  return verifyApiKeyStamp(payload, stamp.value) ? ok(true) : fail('SIGNATURE_MISMATCH')
}

export type WebauthnVector = Vector & {
  payload: string
  payloadSha256Hex: string
  challengeBytesHex: string
  challengeInClientData: string
  rpId: string
  origin: string
  requireUserVerification: boolean
  storedSignCount: number
  credentialId: string
  credentialPublicKeyCose: string
  headerValue: string
  expected?: { newSignCount: number; userVerified: boolean }
}

/** Every step of signing-formats.md 3.3 over the credential that the entry stores. */
export async function checkWebauthnStamp(vector: WebauthnVector): Promise<Differences> {
  const outcome = await readWebauthnStamp(vector)
  const differences = judged(vector, outcome, 'exact')
  if (!outcome.ok) return differences
  const challenge = webauthnChallenge(vector.payload)
  return [
    ...differences,
    ...differing('digest', challenge.digestHex, vector.payloadSha256Hex),
    ...differing('challenge bytes', bytesToHex(challenge.bytes), vector.challengeBytesHex),
    ...differing('challenge', challenge.base64url, vector.challengeInClientData),
    ...differing('count', outcome.value.signCount, vector.expected?.newSignCount),
    ...differing('verified', outcome.value.userVerified, vector.expected?.userVerified),
  ]
}

async function readWebauthnStamp(vector: WebauthnVector) {
  const stamp = parseWebauthnStamp(vector.headerValue)
  if (!stamp.ok) return stamp
  if (stamp.value.credentialId !== vector.credentialId) return fail('UNKNOWN_CREDENTIAL')
  return verifyWebauthnStamp(vector.payload, stamp.value, {
    publicKeyCose: fromBase64Url(vector.credentialPublicKeyCose) ?? hexToBytes(''),
    signCount: vector.storedSignCount,
    rpId: vector.rpId,
    origins: [vector.origin],
    requireUserVerification: vector.requireUserVerification,
  })
}
