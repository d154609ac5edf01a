import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'
import { verifyEd25519 } from '../keys/ed25519.ts'
import {
  attempt,
  bytesToHex,
  concat,
  fromBase64,
  toBase64,
  utf8,
  type Bytes,
} from '../base/encoding.ts'
import { addressOfPublicKey, isAddress } from '../evm/address.ts'
import { eip191Digest } from '../evm/eip191.ts'
import { fail, ok, type Result } from '../base/result.ts'

/**
 * A wallet's signature over the text of its own deposit's transaction id (signing-formats.md 10.5).
 */
export type DepositProof = {
  chain: 'evm' | 'solana'
  /** The 66-character `0x…` text, or the base58 transaction id. */
  transactionHash: string
  /** Standard padded base64: 65 bytes `r ‖ s ‖ v`, or 64 bytes of ed25519. */
  base64Signature: string
}

export type DepositProofFailure =
  | 'MALFORMED_HASH'
  | 'MALFORMED_WALLET'
  | 'MALFORMED_SIGNATURE'
  | 'SIGNATURE_MISMATCH'

const EVM_HASH = /^0x[0-9a-fA-F]{64}$/

/**
 * That `wallet` signed the transaction's id. The caller then holds the wallet against the sender
 * on chain (signing-formats.md 10.5).
 */
export function verifyDepositProof(
  proof: DepositProof,
  wallet: string,
): Result<{ wallet: string }, DepositProofFailure> {
  const message = proofMessage(proof)
  if (!message) return fail('MALFORMED_HASH')
  const key = proof.chain === 'solana' ? readBase58(wallet, 32) : undefined
  if (proof.chain === 'solana' ? !key : !isAddress(wallet)) return fail('MALFORMED_WALLET')
  const signature = fromBase64(proof.base64Signature)
  if (signature?.length !== (key ? 64 : 65)) return fail('MALFORMED_SIGNATURE')

  const verified = key
    ? verifyEd25519(message, signature, key)
    : recoverAddress(message, signature)?.toLowerCase() === wallet.toLowerCase()
  return verified ? ok({ wallet }) : fail('SIGNATURE_MISMATCH')
}

/**
 * Signs the hash of an EVM transaction as its text, as `personal_sign` does: standard base64 of
 * 65 bytes with v 27 or 28 (signing-formats.md 10.5).
 */
export function signDepositProof(transactionHash: string, privateKey: Uint8Array): string {
  const digest = eip191Digest(utf8(transactionHash))
  const options = { prehash: false, lowS: true, format: 'recovered' } as const
  const signature = secp256k1.sign(digest, privateKey, options)
  return toBase64(concat(signature.subarray(1), Uint8Array.of(27 + (signature[0] ?? 0))))
}

/**
 * The argument for a wallet's `personal_sign`, which takes hex as bytes: the hex of the hash's text
 * (signing-formats.md 10.5).
 */
export function personalSignArgument(transactionHash: string): string {
  return `0x${bytesToHex(utf8(transactionHash))}`
}

function proofMessage(proof: DepositProof): Bytes | undefined {
  const { chain, transactionHash } = proof
  const wellFormed =
    chain === 'evm' ? EVM_HASH.test(transactionHash) : readBase58(transactionHash, 64)
  return wellFormed ? utf8(transactionHash) : undefined
}

function recoverAddress(message: Bytes, signature: Bytes): string | undefined {
  const v = signature[64] ?? 0
  // Wallets write 27 and 28; some write the bare recovery id.
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1) return undefined
  const parsed = attempt(() => secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact'))
  // A second signature can be derived from each one; only the low half is a proof (EIP-2).
  if (!parsed || parsed.hasHighS()) return undefined
  const point = attempt(() =>
    parsed.addRecoveryBit(recovery).recoverPublicKey(eip191Digest(message)),
  )
  return point && addressOfPublicKey(point.toBytes(false))
}

function readBase58(text: string, length: number): Uint8Array | undefined {
  const bytes = attempt(() => base58.decode(text))
  return bytes?.length === length ? bytes : undefined
}
