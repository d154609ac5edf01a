import { useQuery } from '@tanstack/react-query'
import { heldDepositsQuery } from '../../api/queries/payin-routes.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { paths } from '../../routing/paths.ts'
import { countText } from '../../ui/format/numbers.ts'
import { t } from '../../messages/text.ts'

/** The routes, what waits for a decision, and everything that came in. */
export function PayinNav({ current }: { current: 'routes' | 'held' | 'deposits' }) {
  const held = useQuery(heldDepositsQuery).data?.count ?? 0
  return (
    <Tabs
      label={t('Pay-in')}
      current={current}
      tabs={[
        { key: 'routes', label: t('Routes'), to: paths.payinRoutes },
        {
          key: 'held',
          label: t('Held deposits'),
          to: paths.heldDeposits,
          count: held > 0 ? countText(held) : undefined,
          hand: true,
        },
        { key: 'deposits', label: t('All deposits'), to: paths.payinDeposits },
      ]}
    />
  )
}
