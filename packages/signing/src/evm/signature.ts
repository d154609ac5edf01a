import { encode } from '@ethereumjs/rlp'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { attempt, bytesToHex, hexToBytes } from '../base/encoding.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { addressOfPublicKey } from './address.ts'
import {
  decodeTransfer,
  encodeTransfer,
  type EvmTransfer,
  readItems,
  readTransfer,
} from './transfer.ts'

/** `raw` is broadcast, `hash` names it on chain; both `0x` hex. */
export type SignedTransaction = { raw: string; hash: string }

export type SignedFailure = 'UNDECODABLE' | 'HIGH_S' | 'SENDER_MISMATCH' | 'PAYLOAD_MISMATCH'

/**
 * Signs an unsigned ERC-20 transfer with a 32-byte key; S is always low (signing-formats.md 10.2).
 * @throws {TypeError} on anything `decodeTransfer` does not read: nothing unread is ever signed.
 */
export function signTransaction(
  unsignedTransaction: string,
  privateKey: Uint8Array,
): SignedTransaction {
  if (!decodeTransfer(unsignedTransaction).ok) {
    throw new TypeError('Expected an unsigned ERC-20 transfer.')
  }
  const digest = keccak_256(hexToBytes(unsignedTransaction.slice(2)))
  const options = { prehash: false, lowS: true, format: 'recovered' } as const
  const raw = signedText(unsignedTransaction, secp256k1.sign(digest, privateKey, options))
  return { raw, hash: hashOf(raw) }
}

/** The checksum address that signed a transfer. High S is refused, as nodes do (EIP-2). */
export function recoverSender(raw: string): Result<string, 'UNDECODABLE' | 'HIGH_S'> {
  const decoded = decodeSigned(raw)
  return decoded.ok ? ok(decoded.value.sender) : decoded
}

/** What the signed bytes of a transfer do, and the checksum address that signed them. */
export function decodeSigned(
  raw: string,
): Result<{ transfer: EvmTransfer; sender: string }, 'UNDECODABLE' | 'HIGH_S'> {
  const signed = readSigned(raw)
  if (!signed) return fail('UNDECODABLE')
  const signature = attempt(() => secp256k1.Signature.fromBytes(signed.signature, 'recovered'))
  if (!signature) return fail('UNDECODABLE')
  if (signature.hasHighS()) return fail('HIGH_S')

  const digest = keccak_256(hexToBytes(signed.unsigned.slice(2)))
  const point = attempt(() => signature.recoverPublicKey(digest))
  if (!point) return fail('UNDECODABLE')
  return ok({ transfer: signed.transfer, sender: addressOfPublicKey(point.toBytes(false)) })
}

/**
 * The checks due before a broadcast (signing-formats.md 10.2): the signed bytes carry the stored
 * unsigned form and nothing else, and the wallet itself signed them.
 */
export function checkSignedTransaction(
  raw: string,
  expected: { unsignedTransaction: string; from: string },
): Result<{ hash: string }, SignedFailure> {
  const signed = readSigned(raw)
  if (!signed) return fail('UNDECODABLE')
  if (signed.unsigned !== expected.unsignedTransaction) return fail('PAYLOAD_MISMATCH')
  const sender = recoverSender(raw)
  if (!sender.ok) return sender
  if (sender.value.toLowerCase() !== expected.from.toLowerCase()) return fail('SENDER_MISMATCH')
  return ok({ hash: hashOf(raw) })
}

type Signed = { transfer: EvmTransfer; unsigned: string; signature: Uint8Array }

/** A signed transfer, its unsigned form, and its signature with the recovery id first. */
function readSigned(raw: string): Signed | undefined {
  const items = readItems(raw)
  const transfer = items?.length === 12 ? readTransfer(items) : undefined
  const unsigned = transfer && attempt(() => encodeTransfer(transfer))
  const parts = items?.slice(9).filter((item) => item instanceof Uint8Array)
  const [yParity, r, s] = parts ?? []
  if (!unsigned || !yParity || !r || !s || r.length > 32 || s.length > 32) return undefined

  const signature = new Uint8Array(65)
  signature[0] = yParity[0] ?? 0
  signature.set(r, 33 - r.length)
  signature.set(s, 65 - s.length)
  // Writing it again must give the same text, or the hash would cover bytes that nothing read.
  return signedText(unsigned, signature) === raw ? { transfer, unsigned, signature } : undefined
}

/** The signed form: yParity, r and s appended as integers. The recovery id comes first in `signature`. */
function signedText(unsignedTransaction: string, signature: Uint8Array): string {
  const items = readItems(unsignedTransaction) ?? []
  const parts = [signature.subarray(0, 1), signature.subarray(1, 33), signature.subarray(33)]
  const encoded = encode([...items, ...parts.map(withoutLeadingZeros)])
  return `0x02${bytesToHex(encoded)}`
}

function hashOf(raw: string): string {
  return `0x${bytesToHex(keccak_256(hexToBytes(raw.slice(2))))}`
}

function withoutLeadingZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? new Uint8Array() : bytes.subarray(start)
}
