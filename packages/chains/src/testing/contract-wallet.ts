import type { Abi } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { encodeDeployData } from 'viem/utils'
import contractWallet from '../dev/artifacts/ContractWallet.json' with { type: 'json' }
import type { ChainAdapter, Hex } from '../port/chain.ts'
import { asHex } from '../port/hex.ts'
import { callContract } from './wallet.ts'

/**
 * Deploys a wallet that is a contract and takes the signatures of its owner, who pays for it and has to
 * own native coin. `0x01` as a signature has it answer what is no yes, `0x0102` use up its gas.
 */
export async function deployContractWallet(
  adapter: ChainAdapter,
  owner: LocalAccount,
): Promise<Hex> {
  const { abi, bytecode } = contractWallet
  const data = encodeDeployData({
    abi: abi as Abi,
    bytecode: asHex(bytecode),
    args: [owner.address],
  })
  const { contractAddress } = await callContract(adapter, owner, { data })
  if (!contractAddress) throw new Error('the contract wallet was not deployed')
  return contractAddress
}
