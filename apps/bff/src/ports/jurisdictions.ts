import type { Jurisdiction } from '@corridor/contract'
import type { z } from 'zod'

export type JurisdictionRecord = z.infer<typeof Jurisdiction>
export type Rail = JurisdictionRecord['rails'][number]
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
