import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useListExport } from '../../../features/exports/use-list-export.tsx'
import { ListPage } from '../../../ui/table/list-page.tsx'
import { paths } from '../../../routing/paths.ts'
import { CreateRouteButton } from '../../../features/payin-routes/create-route-button.tsx'
import {
  depositColumns,
  depositLines,
  depositLink,
} from '../../../features/payin-routes/deposits/deposit-columns.tsx'
import { depositFields } from '../../../features/payin-routes/deposits/deposit-filters.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { PayinNav } from '../../../features/payin-routes/payin-nav.tsx'
import {
  depositsSource,
  heldSource,
  type ListedDeposit,
  type HeldDeposit,
} from '../../../api/queries/lists/payin-routes.ts'
import { UnlistedDeposits } from './unlisted.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { part, lazyPart } from '../../../ui/display/part.tsx'
import { DialogButton } from '../../../ui/controls/button.tsx'
import { FitMark, LimitMeter } from '../../../features/payin-routes/deposits/limit-meter.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { t } from '../../../messages/text.ts'

const outlook: Column<HeldDeposit>[] = [
  {
    id: 'limit',
    header: t('Limit'),
    width: 140,
    from: 1180,
    cell: ({ limit, fit }) => {
      const inTheWay = fit?.limit ?? limit
      return inTheWay ? <LimitMeter short limit={inTheWay} /> : <span className="faint">–</span>
    },
  },
  {
    id: 'fit',
    header: t('Fits'),
    width: 236,
    from: 1040,
    cell: ({ fit }) => <FitMark fit={fit} />,
  },
]

const later: Readonly<Record<string, number>> = { owner: 1_330, funding: 1_480 }

/** Of held deposits, the limit stands where others have their labels: those repeat the status. */
const heldColumns: Column<HeldDeposit>[] = depositColumns.flatMap((column) => {
  if (column.id === 'labels') return outlook
  const from = later[column.id]
  return from === undefined ? [column] : [{ ...column, from }]
})

const held = {
  title: t('Nothing to review'),
  text: t(
    'Deposits that cannot be forwarded automatically are held here, with the reason, until someone forwards or returns them.',
  ),
}
const all = {
  title: t('No deposits yet'),
  text: t('Every deposit to any funding account is listed here, with its outcome.'),
}

const heldOnly = { status: 'HELD' }

const HeldBar = lazyPart(() => import('./held-bar.tsx'), 'HeldBar')
const ForwardDialog = part(() => import('./forward-dialog.tsx'), 'ForwardDialog')

const heldBar = (ids: ReadonlySet<string>, clear: () => void) => (
  <Suspense
    fallback={
      <span className="strong min-h-7">
        {t('{count} selected', { count: countText(ids.size) })}
      </span>
    }
  >
    <HeldBar ids={ids} onClear={clear} />
  </Suspense>
)

function ForwardFitting() {
  const missing = useMissingPermission('payin-routes:write')
  return (
    <DialogButton disabledReason={missing} dialog={(close) => <ForwardDialog onClose={close} />}>
      {t('Forward what fits')}
    </DialogButton>
  )
}

/** What both lists have. */
const list = {
  heading: t('Pay-in routes'),
  noun: [t('deposit'), t('deposits')],
  filters: depositFields,
  defaultSort: '-receivedAt',
  rowId: ({ depositId }: ListedDeposit) => depositId,
  rowLink: depositLink,
  stack: depositLines,
} as const

/** Deposits: those that wait for a person, or all of them, by the address. */
export function Component() {
  return useLocation().pathname === paths.heldDeposits ? <Held /> : <All />
}

function Held() {
  const exporting = useListExport('deposits', heldOnly)
  return (
    <>
      <ListPage
        {...list}
        name={t('Held deposits')}
        nav={<Nav current="held" />}
        source={heldSource}
        columns={heldColumns}
        empty={held}
        bulk={heldBar}
        actions={() => <ForwardFitting />}
        onExport={exporting.onExport}
      />
      {exporting.dialog}
    </>
  )
}

function All() {
  const exporting = useListExport('deposits')
  return (
    <>
      <ListPage
        {...list}
        name={t('Deposits')}
        nav={<Nav current="deposits" />}
        source={depositsSource}
        columns={depositColumns}
        empty={all}
        actions={() => <CreateRouteButton />}
        onExport={exporting.onExport}
      />
      {exporting.dialog}
    </>
  )
}

function Nav({ current }: { current: 'held' | 'deposits' }) {
  return (
    <>
      <PayinNav current={current} />
      <UnlistedDeposits />
    </>
  )
}
