import { useLocation } from 'react-router'
import { ExportedList } from '../../../features/exports/exported-list.tsx'
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
import { part, lazyPart } from '../../../ui/display/part.tsx'
import { DialogButton } from '../../../ui/controls/button.tsx'
import { FitMark, LimitMeter } from '../../../features/payin-routes/deposits/limit-meter.tsx'
import { type Column, column } from '../../../ui/table/types.ts'
import { t } from '../../../messages/text.ts'

const outlook: Column<HeldDeposit>[] = [
  column('limit', t('Limit'), { width: 140, from: 1180 }, ({ limit, fit }) => {
    const inTheWay = fit?.limit ?? limit
    return inTheWay ? <LimitMeter short limit={inTheWay} /> : <span className="faint">–</span>
  }),
  column('fit', t('Fits'), { width: 236, from: 1040 }, ({ fit }) => <FitMark fit={fit} />),
]

const later: Readonly<Record<string, number>> = { owner: 1_330, funding: 1_480 }

/** Of held deposits, the limit stands where others have their labels: those repeat the status. */
const heldColumns: Column<HeldDeposit>[] = depositColumns.flatMap((shown) => {
  if (shown.id === 'labels') return outlook
  const from = later[shown.id]
  return from === undefined ? [shown] : [{ ...shown, from }]
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
  <HeldBar ids={ids} onClear={clear} />
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
  return (
    <ExportedList
      exports="deposits"
      preset={heldOnly}
      {...list}
      name={t('Held deposits')}
      nav={<Nav current="held" />}
      source={heldSource}
      columns={heldColumns}
      empty={held}
      bulk={heldBar}
      actions={() => <ForwardFitting />}
    />
  )
}

function All() {
  return (
    <ExportedList
      exports="deposits"
      {...list}
      name={t('Deposits')}
      nav={<Nav current="deposits" />}
      source={depositsSource}
      columns={depositColumns}
      empty={all}
      actions={() => <CreateRouteButton />}
    />
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
