import { useMemo } from 'react'
import { type ListAnswer } from '../../../../api/list-source.ts'
import { Region } from '../../../../ui/page/region.tsx'
import { useListRows } from '../../../../ui/table/use-list-rows.ts'
import { shortId } from '../../../../ui/display/address.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { EmptyState } from '../../../../ui/display/empty-state.tsx'
import { StatusPill } from '../../../../ui/display/status-pill.tsx'
import { Time } from '../../../../ui/display/time.tsx'
import { AccountName } from '../../../../features/payin-routes/deposits/account-name.tsx'
import { actorWord, changeReason, changeWord } from './past-words.ts'
import {
  changesSource,
  type PayinRoute,
  type RouteChange,
} from '../../../../api/queries/payin-routes.ts'

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
    <section className="card overflow-hidden" aria-label="Changes">
      <Region
        query={list}
        what="Changes"
        empty={() =>
          rows.length === 0 ? (
            <EmptyState title="No changes">Nobody has changed this route.</EmptyState>
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
                  Show more
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Region>
    </section>
  )
}

function ChangesTable({ changes }: { changes: readonly RouteChange[] }) {
  return (
    <div className="table-scroll">
      <table
        className="small-table stacked-table stacked-events"
        aria-label="Changes of this route"
      >
        <thead>
          <tr>
            <th scope="col">Change</th>
            <th scope="col">Before and after</th>
            <th scope="col">Reason</th>
            <th scope="col">By</th>
            <th scope="col" className="text-right">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={`${change.at} ${change.kind} ${change.destinationVersion}`}>
              <td className="strong cell-who">{changeWord(change)}</td>
              <td className="cell-status cell-fill-wrap">
                <BeforeAfter change={change} />
                <span className="only-small muted">{changeReason(change)}</span>
              </td>
              <td className="cell-fill muted" title={changeReason(change)}>
                {changeReason(change) || <span className="faint">–</span>}
              </td>
              <td className="cell-in" title={change.actorId}>
                {actorWord(change)}
                {change.actorType === 'service' || change.actorId === '' ? null : (
                  <span className="mono muted only-large"> {shortId(change.actorId)}</span>
                )}
              </td>
              <td className="text-right cell-out">
                <Time at={change.at} detail="second" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function BeforeAfter({ change }: { change: RouteChange }) {
  const { kind, previousStatus, routeStatus } = change
  if (kind === 'status') {
    return (
      <span className="row gap-1">
        {previousStatus ? <StatusPill status={previousStatus} /> : null}
        {previousStatus ? <span className="muted">to</span> : null}
        <StatusPill status={routeStatus} />
      </span>
    )
  }
  return (
    <span className="row flex-wrap gap-1">
      {change.previousExternalAccountId ? (
        <>
          <AccountName accountId={change.previousExternalAccountId} />
          <span className="muted">to</span>
        </>
      ) : null}
      <AccountName accountId={change.newExternalAccountId} />
      <span className="faint">version {change.destinationVersion}</span>
    </span>
  )
}
