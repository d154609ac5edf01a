import type { Abi } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { encodeDeployData, encodeFunctionData, getContractAddress, keccak256 } from 'viem/utils'
import type { ChainDefinition, Finality, Hex, TokenDefinition } from '../port/chain.ts'
import { asHex } from '../port/hex.ts'
import type { DevAccounts } from './accounts.ts'
import { devChainId } from './anvil.ts'
import { rpcUrlOf } from './node.ts'
import creditArtifact from './artifacts/CreditToken.json' with { type: 'json' }
import testToken from './artifacts/TestToken.json' with { type: 'json' }

export const testTokenAbi = testToken.abi as Abi

/** The two tokens of every dev chain: different decimals, so that rounding errors show. */
const tokens = [
  { key: 'dev-usdc', symbol: 'USDC', name: 'Test USD Coin', decimals: 6 },
  { key: 'dev-dai', symbol: 'DAI', name: 'Test Dai', decimals: 18 },
] as const
const creditToken = { key: 'dev-kycc', symbol: 'KYCC', name: 'Verification Credit', decimals: 6 }

/** The record of the dev chain. */
export function devDefinition(options: {
  port: number
  finality: Finality
  tokens: readonly TokenDefinition[]
  creditToken?: TokenDefinition
}): ChainDefinition {
  return {
    chainKey: 'dev',
    chainId: devChainId,
    networkName: 'Corridor Dev Chain',
    nativeCurrency: { name: 'Test Ether', symbol: 'ETH', decimals: 18 },
    rpcUrl: rpcUrlOf(options.port),
    finality: options.finality,
    tokens: options.tokens,
    ...(options.creditToken ? { creditToken: options.creditToken } : {}),
  }
}

export type Deployment = { raw: Hex; hash: Hex; token: TokenDefinition }

export type DevTransactions = {
  /** The two tokens; the first one's hash marks the instance. */
  tokens: Deployment[]
  /** The service's own token, which the treasury mints. */
  credit: Deployment
  /** Tokens for the treasury, so that the service can pay out before the first deposit. */
  grants: Hex[]
}

/** Far more than tests and demonstrations pay out, in whole tokens. */
const treasuryTokens = 1_000_000_000_000n
const terms = {
  type: 'eip1559',
  chainId: devChainId,
  gas: 3_000_000n,
  maxFeePerGas: 100_000_000_000n,
  maxPriorityFeePerGas: 1n,
} as const

/**
 * The first transactions of deployer and treasury, with fixed fees, so their bytes, hashes and the
 * tokens' addresses follow from the mnemonic alone. A chain whose state was lost is rebuilt as the
 * same chain.
 */
export async function devTransactions(accounts: DevAccounts): Promise<DevTransactions> {
  const { deployer, treasury } = accounts
  const deployed = await Promise.all(
    tokens.map((token, nonce) => {
      const args = [token.name, token.symbol, token.decimals]
      return deploy(deployer, nonce, token, { abi: testTokenAbi, artifact: testToken, args })
    }),
  )
  const grants = deployed.map(({ token }, index) =>
    deployer.signTransaction({
      ...terms,
      nonce: deployed.length + index,
      to: token.address,
      data: encodeFunctionData({
        abi: testTokenAbi,
        functionName: 'mint',
        args: [treasury.address, treasuryTokens * 10n ** BigInt(token.decimals)],
      }),
    }),
  )
  return {
    tokens: deployed,
    credit: await deploy(treasury, 0, creditToken, {
      abi: creditArtifact.abi as Abi,
      artifact: creditArtifact,
      args: [],
    }),
    grants: await Promise.all(grants),
  }
}

async function deploy(
  account: LocalAccount,
  nonce: number,
  token: Omit<TokenDefinition, 'address'>,
  of: { abi: Abi; artifact: { bytecode: string }; args: unknown[] },
): Promise<Deployment> {
  const { abi, artifact, args } = of
  const data = encodeDeployData({ abi, bytecode: asHex(artifact.bytecode), args })
  const raw = await account.signTransaction({ ...terms, nonce, data })
  const address = getContractAddress({ from: account.address, nonce: BigInt(nonce) })
  return { raw, hash: keccak256(raw), token: { ...token, address } }
}
