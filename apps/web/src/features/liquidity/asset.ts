import { useQuery } from '@tanstack/react-query'
import { type Jurisdiction, jurisdictionsQuery } from '../../api/queries/accounts.ts'
import { q, liquidity } from '../../api/call.ts'

/** The token of the credit line. */
export type LineAsset = { currency: string; decimals: number; jurisdiction: Jurisdiction }

/** Undefined until limits and jurisdictions are read. */
export function useLineAsset(): LineAsset | undefined {
  const currency = useQuery(q(liquidity.limits, {})).data?.data.asset
  const known = useQuery(jurisdictionsQuery).data?.data
  const jurisdiction = known?.find(
    (item) => item.type === 'blockchain' && item.currency === currency,
  )
  return jurisdiction && toAsset(jurisdiction)
}

/** The token of a jurisdiction, such as the partner's own; undefined until jurisdictions are read. */
export function useAssetOf(jurisdictionId: string): LineAsset | undefined {
  const known = useQuery(jurisdictionsQuery).data?.data
  const jurisdiction = known?.find(({ id }) => id === jurisdictionId)
  return jurisdiction && toAsset(jurisdiction)
}

const toAsset = (jurisdiction: Jurisdiction): LineAsset => ({
  currency: jurisdiction.currency,
  decimals: jurisdiction.currencyScale,
  jurisdiction,
})
