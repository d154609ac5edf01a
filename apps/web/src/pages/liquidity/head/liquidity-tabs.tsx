import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { activeFramesQuery, framesByQuery, unmatchedQuery } from '../../../api/queries/liquidity.ts'
import { liquidityPaths } from '../../../routing/liquidity-paths.ts'
import { paths } from '../../../routing/paths.ts'
import { countText } from '../../../ui/format/numbers.ts'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { q, liquidity } from '../../../api/call.ts'
import { t } from '../../../messages/text.ts'

type Props = {
  current: 'reserves' | 'quotes' | 'replenish' | 'payments' | 'limits'
  children?: ReactNode
}

type Counted = {
  data: readonly unknown[]
  pagination: { total?: number | undefined; hasMore: boolean }
}

/** The parts of the credit line, each with how many of it matter now. */
export function LiquidityTabs({ current, children }: Props) {
  const active = useQuery(activeFramesQuery).data
  const quoted = useQuery(framesByQuery('QUOTED')).data
  const quotes = useQuery(q(liquidity.listReplenishQuotes, { status: 'OPEN', limit: '100' })).data
  const open = useQuery(q(liquidity.limits, {})).data?.data.transactionsOpen
  const unmatched = useQuery(unmatchedQuery()).data
  return (
    <Tabs
      label={t('Liquidity')}
      current={current}
      tabs={[
        {
          key: 'reserves',
          label: t('Reserves'),
          to: paths.liquidity,
          count:
            active &&
            quoted &&
            countOf({
              ...active,
              data: [...active.data, ...quoted.data],
              pagination: { hasMore: active.pagination.hasMore || quoted.pagination.hasMore },
            }),
        },
        {
          key: 'quotes',
          label: t('Quotes'),
          to: liquidityPaths.quotes,
          count: countOf(quotes),
        },
        {
          key: 'replenish',
          label: t('Replenish'),
          to: liquidityPaths.drawings,
          count: open === undefined ? undefined : countText(open),
        },
        {
          key: 'payments',
          label: t('Payments'),
          to: liquidityPaths.payments,
          count: unmatched?.data.length ? countOf(unmatched) : undefined,
          hand: true,
        },
        { key: 'limits', label: t('Limits'), to: liquidityPaths.limits },
      ]}
    >
      {children}
    </Tabs>
  )
}

/** How many there are, or at least are. */
function countOf(list: Counted | undefined): string | undefined {
  if (!list) return undefined
  const { total, hasMore } = list.pagination
  if (total !== undefined) return countText(total)
  return `${countText(list.data.length)}${hasMore ? '+' : ''}`
}
