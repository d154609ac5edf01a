import type { Abi } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { encodeDeployData, getContractAddress, keccak256 } from 'viem/utils'
import type { ChainDefinition, Finality, Hex, TokenDefinition } from '../port.ts'
import { devChainId } from './anvil.ts'
import { rpcUrlOf } from './node.ts'
import testToken from './artifacts/TestToken.json' with { type: 'json' }

export const testTokenAbi = testToken.abi as Abi

/** The two tokens of every dev chain: different decimals, so that rounding errors show. */
const tokens = [
  { key: 'dev-usdc', symbol: 'USDC', name: 'Test USD Coin', decimals: 6 },
  { key: 'dev-dai', symbol: 'DAI', name: 'Test Dai', decimals: 18 },
] as const

/** The record of the dev chain. */
export function devDefinition(options: {
  port: number
  finality: Finality
  tokens: readonly TokenDefinition[]
}): ChainDefinition {
  return {
    chainKey: 'dev',
    chainId: devChainId,
    networkName: 'Corridor Dev Chain',
    nativeCurrency: { name: 'Test Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: rpcUrlOf(options.port),
    finality: options.finality,
    tokens: options.tokens,
  }
}

export type Deployment = { raw: Hex; hash: Hex; token: TokenDefinition }

/**
 * The deployments are the deployer's first transactions with fixed fees, so their bytes, hashes
 * and the tokens' addresses follow from the mnemonic alone. A chain whose state was lost is
 * rebuilt as the same chain, and the first hash marks the instance.
 */
export function tokenDeployments(deployer: LocalAccount): Promise<Deployment[]> {
  return Promise.all(
    tokens.map(async (token, nonce) => {
      const raw = await deployer.signTransaction({
        type: 'eip1559',
        chainId: devChainId,
        nonce,
        data: encodeDeployData({
          abi: testTokenAbi,
          bytecode: testToken.bytecode as Hex,
          args: [token.name, token.symbol, token.decimals],
        }),
        gas: 3_000_000n,
        maxFeePerGas: 100_000_000_000n,
        maxPriorityFeePerGas: 1n,
      })
      const address = getContractAddress({ from: deployer.address, nonce: BigInt(nonce) })
      return { raw, hash: keccak256(raw), token: { ...token, address } }
    }),
  )
}
