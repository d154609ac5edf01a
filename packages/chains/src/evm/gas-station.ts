import type { LocalAccount } from 'viem/accounts'
import { keccak256, numberToHex } from 'viem/utils'
import type { Hex } from '../port/chain.ts'

export type TopUpRequest = {
  to: Hex
  /** Native coin in base units. */
  value: bigint
  /** Reserved by the caller, who locks a row per chain and sender. */
  nonce: number
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** `costMax` is what the station can lose at most: the value and its own gas. */
export type SignedTopUp = { raw: Hex; hash: Hex; costMax: bigint }

export type GasStation = {
  address: Hex
  /** Signs locally, without a network call; the same request gives the same bytes. */
  signTopUp: (request: TopUpRequest) => Promise<SignedTopUp>
  /**
   * Native coin that a wallet with `balance` lacks for one transaction of `gasCost` (gas limit
   * times fee ceiling); 0n when it has enough. A top-up pays for `transactionsPerTopUp` at once.
   */
  topUpNeeded: (balance: bigint, gasCost: bigint) => bigint
}

/** Gas of a plain payment to an account without code. */
export const topUpGas = 21_000n

/** The service's account that pays the gas of wallets, which own no native coin themselves. */
export function createGasStation(options: {
  account: LocalAccount
  chainId: number
  transactionsPerTopUp?: bigint
}): GasStation {
  const { account, chainId, transactionsPerTopUp = 1n } = options

  return {
    address: account.address,

    async signTopUp(request) {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce: request.nonce,
        to: numberToHex(BigInt(request.to), { size: 20 }),
        value: request.value,
        gas: topUpGas,
        maxFeePerGas: request.maxFeePerGas,
        maxPriorityFeePerGas: request.maxPriorityFeePerGas,
      })
      return {
        raw,
        hash: keccak256(raw),
        costMax: request.value + topUpGas * request.maxFeePerGas,
      }
    },

    topUpNeeded(balance, gasCost) {
      return balance >= gasCost ? 0n : gasCost * transactionsPerTopUp - balance
    },
  }
}
