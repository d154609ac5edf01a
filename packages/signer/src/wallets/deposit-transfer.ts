import { encodeTransfer, signTransaction, toChecksumAddress } from '@corridor/signing/evm'
import type { Vault } from '../vault/vault.ts'
import { type DepositReference, withDepositKey } from './deposit-address.ts'

/** Amounts and fees as decimal text, in base units and in wei. */
export type DepositTransfer = {
  chainId: number
  token: string
  amount: string
  nonce: number
  gas: string
  maxFeePerGas: string
  maxPriorityFeePerGas: string
}

/**
 * Signs a transfer of tokens with the key of a deposit address. Who is paid is the caller's own
 * knowledge: no request of the signer names a receiver.
 */
export function signDepositTransfer(
  vault: Vault,
  { partnerId, reference }: DepositReference,
  transfer: DepositTransfer,
  recipient: string,
): Promise<{ raw: string; hash: string }> {
  const unsigned = encodeTransfer({
    chainId: transfer.chainId,
    nonce: transfer.nonce,
    maxFeePerGas: BigInt(transfer.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(transfer.maxPriorityFeePerGas),
    gas: BigInt(transfer.gas),
    token: toChecksumAddress(transfer.token),
    recipient: toChecksumAddress(recipient),
    amount: BigInt(transfer.amount),
  })
  return withDepositKey(vault, { partnerId, reference }, (key) => signTransaction(unsigned, key))
}
