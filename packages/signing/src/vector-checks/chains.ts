import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  deriveEvmKey,
  deriveSolanaKey,
  seedFromMnemonic,
  type DerivedKey,
} from '../wallets/derivation.ts'
import { bytesToHex, hexToBytes } from '../base/encoding.ts'
import { checkSignedTransaction, recoverSender, signTransaction } from '../evm/signature.ts'
import { decodeTransfer, encodeTransfer, type EvmTransfer } from '../evm/transfer.ts'
import { verifyDepositProof, type DepositProof } from '../wallets/prepaid-deposit.ts'
import { differing, judged, type Differences, type Vector } from './compare.ts'

type DerivationExpected = { path: string; address: string }
export type DerivationVector = Vector & {
  mnemonic: string
  seedHex?: string
  evm?: DerivationExpected & { privateKeyHex: string; publicKeyCompressedHex: string }
  solana?: DerivationExpected & { privateSeedHex: string; publicKeyHex: string }
}

/** Keys and addresses from the mnemonic and from its seed (signing-formats.md 10.1). */
export function checkDerivation(vector: DerivationVector): Differences {
  const { mnemonic, evm, solana } = vector
  const seed = seedFromMnemonic(mnemonic)
  const differences = judged(vector, seed, 'exact')
  if (!seed.ok || !evm || !solana) return differences
  return [
    ...differences,
    ...differing('seed', bytesToHex(seed.value), vector.seedHex),
    ...[mnemonic, seed.value].flatMap((source) => [
      ...sameKey(deriveEvmKey(source, evm.path), {
        privateKey: evm.privateKeyHex,
        publicKey: evm.publicKeyCompressedHex,
        address: evm.address,
      }),
      ...sameKey(deriveSolanaKey(source, solana.path), {
        privateKey: solana.privateSeedHex,
        publicKey: solana.publicKeyHex,
        address: solana.address,
      }),
    ]),
  ]
}

function sameKey(
  key: DerivedKey,
  expected: { privateKey: string; publicKey: string; address: string },
): Differences {
  return [
    ...differing('private key', bytesToHex(key.privateKey), expected.privateKey),
    ...differing('public key', key.publicKey, expected.publicKey),
    ...differing('address', key.address, expected.address),
  ]
}

export type TransferVector = Vector & {
  payloadToSign: string
  signedTransaction: string
  expectedFrom?: string
  from?: string
  privateKeyHex?: string
  fields?: {
    chainId: number
    nonce: number
    gas: string
    maxFeePerGas: string
    maxPriorityFeePerGas: string
  }
  token?: string
  recipient?: string
  amountBaseUnits?: string
  signingDigest?: string
  transactionHash?: string
}

/** Decodes, writes, signs, recovers and compares (signing-formats.md 10.2). */
export function checkTransfer(vector: TransferVector): Differences {
  const { payloadToSign, signedTransaction } = vector
  const from = vector.from ?? vector.expectedFrom ?? ''
  const expected = { unsignedTransaction: payloadToSign, from }
  const outcome = checkSignedTransaction(signedTransaction, expected)
  const differences = judged(vector, outcome, 'exact')
  const transfer = transferOf(vector)
  if (!transfer) return differences

  const decoded = decodeTransfer(payloadToSign)
  const signed = signTransaction(payloadToSign, hexToBytes(vector.privateKeyHex ?? ''))
  const sender = recoverSender(signed.raw)
  const digest = `0x${bytesToHex(keccak_256(hexToBytes(payloadToSign.slice(2))))}`
  return [
    ...differences,
    ...differing('fields', decoded.ok && fieldsText(decoded.value), fieldsText(transfer)),
    ...differing('unsigned', encodeTransfer(transfer), payloadToSign),
    ...differing('digest', digest, vector.signingDigest),
    ...differing('signed', signed.raw, signedTransaction),
    ...differing('hash', signed.hash, vector.transactionHash),
    ...differing('sender', sender.ok && sender.value, from),
  ]
}

function transferOf(vector: TransferVector): EvmTransfer | undefined {
  const { fields, token, recipient, amountBaseUnits } = vector
  if (!fields || !token || !recipient || !amountBaseUnits) return undefined
  return {
    chainId: fields.chainId,
    nonce: fields.nonce,
    maxFeePerGas: BigInt(fields.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fields.maxPriorityFeePerGas),
    gas: BigInt(fields.gas),
    token,
    recipient,
    amount: BigInt(amountBaseUnits),
  }
}

function fieldsText(transfer: EvmTransfer): string {
  return Object.entries(transfer)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join(' ')
}

export type DepositVector = Vector & DepositProof & { wallet: string }

/** Whether the named wallet signed the transaction's id (signing-formats.md 10.5). */
export function checkDeposit(vector: DepositVector): Differences {
  const outcome = verifyDepositProof(vector, vector.wallet)
  // One recovered address cannot distinguish a wrong wallet from a wrong message; form can.
  const reasons = vector.reason === 'MALFORMED_SIGNATURE' ? 'exact' : 'any'
  return judged(vector, outcome, reasons)
}
