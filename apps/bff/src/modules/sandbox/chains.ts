import type { Deps } from '../../ports/deps.ts'

/** The chains of this instance as the sandbox lists them to callers and in `sandbox.json`. */
export function sandboxChains({ chains, jurisdictions }: Pick<Deps, 'chains' | 'jurisdictions'>) {
  return [...chains.values()].flatMap(({ definition }) =>
    jurisdictions.onChain(String(definition.chainId)).map((token) => ({
      jurisdictionId: token.id,
      chainId: token.chainId,
      networkName: definition.networkName,
      rpcUrl: definition.rpcUrl,
      tokenAddress: token.tokenAddress,
      currency: token.currency,
      decimals: token.currencyScale,
    })),
  )
}
