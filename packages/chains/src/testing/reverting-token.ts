import type { Abi } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { encodeDeployData, encodeFunctionData } from 'viem/utils'
import revertingToken from '../dev/artifacts/RevertingToken.json' with { type: 'json' }
import type { ChainAdapter, Hex } from '../port/chain.ts'
import { asHex } from '../port/hex.ts'
import { callContract } from './wallet.ts'

const abi = revertingToken.abi as Abi

export type RevertingToken = {
  address: Hex
  decimals: 18
  mint: (to: Hex, amount: bigint) => Promise<void>
  /** While on, every transfer reverts: in an estimate, or on the chain when signed before. */
  setReverting: (on: boolean) => Promise<void>
}

/** Deploys a token for fault tests; `wallet` pays and has to own native coin. */
export async function deployRevertingToken(
  adapter: ChainAdapter,
  wallet: LocalAccount,
): Promise<RevertingToken> {
  const data = encodeDeployData({ abi, bytecode: asHex(revertingToken.bytecode) })
  const { contractAddress } = await callContract(adapter, wallet, { data })
  if (!contractAddress) throw new Error('the reverting token was not deployed')

  return {
    address: contractAddress,
    decimals: 18,
    mint: (to, amount) => call('mint', [to, amount]),
    setReverting: (on) => call('setReverting', [on]),
  }

  async function call(functionName: string, args: unknown[]) {
    const receipt = await callContract(adapter, wallet, {
      to: contractAddress ?? '0x',
      data: encodeFunctionData({ abi, functionName, args }),
    })
    if (receipt.status === 'reverted') throw new Error(`${functionName} reverted`)
  }
}
