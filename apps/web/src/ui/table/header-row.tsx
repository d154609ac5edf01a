/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the head of a table by role, see data-table.tsx */
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { isStuck } from './model/column-layout.ts'
import type { Column, TableProps } from './types.ts'
import { t } from '../../messages/text.ts'

/** Sticky head; a sortable column's name is a button that turns the order round. */
export function HeaderRow<Row>(props: TableProps<Row> & { small: boolean }) {
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
