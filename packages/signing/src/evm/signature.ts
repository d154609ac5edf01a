import { encode } from '@ethereumjs/rlp'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { attempt, bytesToHex, concat, hexToBytes } from '../encoding.ts'
import { fail, ok, type Result } from '../result.ts'
import { addressOfPublicKey } from './address.ts'
import {
  decodeTransfer,
  encodeTransfer,
  readItems,
  readTransfer,
  type RlpItem,
} from './transfer.ts'

/** `raw` is broadcast, `hash` names it on chain; both `0x` hex. */
export type SignedTransaction = { raw: string; hash: string }

export type SignedFailure = 'UNDECODABLE' | 'HIGH_S' | 'SENDER_MISMATCH' | 'PAYLOAD_MISMATCH'

/**
 * Signs an unsigned ERC-20 transfer with a 32-byte key; S is always low (signing-formats 10.2).
 * @throws {TypeError} on anything `decodeTransfer` does not read: nothing unread is ever signed.
 */
export function signTransaction(
  unsignedTransaction: string,
  privateKey: Uint8Array,
): SignedTransaction {
  const items = readItems(unsignedTransaction)
  if (!items || !decodeTransfer(unsignedTransaction).ok) {
    throw new TypeError('Expected an unsigned ERC-20 transfer.')
  }
  const digest = keccak_256(hexToBytes(unsignedTransaction.slice(2)))
  const options = { prehash: false, lowS: true, format: 'recovered' } as const
  const signature = secp256k1.sign(digest, privateKey, options)
  const [recovery = 0] = signature
  const parts = [
    recovery === 0 ? new Uint8Array() : Uint8Array.of(recovery),
    withoutLeadingZeros(signature.subarray(1, 33)),
    withoutLeadingZeros(signature.subarray(33)),
  ]
  const raw = concat(Uint8Array.of(0x02), encode([...items, ...parts]))
  return { raw: `0x${bytesToHex(raw)}`, hash: `0x${bytesToHex(keccak_256(raw))}` }
}

/** The checksum address that signed a transfer. High S is refused, as nodes do (EIP-2). */
export function recoverSender(raw: string): Result<string, 'UNDECODABLE' | 'HIGH_S'> {
  const signed = readSigned(raw)
  if (!signed) return fail('UNDECODABLE')
  const signature = attempt(() => secp256k1.Signature.fromBytes(signed.signature, 'recovered'))
  if (!signature) return fail('UNDECODABLE')
  if (signature.hasHighS()) return fail('HIGH_S')

  const digest = keccak_256(hexToBytes(signed.unsigned.slice(2)))
  const point = attempt(() => signature.recoverPublicKey(digest))
  return point ? ok(addressOfPublicKey(point.toBytes(false))) : fail('UNDECODABLE')
}

/**
 * The checks due before a broadcast (signing-formats 10.2): the signed bytes carry the stored
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
  return ok({ hash: `0x${bytesToHex(keccak_256(hexToBytes(raw.slice(2))))}` })
}

/** The unsigned form inside a signed transfer, and its signature with the recovery id first. */
function readSigned(raw: string): { unsigned: string; signature: Uint8Array } | undefined {
  const items = readItems(raw)
  const transfer = items?.length === 12 ? readTransfer(items) : undefined
  if (!items || !transfer) return undefined
  const parts = items.slice(9).filter((item): item is Uint8Array => item instanceof Uint8Array)
  const [yParity, r, s] = parts
  if (!yParity || !r || !s || yParity.length > 1 || (yParity[0] ?? 1) !== 1) return undefined
  if (!isScalar(r) || !isScalar(s)) return undefined

  const unsigned = attempt(() => encodeTransfer(transfer))
  // The first nine items must be spelled as we spell them, or the hash would cover other bytes.
  if (!unsigned || !sameItems(items.slice(0, 9), readItems(unsigned))) return undefined
  const signature = new Uint8Array(65)
  signature[0] = yParity.length
  signature.set(r, 33 - r.length)
  signature.set(s, 65 - s.length)
  return { unsigned, signature }
}

function isScalar(bytes: Uint8Array): boolean {
  return bytes.length > 0 && bytes.length <= 32 && bytes[0] !== 0
}

function sameItems(left: RlpItem[], right: RlpItem[] | undefined): boolean {
  return right !== undefined && bytesToHex(encode(left)) === bytesToHex(encode(right))
}

function withoutLeadingZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? new Uint8Array() : bytes.subarray(start)
}
