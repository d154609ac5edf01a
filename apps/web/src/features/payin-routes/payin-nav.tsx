import { useQuery } from '@tanstack/react-query'
import { heldDepositsQuery, waitingPaymentsQuery } from '../../api/queries/bank-payments.ts'
import { useSession } from '../../api/session.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { paths } from '../../routing/paths.ts'
import { countText } from '../../ui/format/numbers.ts'
import { t } from '../../messages/text.ts'

/** The routes, what waits for a decision, everything that came in, and the bank of a sandbox. */
export function PayinNav({
  current,
}: {
  current: 'routes' | 'held' | 'waiting' | 'deposits' | 'files'
}) {
  const held = useQuery(heldDepositsQuery).data?.count ?? 0
  const waiting = useQuery(waitingPaymentsQuery).data?.total ?? 0
  const isSandbox = useSession()?.environment === 'sandbox'
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
        {
          key: 'waiting',
          label: t('Waiting payments'),
          to: paths.waitingPayments,
          count: waiting > 0 ? countText(waiting) : undefined,
          hand: true,
        },
        { key: 'deposits', label: t('All deposits'), to: paths.payinDeposits },
        ...(isSandbox ? [{ key: 'files', label: t('Bank files'), to: paths.bankFiles }] : []),
      ]}
    />
  )
}
