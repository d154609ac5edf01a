import { asHex } from '@corridor/chains'
import { shownDecimals, shownSymbol } from '@corridor/domain'
import type { ChainLink } from '../../../ports/chain.ts'
import type { Deps } from '../../../ports/deps.ts'
import { findUnnamed, keepNames } from '../../../records/deposits/unlisted-store.ts'

/** In one request; what is left is asked for when something else arrives. */
const askedAtOnce = 20

/** Asks unknown contracts once what they call themselves; what they say is shown and never believed. */
export async function nameUnlisted(
  { db, jurisdictions }: Pick<Deps, 'db' | 'jurisdictions'>,
  { adapter, definition }: Pick<ChainLink, 'adapter' | 'definition'>,
): Promise<void> {
  const chainId = String(definition.chainId)
  const contracts = await db.readingAll((tx) => findUnnamed(tx, chainId, askedAtOnce))
  if (contracts.length === 0) return
  const facts = await adapter.tokenFacts(contracts.map((contract) => asHex(contract)))
  if (!facts.ok) return
  const listed = [
    definition.nativeCurrency.symbol,
    ...definition.tokens.map(({ symbol }) => symbol),
    ...jurisdictions.all.map(({ currency }) => currency),
  ]
  const named = contracts.map((contract, at) => ({
    contract,
    symbol: shownSymbol(facts.value[at]?.symbol ?? '', listed),
    decimals: shownDecimals(facts.value[at]?.decimals) ?? null,
  }))
  await db.asWorker((tx) => keepNames(tx, chainId, named))
}
