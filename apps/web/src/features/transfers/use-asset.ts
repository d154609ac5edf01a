import { useQuery } from '@tanstack/react-query'
import type { Asset } from '../../ui/format/parse-amount.ts'
import type { Transfer } from '../../api/queries/transfers.ts'
import { jurisdictionsQuery } from '../../api/queries/accounts.ts'

/** Most decimals that any asset has; the service refuses what is too many for the one at hand. */
const decimalsMax = 18

/** The source currency with its decimals, for reading what is typed. */
export function useSourceAsset({ from }: Transfer): Asset {
  const { data } = useQuery(jurisdictionsQuery)
  const same = (data?.data ?? []).filter(({ currency }) => currency === from.currency)
  const known = same.find(({ name }) => name === from.jurisdiction) ?? same[0]
  return { currency: from.currency, decimals: known?.currencyScale ?? decimalsMax }
}
