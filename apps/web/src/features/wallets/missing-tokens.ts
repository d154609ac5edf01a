import type { Jurisdiction } from '../../api/queries/accounts.ts'
import type { Wallet } from './wallet-view.ts'
import { t } from '../../messages/text.ts'

/** A token that a wallet could have an account for and has not. */
export type MissingToken = { wallet: Wallet; token: Jurisdiction }

export function missingTokens(
  wallets: readonly Wallet[],
  jurisdictions: readonly Jurisdiction[],
): MissingToken[] {
  const tokens = jurisdictions.filter(({ type }) => type === 'blockchain')
  return wallets.flatMap((wallet) => {
    const has = new Set(wallet.accounts.map(({ jurisdictionId }) => jurisdictionId))
    return tokens.filter(({ id }) => !has.has(id)).map((token) => ({ wallet, token }))
  })
}

/** A choice of tokens for a new wallet: all of one chain, or a single one. */
export type TokenChoice = { value: string; label: string; jurisdictionIds: readonly string[] }

/** Whole chains first, because one address serves all tokens of its chain. */
export function tokenChoices(jurisdictions: readonly Jurisdiction[]): TokenChoice[] {
  const tokens = jurisdictions.filter(
    ({ type, features }) => type === 'blockchain' && features.walletToWallet,
  )
  const chains = Map.groupBy(tokens, ({ chainId = '' }) => chainId)
  const whole = [...chains].flatMap(([chainId, members]) =>
    members.length < 2
      ? []
      : [
          {
            value: `chain:${chainId}`,
            label: t('{networkName}, all tokens', {
              networkName: members[0]?.networkName ?? chainId,
            }),
            jurisdictionIds: members.map(({ id }) => id),
          },
        ],
  )
  const single = tokens.map(({ id, name }) => ({ value: id, label: name, jurisdictionIds: [id] }))
  return [...whole, ...single]
}
