import type { Asset, CommonIssuer, RelyingParty } from '@corridor/signer'
import type { Config } from '../../config/config.ts'
import type { Kek } from '../../db/kek.ts'
import { createSandboxIssuer } from '../../modules/sandbox/oidc.ts'
import { relyingPartyOf } from '../../modules/wallets/base/relying-party.ts'

/** What the signer knows of the world around it. Plain data, since it may be another process. */
export type SignerFacts = {
  config: Pick<Config, 'ENVIRONMENT' | 'BASE_URL' | 'HOST' | 'PORT' | 'METRICS_PORT'>
  /** Where deposits are swept to, and nowhere else. */
  treasuries: { chainId: number; address: string }[]
  assets: Asset[]
  relyingParty: RelyingParty
  commonIssuers: CommonIssuer[]
}

/** A chain as the signer needs to know it. */
export type ChainFacts = {
  chainId: number
  treasury: string
  tokens: readonly { address: string; symbol: string; decimals: number }[]
}

/** Tokens that are worth a dollar each. */
const dollarTokens = ['USDC', 'DAI']

export async function signerFacts(
  config: Config,
  kek: Pick<Kek, 'derive'>,
  chains: readonly ChainFacts[],
): Promise<SignerFacts> {
  const { ENVIRONMENT, BASE_URL, HOST, PORT, METRICS_PORT } = config
  return {
    config: { ENVIRONMENT, BASE_URL, HOST, PORT, METRICS_PORT },
    treasuries: chains.map(({ chainId, treasury }) => ({ chainId, address: treasury })),
    assets: chains.flatMap(({ chainId, tokens }) =>
      tokens.map(({ address, symbol, decimals }) => ({
        chainId,
        token: address,
        currency: symbol,
        decimals,
        isDollar: dollarTokens.includes(symbol),
      })),
    ),
    relyingParty: relyingPartyOf(config),
    commonIssuers:
      ENVIRONMENT === 'sandbox' ? [await createSandboxIssuer(config, kek).facts()] : [],
  }
}
