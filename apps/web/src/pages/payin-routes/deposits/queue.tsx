import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useListExport } from '../../../features/exports/use-list-export.tsx'
import { ListPage } from '../../../ui/table/list-page.tsx'
import type { ListAnswer } from '../../../api/list-source.ts'
import { paths } from '../../../routing/paths.ts'
import { CreateRouteButton } from '../../../features/payin-routes/create-route-button.tsx'
import {
  depositColumns,
  depositLines,
  depositLink,
} from '../../../features/payin-routes/deposits/deposit-columns.tsx'
import { depositFilters } from '../../../features/payin-routes/deposits/deposit-filters.ts'
import { useMissingPermission } from '../../../api/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { heldColumns } from './held-columns.tsx'
import { PayinNav } from '../../../features/payin-routes/payin-nav.tsx'
import {
  type DepositRecord,
  depositsSource,
  heldSource,
} from '../../../api/queries/payin-routes.ts'
import { UnlistedDeposits } from './unlisted.tsx'
import { countText } from '../../../ui/format/numbers.ts'
import { t } from '../../../messages/text.ts'

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

const HeldBar = lazy(async () => ({ default: (await import('./held-bar.tsx')).HeldBar }))
const ForwardDialog = lazy(async () => ({
  default: (await import('./forward-dialog.tsx')).ForwardDialog,
}))

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
  const [asking, setAsking] = useState(false)
  const missing = useMissingPermission('payin-routes:write')
  return (
    <>
      <Button aria-haspopup="dialog" disabledReason={missing} onClick={() => setAsking(true)}>
        {t('Forward what fits')}
      </Button>
      <Suspense>{asking ? <ForwardDialog onClose={() => setAsking(false)} /> : null}</Suspense>
    </>
  )
}

/** Deposits: those that wait for a person, or all of them, by the address. */
export function Component() {
  const isHeld = useLocation().pathname === paths.heldDeposits
  const exporting = useListExport('deposits', isHeld ? heldOnly : undefined)
  return (
    <>
      <ListPage<DepositRecord, ListAnswer<DepositRecord>>
        key={isHeld ? 'held' : 'all'}
        heading={t('Pay-in routes')}
        name={isHeld ? t('Held deposits') : t('Deposits')}
        noun={[t('deposit'), t('deposits')]}
        nav={
          <>
            <PayinNav current={isHeld ? 'held' : 'deposits'} />
            <UnlistedDeposits />
          </>
        }
        source={isHeld ? heldSource : depositsSource}
        columns={isHeld ? heldColumns : depositColumns}
        filters={depositFilters}
        defaultSort="-receivedAt"
        rowId={({ depositId }) => depositId}
        rowLink={depositLink}
        stack={depositLines}
        empty={isHeld ? held : all}
        {...(isHeld ? { bulk: heldBar } : {})}
        actions={() => (isHeld ? <ForwardFitting /> : <CreateRouteButton />)}
        onExport={exporting.onExport}
      />
      {exporting.dialog}
    </>
  )
}
