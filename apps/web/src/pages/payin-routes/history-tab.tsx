import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { useMemo } from 'react'
import { payinRoutes } from '../../api/call.ts'
import { nestedSource } from '../../components/payin/nested-source.ts'
import { Region } from '../../components/region.tsx'
import { FilterBar } from '../../components/table/filter-bar.tsx'
import type { ListAnswer } from '../../components/table/types.ts'
import { useHeldRows } from '../../components/table/use-held-rows.ts'
import { useListRows } from '../../components/table/use-list-rows.ts'
import { useListState } from '../../components/table/use-list-state.ts'
import { useOpenWord } from '../../components/use-open-word.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countText } from '../../ui/numbers.ts'
import { historyFilters } from './deposit-filters.ts'
import { HistoryTable } from './history-table.tsx'
import type { Deposit, PayinRoute } from './queries.ts'

/** Every deposit of a route, newest first, each with all that is known of it below its line. */
export function HistoryTab({ route }: { route: PayinRoute }) {
  return (
    <NuqsAdapter>
      <History {...route} />
    </NuqsAdapter>
  )
}

const pageSize = 50
const newestFirst = '-receivedAt'
const noTabs: never[] = []
const idOf = ({ depositId }: Deposit) => depositId

type Of = Pick<PayinRoute, 'routeId' | 'fundingAccountId'>

function History({ routeId, fundingAccountId }: Of) {
  const source = useMemo(
    () =>
      nestedSource(['payin-routes', 'history'], payinRoutes.deposits, (deposits) => deposits, {
        teleportId: routeId,
      }),
    [routeId],
  )
  const state = useListState(historyFilters, noTabs, newestFirst)
  const { list, rows, total } = useListRows<Deposit, ListAnswer<Deposit>>(
    source,
    state.query,
    pageSize,
  )
  const view = useMemo(() => JSON.stringify(state.query), [state.query])
  const { shown, held, release } = useHeldRows(rows, idOf, view, !list.isPlaceholderData)
  const open = useOpenWord('open')
  const isFiltered = state.active.length > 0
  return (
    <section className="card overflow-hidden" aria-label="History">
      <FilterBar
        fields={historyFilters}
        state={state}
        end={
          <span aria-live="polite">
            {held > 0 ? (
              <Button size="s" className="newrows" onClick={release}>
                {countText(held)} new
              </Button>
            ) : null}
          </span>
        }
      />
      <Region
        query={list}
        what="Deposits"
        empty={() =>
          rows.length === 0 ? <Nothing isFiltered={isFiltered} clear={state.clear} /> : undefined
        }
      >
        {() => (
          <>
            <HistoryTable deposits={shown} {...{ fundingAccountId, open }} />
            <div className="foot">
              <span>
                <b>{countText(total ?? rows.length)}</b>{' '}
                {(total ?? rows.length) === 1 ? 'deposit' : 'deposits'}
              </span>
              {list.hasNextPage ? (
                <Button
                  size="s"
                  busy={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  Show more
                </Button>
              ) : null}
            </div>
          </>
        )}
      </Region>
    </section>
  )
}

function Nothing({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No deposit matches"
        actions={<Button onClick={clear}>Clear filters</Button>}
      >
        There may be others under other filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No deposits yet">
      Give the deposit instructions to the payer. What arrives stands here by itself.
    </EmptyState>
  )
}
