import type { Abi } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { encodeDeployData, encodeFunctionData } from 'viem/utils'
import batchPayer from '../dev/artifacts/BatchPayer.json' with { type: 'json' }
import type { ChainAdapter, Hex, TransactionReceipt } from '../port/chain.ts'
import { asHex } from '../port/hex.ts'
import { callContract } from './wallet.ts'

const abi = batchPayer.abi as Abi

export type BatchPayer = {
  address: Hex
  /** Pays out of the contract's own tokens, all in one transaction, once it is in a block. */
  pay: (token: Hex, payments: readonly Payment[]) => Promise<TransactionReceipt>
}
export type Payment = { to: Hex; amount: bigint }

/** Deploys a contract that pays many addresses at once; `wallet` pays the gas. */
export async function deployBatchPayer(
  adapter: ChainAdapter,
  wallet: LocalAccount,
): Promise<BatchPayer> {
  const data = encodeDeployData({ abi, bytecode: asHex(batchPayer.bytecode) })
  const { contractAddress: address } = await callContract(adapter, wallet, { data })
  if (!address) throw new Error('the batch payer was not deployed')
  return {
    address,
    pay: async (token, payments) => {
      const args = [token, payments.map(({ to }) => to), payments.map(({ amount }) => amount)]
      const paid = await callContract(adapter, wallet, {
        to: address,
        data: encodeFunctionData({ abi, functionName: 'pay', args }),
        gas: 100_000n + 60_000n * BigInt(payments.length),
      })
      if (paid.status === 'reverted') throw new Error('the batch payer could not pay')
      return paid
    },
  }
}
