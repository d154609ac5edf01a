import { type SmallColumn, SmallTable, smallColumn } from '../../../../ui/table/small-table.tsx'
import { useMemo } from 'react'
import { type ListAnswer } from '../../../../api/list-source.ts'
import { Region } from '../../../../ui/page/region.tsx'
import { useListRows } from '../../../../ui/table/use-list-rows.ts'
import { actorText } from '../../../../ui/display/actor.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { EmptyState } from '../../../../ui/display/blocks.tsx'
import { StatusPill, Time } from '../../../../ui/display/values.tsx'
import { AccountName } from '../../../../features/payin-routes/deposits/account-name.tsx'
import { changeReason, changeLabel } from './change-labels.ts'
import {
  changesSource,
  type PayinRoute,
  type RouteChange,
} from '../../../../api/queries/payin-routes.ts'
import { t } from '../../../../messages/text.ts'

const pageSize = 50
const asItComes = {}

/** Who changed the route and when, with what it was before. */
export function ChangesTab({ route: { routeId } }: { route: PayinRoute }) {
  const source = useMemo(() => changesSource(routeId), [routeId])
  const { list, rows } = useListRows<RouteChange, ListAnswer<RouteChange>>(
    source,
    asItComes,
    pageSize,
  )
  return (
    <section className="card overflow-hidden" aria-label={t('Changes')}>
      <Region
        query={list}
        what={t('Changes')}
        empty={() =>
          rows.length === 0 ? (
            <EmptyState title={t('No changes')}>{t('This route has not been changed.')}</EmptyState>
          ) : undefined
        }
      >
        {() => (
          <>
            <ChangesTable changes={rows} />
            {list.hasNextPage ? (
              <div className="table-foot">
                <Button
                  size="s"
                  busy={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  {t('Show more')}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Region>
    </section>
  )
}

const columns: readonly SmallColumn<RouteChange>[] = [
  smallColumn(t('Change##noun'), { cells: 'strong cell-who' }, (change) => changeLabel(change)),
  smallColumn(t('Before and after'), { cells: 'cell-status cell-fill-wrap' }, (change) => (
    <>
      <BeforeAfter change={change} />
      <span className="only-small muted">{changeReason(change)}</span>
    </>
  )),
  smallColumn(
    t('Reason'),
    { cells: 'cell-fill muted', title: (change) => changeReason(change) },
    (change) => changeReason(change) || <span className="faint">–</span>,
  ),
  smallColumn(t('By'), { cells: 'cell-in', title: (change) => change.actorId }, (change) => (
    <>{actorText(change.actorType, change.actorId, change.actorName)}</>
  )),
  smallColumn(t('When'), { align: 'end', cells: 'cell-out' }, (change) => (
    <Time at={change.at} detail="second" />
  )),
]

function ChangesTable({ changes }: { changes: readonly RouteChange[] }) {
  return (
    <SmallTable
      label={t('Changes of this route')}
      className="stacked-table stacked-events"
      columns={columns}
      rows={changes}
      rowId={({ at, kind, destinationVersion }) => `${at} ${kind} ${destinationVersion}`}
    />
  )
}

function BeforeAfter({ change }: { change: RouteChange }) {
  const { kind, previousStatus, routeStatus } = change
  if (kind === 'status') {
    return (
      <span className="row gap-1">
        {previousStatus ? <StatusPill status={previousStatus} /> : null}
        {previousStatus ? <span className="muted">{t('to##change')}</span> : null}
        <StatusPill status={routeStatus} />
      </span>
    )
  }
  return (
    <span className="row flex-wrap gap-1">
      {change.previousExternalAccountId ? (
        <>
          <AccountName accountId={change.previousExternalAccountId} />
          <span className="muted">{t('to##change')}</span>
        </>
      ) : null}
      <AccountName accountId={change.newExternalAccountId} />
      <span className="faint">
        {t('version {version}', { version: change.destinationVersion })}
      </span>
    </span>
  )
}
