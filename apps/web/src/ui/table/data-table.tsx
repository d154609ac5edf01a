import type { CSSProperties } from 'react'
import { usePreferences } from '../preferences/preferences.ts'
import { StillWaiting } from '../display/skeleton.tsx'
import { SkeletonRows } from './row.tsx'
import { gridTemplate, roomOf, type TableProps, type Column } from './types.ts'
import { ElementRows, PlainRows, type RowsProps, WindowRows } from './rows.tsx'
import { pageScrolls, smallScreen, useMedia } from './model/use-media.ts'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { isStuck } from './model/column-layout.ts'
import { t } from '../../messages/text.ts'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows outside the screen do not exist, so a <table> could not lay them out */

export const rowHeights = { compact: 30, normal: 36, comfortable: 44 } as const
const stackHeight = 64

/** A real table by role, of which only the rows on screen exist, unless it is paged. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { columns, rows, total, loading, selection, paged } = props
  const { density } = usePreferences()
  const small = useMedia(smallScreen) && props.stack !== undefined
  const byWindow = useMedia(pageScrolls)
  const rowHeight = small ? stackHeight : rowHeights[density]
  const style = {
    '--cols': gridTemplate(columns, Boolean(selection)),
    '--rh': `${rowHeight}px`,
  } as CSSProperties
  const shared: RowsProps<Row> = { ...props, rowHeight, small }
  const Rows = paged ? PlainRows : byWindow ? WindowRows : ElementRows
  return (
    <div
      className="data-table"
      role="table"
      aria-label={props.name}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-busy={loading}
      data-room={roomOf(columns, Boolean(selection), props.width)}
      style={style}
    >
      <HeaderRow {...props} small={small} />
      {loading && rows.length === 0 ? (
        <>
          <SkeletonRows columns={columns} selectable={Boolean(selection)} small={small} />
          <StillWaiting />
        </>
      ) : (
        <Rows key={rowHeight} {...shared} />
      )}
    </div>
  )
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the head of a table by role, see data-table.tsx */

/** Sticky head; a sortable column's name is a button that turns the order round. */
function HeaderRow<Row>(props: TableProps<Row> & { small: boolean }) {
  const { columns, selection, small, sort, onSort } = props
  return (
    <div className={small ? 'visually-hidden' : 'data-head'} role="rowgroup">
      <div className="data-row" role="row" aria-rowindex={1}>
        {selection ? (
          <div
            className={clsx('data-cell data-pick', columns.some(isStuck) && 'stuck')}
            role="columnheader"
          >
            <span className="visually-hidden">{t('Selected')}</span>
          </div>
        ) : null}
        {columns.map((column) => (
          <HeaderCell key={column.id} column={column} {...{ sort, onSort }} />
        ))}
      </div>
    </div>
  )
}

type CellProps<Row> = { column: Column<Row> } & Pick<TableProps<Row>, 'sort' | 'onSort'>

function HeaderCell<Row>({ column, sort, onSort }: CellProps<Row>) {
  const { header, align } = column
  const by = sort.replace('-', '')
  const sorted = column.sort !== undefined && column.sort === by
  const descending = sort.startsWith('-')
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    <div
      className={clsx('data-cell', align, isStuck(column) && 'stuck')}
      style={isStuck(column) ? { left: column.stick } : undefined}
      role="columnheader"
      aria-label={header}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sort === undefined ? (
        header
      ) : (
        <button
          type="button"
          className="data-sort"
          onClick={() => onSort(sorted && descending ? by : `-${column.sort}`)}
        >
          {header}
          {sorted ? <Arrow className="icon-small" /> : null}
        </button>
      )}
    </div>
  )
}
