import type { ChainDefinition } from '@corridor/chains'
import {
  type CountryRules,
  countryRules,
  formatId,
  type PayoutKind,
  toWire,
} from '@corridor/domain'
import codes from 'currency-codes'
import { v5 as uuidV5 } from 'uuid'
import type {
  JurisdictionRecord,
  Jurisdictions,
  Rail,
  TokenJurisdiction,
} from '../../ports/jurisdictions.ts'

const namespace = '6b1f7f0c-5d3b-4a53-9f1e-0c2f3a6f8d11'

/** Jurisdiction ids follow from their names, so that they are the same in every instance. */
export const jurisdictionId = (name: string) => formatId('jur', uuidV5(name, namespace))

/** What other records say of a jurisdiction. */
export const jurisdictionRef = (id: string, jurisdiction: JurisdictionRecord | undefined) => ({
  id,
  name: jurisdiction?.name ?? '',
  currency: jurisdiction?.currency ?? '',
  type: jurisdiction?.type ?? 'blockchain',
})

/** Whether an address is that of the jurisdiction's token, which no one can pay out from. */
export const isTokenItself = (
  { tokenAddress }: Pick<JurisdictionRecord, 'tokenAddress'>,
  address: string,
): boolean => tokenAddress?.toLowerCase() === address.toLowerCase()

export const tokenText = 'This is the address of the token itself: what is sent there is lost.'

/** The rails on which money comes in. */
export const railsIn = ({ rails }: Pick<JurisdictionRecord, 'rails'>) =>
  rails.filter(({ direction }) => direction !== 'OUT')

/** The rails on which money goes out. */
export const railsOut = ({ rails }: Pick<JurisdictionRecord, 'rails'>) =>
  rails.filter(({ direction }) => direction !== 'IN')

/** The rail that takes the least time. */
export const quickest = (rails: readonly Rail[]): Rail | undefined =>
  rails.toSorted((a, b) => a.etaMinutes - b.etaMinutes)[0]

/** How a payout over this rail reaches its account, which decides what it costs. */
export const payoutKind = (
  { type }: Pick<JurisdictionRecord, 'type'>,
  rail: Pick<Rail, 'settlement'> | undefined,
): PayoutKind => (type === 'blockchain' ? 'CHAIN' : (rail?.settlement ?? 'BATCH'))

const entityTypes = ['individual', 'business']
const tokenMax = 1_000_000_000

/**
 * Features say what leads from or to a jurisdiction as a corridor: a country is the source of an
 * on-ramp where a rail takes money in, and the end of an off-ramp where one pays out.
 */
function countryRecord({ code, name, currency, rails }: CountryRules): JurisdictionRecord {
  const scale = codes.code(currency)?.digits
  if (scale === undefined) throw new Error(`${currency} is no currency of ISO 4217`)
  const known = rails.map(({ feeHint: _feeHint, ...rail }) => rail)
  const takesIn = railsIn({ rails: known }).length > 0
  return {
    id: jurisdictionId(`country:${code}`),
    name,
    type: 'country',
    currency,
    currencyScale: scale,
    countryCode: code,
    rails: known,
    features: {
      onRamp: takesIn,
      offRamp: railsOut({ rails: known }).length > 0,
      payIn: takesIn,
      walletToWallet: false,
      entityTypes,
    },
    status: 'AVAILABLE',
  }
}

function tokenRecord(
  chain: ChainDefinition,
  token: ChainDefinition['tokens'][number],
): TokenJurisdiction {
  return {
    id: jurisdictionId(`chain:${chain.chainKey}:${token.symbol}`),
    name: `${chain.networkName} ${token.symbol}`,
    type: 'blockchain',
    currency: token.symbol,
    currencyScale: token.decimals,
    networkName: chain.networkName,
    chainId: String(chain.chainId),
    tokenAddress: token.address,
    nativeCurrency: chain.nativeCurrency.symbol,
    rails: [
      {
        rail: 'BLOCKCHAIN',
        direction: 'BOTH',
        min: toWire({ minor: 1n, scale: token.decimals }),
        max: tokenMax,
        cutoff: '',
        settlement: 'INSTANT',
        etaMinutes: 1,
      },
    ],
    features: { onRamp: true, offRamp: true, payIn: true, walletToWallet: true, entityTypes },
    status: 'AVAILABLE',
  }
}

export function listJurisdictions(chains: readonly ChainDefinition[]): Jurisdictions {
  const tokens = chains.flatMap((chain) => chain.tokens.map((token) => tokenRecord(chain, token)))
  const all: JurisdictionRecord[] = [...tokens, ...countryRules.map(countryRecord)]
  return {
    all,
    byId: (id) => all.find((jurisdiction) => jurisdiction.id === id),
    tokenById: (id) => tokens.find((jurisdiction) => jurisdiction.id === id),
    onChain: (chainId) => tokens.filter((jurisdiction) => jurisdiction.chainId === chainId),
  }
}
