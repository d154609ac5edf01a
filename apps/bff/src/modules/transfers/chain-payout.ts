import type { Deps } from '../../deps.ts'
import type { ChainNews } from '../../workers/chain-news.ts'
import type { PayoutRail } from './payout-rail.ts'

export type ChainPayoutParts = Pick<
  Deps,
  'db' | 'chains' | 'jurisdictions' | 'log' | 'faults' | 'wake'
> & { news: ChainNews }

/** Pays out of the treasury on the chain of the payout's jurisdiction. */
export function createChainPayout(_deps: ChainPayoutParts): PayoutRail {
  return {
    submit: (payout) => Promise.reject(new Error(`the payout ${payout.id} has no chain yet`)),
    confirm: (payout) => Promise.reject(new Error(`the payout ${payout.id} has no chain yet`)),
  }
}
