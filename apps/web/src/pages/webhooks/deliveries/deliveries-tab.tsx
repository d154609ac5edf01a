import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { AnswerOf, webhooks } from '../../../api/call.ts'
import { queries } from '../../../api/query-client.ts'
import { Region } from '../../../ui/page/region.tsx'
import { FilterBar } from '../../../ui/table/filter-bar.tsx'
import { useHeldRows } from '../../../ui/table/use-held-rows.ts'
import { useListRows } from '../../../ui/table/use-list-rows.ts'
import { useListState } from '../../../ui/table/use-list-state.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DeliveriesFoot, NoDeliveries, OpenAlone } from './deliveries-parts.tsx'
import { NewRows } from '../../../ui/table/new-rows.tsx'
import { ExportButton } from '../../../features/exports/export-button.tsx'
import { deliveryFilters } from '../../../features/webhooks/delivery-filters.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import {
  deliveriesSource,
  type Delivery,
  type WebhookEndpoint,
  pollDeliveries,
  webhookEndpointsQuery,
} from '../../../api/queries/webhooks.ts'
import { ResendSelected } from './resend-selected.tsx'
import { ReplayProgress } from './replay-progress.tsx'
import { useSearchValue } from '../../../ui/page/use-search-value.ts'
import { scheduleText } from '../../../features/webhooks/labels.ts'
import type { FilterField, ListView } from '../../../ui/table/types.ts'
import { endpointFilter, useEndpointNames } from '../../../features/webhooks/endpoints.ts'
import { t } from '../../../messages/text.ts'

/** Every delivery, newest first, with what was sent and what was answered. */
export function DeliveriesTab({ endpoint }: { endpoint: WebhookEndpoint }) {
  const replay = useSearchValue('replay')
  return (
    <NuqsAdapter>
      <div className="grid">
        {replay.value ? (
          <ReplayProgress
            key={replay.value}
            recoveryId={replay.value}
            close={replay.linkTo(undefined)}
          />
        ) : null}
        <Deliveries endpoint={endpoint} />
      </div>
    </NuqsAdapter>
  )
}

const pageSize = 50
const newestFirst = '-createdAt'
const idOf = ({ deliveryId }: Delivery) => deliveryId
const noTabs: never[] = []
type Listed = AnswerOf<typeof webhooks.deliveries>

function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { names, filters } = useFilters()
  const state = useListState(filters, noTabs, newestFirst)
  const { list, rows, total } = useListRows<Delivery, Listed>(
    deliveriesSource,
    state.query,
    pageSize,
    pollDeliveries,
  )
  const view = useMemo(() => JSON.stringify(state.query), [state.query])
  const isCurrent = list.isFetchedAfterMount || !list.isFetching
  const holds = !list.isPlaceholderData
  const { shown, held, release } = useHeldRows(rows, idOf, view, holds, isCurrent)
  useEndpointWith(rows)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const open = useSearchValue('open')
  const isElsewhere = !shown.some((row) => idOf(row) === open.value)
  const { retryPreset: preset } = endpoint
  const barEnd = <BarEnd {...{ held, release, query: state.query, filters, preset }} />
  return (
    <>
      {open.value && isElsewhere && !list.isPending ? (
        <OpenAlone deliveryId={open.value} close={open.linkTo(undefined)} />
      ) : null}
      <section className="card overflow-hidden" aria-label={t('Deliveries')}>
        {picked.size > 0 ? (
          <ResendSelected ids={picked} onClear={() => setPicked(new Set())} />
        ) : (
          <FilterBar fields={filters} state={state} end={barEnd} />
        )}
        <Region
          query={list}
          what={t('Deliveries')}
          empty={() =>
            rows.length === 0 ? (
              <NoDeliveries isFiltered={state.active.length > 0} clear={state.clear} />
            ) : undefined
          }
        >
          {() => (
            <>
              <DeliveriesTable deliveries={shown} {...{ names, open, picked }} onPick={setPicked} />
              <DeliveriesFoot
                count={total ?? rows.length}
                day={endpoint.day}
                more={
                  list.hasNextPage ? (
                    <Button
                      size="s"
                      busy={list.isFetchingNextPage}
                      onClick={() => void list.fetchNextPage()}
                    >
                      {t('Show more')}
                    </Button>
                  ) : null
                }
              />
            </>
          )}
        </Region>
      </section>
    </>
  )
}

/** By endpoint, too, where there are several. */
function useFilters() {
  const names = useEndpointNames()
  return useMemo(() => {
    const filters = names.size > 0 ? [...deliveryFilters, endpointFilter(names)] : deliveryFilters
    return { names, filters }
  }, [names])
}

/** What the columns on screen are called in a file. */
const fileColumns =
  'status eventCategory eventType objectStatus httpStatuses nextAttemptAt createdAt'.split(' ')

type BarEndProps = {
  held: number
  release: () => void
  preset: WebhookEndpoint['retryPreset']
  query: ListView['query']
  filters: FilterField[]
}

function BarEnd({ held, release, preset, query, filters }: BarEndProps) {
  return (
    <>
      <span className="caption only-large">
        <NewRows count={held} onShow={release} />{' '}
        {t('Schedule: {schedule}', { schedule: scheduleText(preset) })}
      </span>
      <ExportButton list="deliveries" size="s" view={{ query, columns: fileColumns, filters }} />
    </>
  )
}

/** The strip above counts what the rows show: when one of them changes, it is read again. */
function useEndpointWith(rows: readonly Delivery[]): void {
  const states = rows.map(({ deliveryId, status }) => `${deliveryId} ${status}`).join()
  const last = useRef(states)
  useEffect(() => {
    const isFirst = last.current === '' || last.current === states
    last.current = states
    if (!isFirst) void queries.invalidateQueries({ queryKey: webhookEndpointsQuery.queryKey })
  }, [states])
}
