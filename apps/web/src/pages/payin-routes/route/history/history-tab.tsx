import { ExportButton } from '../../../../features/exports/export-button.tsx'
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { useMemo } from 'react'
import type { ListAnswer, ListQuery } from '../../../../api/list-source.ts'
import { Region } from '../../../../ui/page/region.tsx'
import { FilterBar } from '../../../../ui/table/filter-bar.tsx'
import { useHeldRows } from '../../../../ui/table/use-held-rows.ts'
import { useListRows } from '../../../../ui/table/use-list-rows.ts'
import { useListState } from '../../../../ui/table/use-list-state.ts'
import { useSearchValue } from '../../../../ui/page/use-search-value.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { EmptyState } from '../../../../ui/display/blocks.tsx'
import { countText, amountText } from '../../../../ui/format/numbers.ts'
import { historyFields } from '../../../../features/payin-routes/deposits/deposit-filters.ts'
import { HistoryTable } from './history-table.tsx'
import { type HistoryDeposit, historySource } from '../../../../api/queries/lists/payin-routes.ts'
import {
  type PayinRoute,
  type DepositSummary,
  historySummary,
} from '../../../../api/queries/payin-routes.ts'
import { t, plural } from '../../../../messages/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rich } from '../../../../messages/rich.tsx'
import { summaryQuery } from '../../../../ui/table/use-list-data.ts'

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
/** The table's columns by the names that the file has for them. */
const exported = [
  'status',
  'sender',
  'reference',
  'amount',
  'totalFees',
  'amountOut',
  'executionId',
  'since',
]
const idOf = ({ depositId }: HistoryDeposit) => depositId

function History({ routeId, fundingAccountId }: Pick<PayinRoute, 'routeId' | 'fundingAccountId'>) {
  const source = useMemo(() => historySource(routeId), [routeId])
  const state = useListState(historyFields, noTabs, newestFirst)
  const { list, rows, total } = useListRows<HistoryDeposit, ListAnswer<HistoryDeposit>>(
    source,
    state.query,
    pageSize,
  )
  const view = useMemo(() => JSON.stringify(state.query), [state.query])
  const isCurrent = list.isFetchedAfterMount || !list.isFetching
  const holds = !list.isPlaceholderData
  const { shown, held, release } = useHeldRows(rows, idOf, view, holds, isCurrent)
  const open = useSearchValue('open')
  const isFiltered = state.active.length > 0
  return (
    <section className="card overflow-hidden" aria-label={t('History')}>
      <FilterBar
        fields={historyFields}
        state={state}
        end={
          <>
            <span aria-live="polite">
              {held > 0 ? (
                <Button size="s" className="new-rows" onClick={release}>
                  {t('{count} new', { count: countText(held) })}
                </Button>
              ) : null}
            </span>
            <ExportButton
              size="s"
              list="route-deposits"
              preset={{ teleportId: routeId }}
              view={{ query: state.query, columns: exported, filters: historyFields }}
            />
          </>
        }
      />
      <Region
        query={list}
        what={t('Deposits')}
        empty={() =>
          rows.length === 0 ? <Nothing isFiltered={isFiltered} clear={state.clear} /> : undefined
        }
      >
        {() => (
          <>
            <HistoryTable deposits={shown} {...{ fundingAccountId, open }} />
            <div className="table-foot">
              <span>
                <b>{countText(total ?? rows.length)}</b>{' '}
                {(total ?? rows.length) === 1 ? t('deposit') : t('deposits')}
              </span>
              <HistorySums {...{ routeId, query: state.query }} />
              {list.hasNextPage ? (
                <Button
                  size="s"
                  busy={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  {t('Show more')}
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
        title={t('No deposit matches')}
        actions={<Button onClick={clear}>{t('Clear filters')}</Button>}
      >
        {t('Other filters may show more.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('No deposits yet')}>
      {t('Give the deposit instructions to the payer. New deposits appear here automatically.')}
    </EmptyState>
  )
}

/** What the deposits that match come to, per currency, and how many are not through. */
function HistorySums({ routeId, query }: { routeId: string; query: ListQuery }) {
  const { data } = useQuery({
    ...summaryQuery(historySummary(routeId), query),
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  const { received, forwarded, inFlight, held } = data
  return (
    <>
      {received.length > 0 ? (
        <span>{rich('Received {sum}', { sum: <Sums of={received} /> })}</span>
      ) : null}
      {forwarded.length > 0 ? (
        <span>{rich('Forwarded {sum}', { sum: <Sums of={forwarded} /> })}</span>
      ) : null}
      {inFlight > 0 ? (
        <span className="only-large">
          {t('{count} in transit', { count: countText(inFlight) })}
        </span>
      ) : null}
      {held > 0 ? (
        <span className="only-large">
          {plural(
            held,
            { one: '{count} held##deposits', other: '{count} held##deposits' },
            { count: countText(held) },
          )}
        </span>
      ) : null}
    </>
  )
}

const Sums = ({ of }: { of: DepositSummary['received'] }) => (
  <b>{of.map(({ amount, currency }) => amountText(amount, currency)).join(' + ')}</b>
)
