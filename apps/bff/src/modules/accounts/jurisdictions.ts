import type { Jurisdiction, JurisdictionRef } from '@corridor/contract'
import type { ChainDefinition } from '@corridor/chains'
import { formatId, toWire } from '@corridor/domain'
import { v5 as uuidV5 } from 'uuid'
import type { z } from 'zod'

export type JurisdictionRecord = z.infer<typeof Jurisdiction>
export type TokenJurisdiction = JurisdictionRecord & {
  type: 'blockchain'
  networkName: string
  chainId: string
  tokenAddress: string
  nativeCurrency: string
}

/** All countries and chain tokens of this instance, in the order they are listed. */
export type Jurisdictions = {
  all: readonly JurisdictionRecord[]
  byId(id: string): JurisdictionRecord | undefined
  tokenById(id: string): TokenJurisdiction | undefined
  /** The jurisdictions of one chain. */
  onChain(chainId: string): readonly TokenJurisdiction[]
}

const namespace = '6b1f7f0c-5d3b-4a53-9f1e-0c2f3a6f8d11'

/** Jurisdiction ids follow from their names, so that they are the same in every instance. */
export const jurisdictionId = (name: string) => formatId('jur', uuidV5(name, namespace))

/** What other records say of a jurisdiction. */
export const jurisdictionRef = (
  id: string,
  jurisdiction: JurisdictionRecord | undefined,
): z.infer<typeof JurisdictionRef> => ({
  id,
  name: jurisdiction?.name ?? '',
  currency: jurisdiction?.currency ?? '',
  type: jurisdiction?.type ?? 'blockchain',
})

/** The rails on which money comes in. */
export const railsIn = ({ rails }: Pick<JurisdictionRecord, 'rails'>) =>
  rails.filter(({ direction }) => direction !== 'OUT')

/** The rails on which money goes out. */
export const railsOut = ({ rails }: Pick<JurisdictionRecord, 'rails'>) =>
  rails.filter(({ direction }) => direction !== 'IN')

type Country = {
  code: string
  name: string
  currency: string
  scale: number
  rails: { rail: string; cutoff: string; settlement: 'INSTANT' | 'BATCH'; etaMinutes: number }[]
}

/** Four countries with different account schemes; their bank operations come with later work. */
const countries: Country[] = [
  {
    code: 'US',
    name: 'United States',
    currency: 'USD',
    scale: 2,
    rails: [
      { rail: 'ACH', cutoff: '17:00 America/New_York', settlement: 'BATCH', etaMinutes: 1440 },
      { rail: 'FEDWIRE', cutoff: '18:30 America/New_York', settlement: 'INSTANT', etaMinutes: 60 },
    ],
  },
  {
    code: 'DE',
    name: 'Germany',
    currency: 'EUR',
    scale: 2,
    rails: [
      { rail: 'SEPA_CREDIT', cutoff: '15:00 Europe/Berlin', settlement: 'BATCH', etaMinutes: 1440 },
      { rail: 'SEPA_INSTANT', cutoff: '', settlement: 'INSTANT', etaMinutes: 1 },
    ],
  },
  {
    code: 'GB',
    name: 'United Kingdom',
    currency: 'GBP',
    scale: 2,
    rails: [{ rail: 'FASTER_PAYMENTS', cutoff: '', settlement: 'INSTANT', etaMinutes: 1 }],
  },
  {
    code: 'MX',
    name: 'Mexico',
    currency: 'MXN',
    scale: 2,
    rails: [{ rail: 'SPEI', cutoff: '', settlement: 'INSTANT', etaMinutes: 5 }],
  },
]

const entityTypes = ['individual', 'business']
const corridorMax = 1_000_000_000

function countryRecord(country: Country): JurisdictionRecord {
  return {
    id: jurisdictionId(`country:${country.code}`),
    name: country.name,
    type: 'country',
    currency: country.currency,
    currencyScale: country.scale,
    countryCode: country.code,
    rails: country.rails.map((rail) => ({
      ...rail,
      direction: 'BOTH' as const,
      min: 1,
      max: corridorMax,
    })),
    features: { onRamp: false, offRamp: false, payIn: false, walletToWallet: false, entityTypes },
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
        max: corridorMax,
        cutoff: '',
        settlement: 'INSTANT',
        etaMinutes: 1,
      },
    ],
    features: { onRamp: false, offRamp: false, payIn: false, walletToWallet: true, entityTypes },
    status: 'AVAILABLE',
  }
}

export function listJurisdictions(chains: readonly ChainDefinition[]): Jurisdictions {
  const tokens = chains.flatMap((chain) => chain.tokens.map((token) => tokenRecord(chain, token)))
  const all: JurisdictionRecord[] = [...tokens, ...countries.map(countryRecord)]
  return {
    all,
    byId: (id) => all.find((jurisdiction) => jurisdiction.id === id),
    tokenById: (id) => tokens.find((jurisdiction) => jurisdiction.id === id),
    onChain: (chainId) => tokens.filter((jurisdiction) => jurisdiction.chainId === chainId),
  }
}
