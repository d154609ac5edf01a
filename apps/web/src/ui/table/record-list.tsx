import { type ReactNode, useMemo, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { EmptyState } from '../display/blocks.tsx'
import { countText } from '../format/numbers.ts'
import { Region } from '../page/region.tsx'
import { DataTable } from './data-table.tsx'
import type { Column, TableProps } from './types.ts'
import type { ListAnswer, ListSource } from '../../api/list-source.ts'
import { useListRows } from './use-list-rows.ts'
import { useWidth } from './use-width.ts'
import { t } from '../../messages/text.ts'

type Props<Row extends object, A extends ListAnswer<Row>> = Pick<
  TableProps<Row>,
  'rowId' | 'rowLink' | 'stack'
> & {
  /** Accessible name of the table, and what stands in "… could not be read". */
  name: string
  /** One and several of them: `['transfer', 'transfers']`. */
  noun: readonly [string, string]
  source: ListSource<A>
  columns: readonly Column<Row>[]
  empty: { title: string; text: string; action?: ReactNode }
  /** Where the same rows can be filtered and sorted. */
  all?: ReactNode
}

const pageSize = 25
const newestFirst = { sort: '-createdAt' }
const noSort = () => undefined

/** The newest records that belong to another one, inside its page: a table in a card, more by a button. */
export function RecordList<Row extends object, A extends ListAnswer<Row>>(props: Props<Row, A>) {
  const { name, source, empty } = props
  const { list, rows, total } = useListRows<Row, A>(source, newestFirst, pageSize)
  return (
    <section className="card overflow-hidden" aria-label={name}>
      <Region query={list} what={name}>
        {() =>
          rows.length === 0 ? (
            <EmptyState title={empty.title} actions={empty.action}>
              {empty.text}
            </EmptyState>
          ) : (
            <>
              <Rows
                {...props}
                rows={rows}
                total={total ?? (list.hasNextPage ? undefined : rows.length)}
              />
              <Foot
                {...props}
                count={total ?? rows.length}
                open={total === undefined && list.hasNextPage}
                onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
                busy={list.isFetchingNextPage}
              />
            </>
          )
        }
      </Region>
    </section>
  )
}

type RowsProps<Row extends object, A extends ListAnswer<Row>> = Props<Row, A> & {
  rows: readonly Row[]
  total: number | undefined
}

function Rows<Row extends object, A extends ListAnswer<Row>>(props: RowsProps<Row, A>) {
  const { name, columns, rows, total, rowId, rowLink, stack } = props
  const scroller = useRef<HTMLDivElement>(null)
  const focusRef = useRef<((index: number) => void) | undefined>(undefined)
  const width = useWidth(scroller)
  const shown = useMemo(
    () => columns.filter(({ from = 0 }) => (width ?? 0) >= from).map(unsorted),
    [columns, width],
  )
  return (
    <div className="table-scroll" ref={scroller}>
      <DataTable
        name={name}
        columns={shown}
        width={width}
        rows={rows}
        rowId={rowId}
        rowLink={rowLink}
        stack={stack}
        sort={newestFirst.sort}
        onSort={noSort}
        total={total}
        before={0}
        loading={false}
        more={false}
        onRange={noSort}
        paged
        scroller={scroller}
        focusRef={focusRef}
      />
    </div>
  )
}

/** Newest first is the only order here; the full list sorts. */
function unsorted<Row>(column: Column<Row>): Column<Row> {
  const copy = { ...column }
  delete copy.sort
  return copy
}

type FootProps = Pick<Props<object, ListAnswer<object>>, 'noun' | 'all'> & {
  count: number
  /** There are more than `count`, nobody knows how many. */
  open: boolean
  onMore: (() => void) | undefined
  busy: boolean
}

function Foot({ noun, all, count, open, onMore, busy }: FootProps) {
  return (
    <div className="table-foot">
      <span>
        <b>{open ? t('{count} or more', { count: countText(count) }) : countText(count)}</b>{' '}
        {count === 1 ? noun[0] : noun[1]}
      </span>
      {onMore ? (
        <Button size="s" busy={busy} onClick={onMore}>
          {t('Show more')}
        </Button>
      ) : null}
      {all ? <span className="end">{all}</span> : null}
    </div>
  )
}
