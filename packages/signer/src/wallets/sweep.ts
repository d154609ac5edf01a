import { encodeTransfer, signTransaction, toChecksumAddress } from '@corridor/signing/evm'
import { type DepositReference, withDepositKey } from './deposit-address.ts'
import type { Vault } from '../vault/vault.ts'

/** Amounts and fees as decimal text, in base units and in wei. */
export type SignSweep = DepositReference & {
  chainId: number
  token: string
  amount: string
  nonce: number
  gas: string
  maxFeePerGas: string
  maxPriorityFeePerGas: string
}

/**
 * Signs a transfer of a deposit address's tokens to the treasury. No other account can be paid: the
 * receiver is the signer's own knowledge and not part of the request.
 * @throws TypeError for a chain that has no treasury
 */
export async function signSweep(
  vault: Vault,
  sweep: SignSweep,
): Promise<{ raw: string; hash: string }> {
  const treasury = vault.treasury(sweep.chainId)
  if (treasury === undefined) throw new TypeError(`There is no treasury on chain ${sweep.chainId}.`)
  const unsigned = encodeTransfer({
    chainId: sweep.chainId,
    nonce: sweep.nonce,
    maxFeePerGas: BigInt(sweep.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(sweep.maxPriorityFeePerGas),
    gas: BigInt(sweep.gas),
    token: toChecksumAddress(sweep.token),
    recipient: toChecksumAddress(treasury),
    amount: BigInt(sweep.amount),
  })
  const { partnerId, reference } = sweep
  return withDepositKey(vault, { partnerId, reference }, (key) => signTransaction(unsigned, key))
}
