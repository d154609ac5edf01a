import { Download } from 'lucide-react'
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8'
import { type ReactNode, Suspense, type UIEvent, useContext, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../controls/button.tsx'
import { EmptyState } from '../display/empty-state.tsx'
import { useZone } from '../preferences/zone.ts'
import { countText } from '../format/numbers.ts'
import { ListExtras } from '../page/list-extras.ts'
import { PageHead } from '../page/page-head.tsx'
import { usePreferences } from '../preferences/preferences.ts'
import { RegionError, StaleStrip } from '../page/region.tsx'
import { Tabs } from '../page/tabs.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { DataTable } from './data-table.tsx'
import { FilterBar, type FilterBarHandle } from './filter-bar.tsx'
import { filterText } from './filters.ts'
import { ListFoot } from './list-foot.tsx'
import { NewRows } from './new-rows.tsx'
import { type Bulk, BulkArea } from './bulk-area.tsx'
import { useScrollMemory } from './model/scroll-memory.ts'
import type { Column, FilterField, ListTab, ListView, TableProps } from './types.ts'
import type { ListAnswer, ListQuery, ListSource, SummarySource } from '../../api/list-source.ts'
import { useListData } from './use-list-data.ts'
import { type ListState, useListState } from './use-list-state.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useTableModel } from './use-table-model.ts'
import { useWidth } from './use-width.ts'
import { plural, t } from '../../messages/text.ts'

type Summary = { count: number }

export type ListPageProps<Row extends object, A extends ListAnswer<Row>, S extends Summary> = Pick<
  TableProps<Row>,
  'rowId' | 'rowLink' | 'stack' | 'openId'
> & {
  /** The page's heading. */
  heading: string
  /** Accessible name of the table; the heading without it. */
  name?: string
  /** One and several of them: `['transfer', 'transfers']`. */
  noun: readonly [string, string]
  source: ListSource<A>
  columns: readonly Column<Row>[]
  filters?: readonly FilterField[]
  /** Links to the lists beside this one, under the head. */
  nav?: ReactNode
  tabs?: readonly ListTab[]
  /** As the API writes it: `-createdAt`. */
  defaultSort: string
  /** No data ever: one sentence and one primary action. */
  empty: { title: string; text: string; action?: ReactNode }
  /** Buttons of the head. */
  actions?: (query: ListQuery) => ReactNode
  /** Opens the export of what the list shows; `e` does it too. */
  onExport?: (view: ListView) => void
  /** Counts all that matches, where the pages do not. */
  summary?: SummarySource<S>
  /** Sums beside the count. */
  totals?: (summary: S) => ReactNode
  /** Rows can be picked; the bar stands in the place of the filters. */
  bulk?: Bulk
  /** All that matches can be picked too, not only what is loaded. */
  picksAll?: boolean
  /** Beside the list: the open record. */
  pane?: ReactNode
}

const none: readonly never[] = []

/**
 * The list page: head, tabs, filter chips, virtual table, totals. Filters, sort and tab live in the URL under the
 * API's own names; sorting, filtering and paging are the server's.
 */
export function ListPage<
  Row extends object,
  A extends ListAnswer<Row>,
  S extends Summary = Summary,
>(props: ListPageProps<Row, A, S>) {
  return (
    <NuqsAdapter>
      <List {...props} />
    </NuqsAdapter>
  )
}

function List<Row extends object, A extends ListAnswer<Row>, S extends Summary>(
  props: ListPageProps<Row, A, S>,
) {
  const { heading, columns, filters = none, tabs = none, rowId, bulk } = props
  const { pagedLists } = usePreferences()
  const state = useListState(filters, tabs, props.defaultSort)
  const data = useListData<Row, A, S>(props.source, state.query, rowId, pagedLists, props.summary)
  const scroller = useRef<HTMLDivElement>(null)
  const focusRef = useRef<((index: number) => void) | undefined>(undefined)
  const bar = useRef<FilterBarHandle>(null)
  const model = useTableModel({
    listName: props.name ?? heading,
    columns,
    rows: data.rows,
    rowId,
    width: useWidth(scroller),
    selectable: bulk !== undefined,
  })
  useScrollMemory(scroller, data.rows.length > 0)
  const view = viewOf(model.visible, state, filters, tabs)
  const onExport = props.onExport && (() => props.onExport?.(view))
  const pick = (row: Row | undefined, isRange: boolean) =>
    row && model.selection?.toggle(rowId(row), isRange)
  useRowKeys({
    count: data.rows.length,
    focused: () => focusedRow() - data.before,
    focus: (index) => focusRef.current?.(index),
    onFind: () => bar.current?.find() ?? false,
    onRefresh: () => void data.refetch(),
    onExport,
    onSelect: model.selection && ((index, isRange) => pick(data.rows[index], isRange)),
  })
  const picked = model.selection?.ids
  const newRows = <NewRows count={data.held} onShow={data.release} />
  return (
    <>
      <section className="list-page" aria-label={heading}>
        <ListHead {...{ heading, tabs, model, onExport }} nav={props.nav} view={state.view}>
          {props.actions?.(state.query)}
        </ListHead>
        {picked && picked.size > 0 ? (
          <BulkArea
            ids={picked}
            view={view}
            total={data.total}
            bulk={bulk}
            picksAll={props.picksAll ?? false}
            allOf={model.allOf}
            onPickAll={model.pickAll}
            onClear={model.clearSelection}
          />
        ) : (
          <FilterBar fields={filters} state={state} ref={bar} end={newRows} />
        )}
        {data.error && data.loaded ? (
          <StaleStrip at={data.updatedAt} onRetry={() => void data.refetch()} />
        ) : null}
        <div
          className={data.refreshing ? 'list-body refreshing' : 'list-body'}
          ref={scroller}
          onScroll={markSideways}
        >
          <ListBody {...props} {...{ state, data, model }} refs={{ scroller, focusRef }} />
        </div>
        <ListFoot
          noun={props.noun}
          totals={data.summary ? props.totals?.(data.summary) : null}
          data={data}
        />
      </section>
      {props.pane}
    </>
  )
}

/** What stays in place casts a shadow only while something is below it. */
function markSideways({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-sideways', currentTarget.scrollLeft > 0)
}

function viewOf(
  columns: readonly { id: string }[],
  state: ListState,
  filters: readonly FilterField[],
  tabs: readonly ListTab[],
): ListView {
  const tab = tabs.findIndex(({ key }) => key === state.view)
  return {
    query: state.query,
    columns: columns.map(({ id }) => id),
    filters,
    tab: tab > 0 ? tabs[tab]?.label : undefined,
  }
}

type ListHeadProps<Row extends object> = Omit<HeadProps<Row>, 'actions'> & {
  heading: string
  nav: ReactNode
  tabs: readonly ListTab[]
  view: string
  children: ReactNode
}

function ListHead<Row extends object>(props: ListHeadProps<Row>) {
  const { heading, nav, tabs, view, model, onExport, children } = props
  return (
    <div className="list-head">
      <PageHead
        heading={heading}
        actions={<HeadActions model={model} actions={children} onExport={onExport} />}
      />
      {nav}
      {tabs.length > 0 ? <ListTabs tabs={tabs} view={view} label={heading} /> : null}
    </div>
  )
}

type HeadProps<Row extends object> = {
  model: ReturnType<typeof useTableModel<Row>>
  actions: ReactNode
  onExport: (() => void) | undefined
}

function HeadActions<Row extends object>({ model, actions, onExport }: HeadProps<Row>) {
  const extras = useContext(ListExtras)
  return (
    <>
      <Suspense>{extras?.(model.listName)}</Suspense>
      {onExport ? (
        <Button icon={Download} aria-haspopup="dialog" onClick={onExport}>
          {t('Export')}
        </Button>
      ) : null}
      <ColumnsMenu
        columns={model.ordered}
        hidden={model.hidden}
        onChange={model.setColumns}
        onReset={model.isOwn ? model.resetColumns : undefined}
      />
      {actions}
    </>
  )
}

/** Index in the whole list of the row whose link has the focus, or -1. */
function focusedRow(): number {
  const link = document.activeElement
  const index = link instanceof HTMLElement ? link.dataset['row'] : undefined
  return index === undefined ? -1 : Number(index)
}

type BodyProps<Row extends object, A extends ListAnswer<Row>, S extends Summary> = ListPageProps<
  Row,
  A,
  S
> & {
  state: ListState
  data: ReturnType<typeof useListData<Row, A, S>>
  model: ReturnType<typeof useTableModel<Row>>
  refs: Pick<TableProps<Row>, 'scroller' | 'focusRef'>
}

/** The table, or the reason why there is none. */
function ListBody<Row extends object, A extends ListAnswer<Row>, S extends Summary>(
  props: BodyProps<Row, A, S>,
) {
  const { heading, name, noun, state, data, model, refs, empty, tabs } = props
  if (data.error && !data.loaded) {
    return <RegionError error={data.error} what={heading} onRetry={() => void data.refetch()} />
  }
  if (data.loaded && data.rows.length === 0 && data.held === 0) {
    if (state.active.length > 0) return <NothingMatches state={state} />
    const tab = tabs?.find(({ key }) => key === state.view)
    if (tab && tab !== tabs?.[0])
      return <EmptyState title={t('No {noun}: {label}', { noun: noun[1], label: tab.label })} />
    return (
      <EmptyState title={empty.title} actions={empty.action}>
        {empty.text}
      </EmptyState>
    )
  }
  return (
    <DataTable
      {...refs}
      name={name ?? heading}
      columns={model.visible}
      width={model.width}
      rows={data.rows}
      rowId={props.rowId}
      rowLink={props.rowLink}
      stack={props.stack}
      openId={props.openId}
      sort={state.sort}
      onSort={state.setSort}
      selection={model.selection}
      total={data.total}
      before={data.before}
      loading={!data.loaded}
      more={data.more}
      onRange={data.onRange}
      paged={data.paged}
    />
  )
}

function NothingMatches({ state }: { state: ListState }) {
  const zone = useZone()
  const { active, values, clear, set } = state
  const dates = active.filter((field) => field.kind === 'dates')
  const parts = active.map((field) => `${field.label} ${filterText(field, values, zone)}`)
  return (
    <EmptyState
      title={plural(active.length, {
        one: 'Nothing matches {count} filter',
        other: 'Nothing matches {count} filters',
      })}
      actions={
        <>
          <Button onClick={clear}>{t('Clear filters')}</Button>
          {dates.length > 0 && active.length > dates.length ? (
            <Button
              variant="quiet"
              onClick={() =>
                set(
                  Object.fromEntries(
                    dates.flatMap(({ key, from, to }) =>
                      [key, from, to].map((name) => [name, undefined]),
                    ),
                  ),
                )
              }
            >
              {t('Search all time')}
            </Button>
          ) : null}
        </>
      }
    >
      {parts.join(', ')}.
    </EmptyState>
  )
}

function ListTabs({
  tabs,
  view,
  label,
}: {
  tabs: readonly ListTab[]
  view: string
  label: string
}) {
  const { pathname, search } = useLocation()
  const links = useMemo(
    () =>
      tabs.map((tab, index) => {
        const params = new URLSearchParams(search)
        params.delete('view')
        // A tab stands for query parameters; the same filter by hand would hide it.
        for (const name of tabs.flatMap(({ query }) => Object.keys(query))) params.delete(name)
        if (index > 0) params.set('view', tab.key)
        const text = params.toString()
        return {
          ...tab,
          count: tab.count === undefined ? undefined : countText(tab.count),
          to: text ? `${pathname}?${text}` : pathname,
        }
      }),
    [tabs, pathname, search],
  )
  return <Tabs label={t('{label} by state', { label })} tabs={links} current={view} />
}
