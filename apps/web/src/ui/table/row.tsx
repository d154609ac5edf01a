/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows and cells of a table by role, see data-table.tsx */
import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import { Checkbox } from '../controls/inputs.tsx'
import { Skeleton } from '../display/skeleton.tsx'
import { PageLink } from '../page/links.tsx'
import { isStuck } from './model/column-layout.ts'
import type { Selection } from './model/use-selection.ts'
import type { Column, RowLink } from './types.ts'
import { t } from '../../messages/text.ts'

type Props<Row> = {
  row: Row
  /** Place in the whole list, from 0. */
  index: number
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowLink: (row: Row) => RowLink
  stack?: ((row: Row) => readonly [ReactNode, ReactNode, ReactNode, ReactNode]) | undefined
  open: boolean
  picked: boolean
  /** Only its function: a row that knew all that is picked would be drawn at each click. */
  toggle?: Selection['toggle'] | undefined
  /** Pixels from the top of the body, for rows that are placed. */
  top?: number | undefined
}

function RowView<Row>(props: Props<Row>) {
  const { row, index, columns, rowId, rowLink, stack, open, picked, top } = props
  const id = rowId(row)
  const style = top === undefined ? undefined : { transform: `translateY(${top}px)` }
  const link = rowLink(row)
  const anchored = columns.some((column) => column.anchor)
  const classes = clsx('data-row', open && 'is-open', picked && 'is-picked')
  if (stack) {
    return (
      <div className={classes} role="row" aria-rowindex={index + 2} style={style}>
        <div className="h-full" role="cell" aria-colspan={columns.length}>
          <PageLink className="row-stack row-link" to={link.to} data-row={index} data-id={id}>
            <StackLines label={link.label} lines={stack(row)} />
          </PageLink>
        </div>
      </div>
    )
  }
  return (
    <div className={classes} role="row" aria-rowindex={index + 2} style={style}>
      {columns.some(isStuck) ? (
        // A link in a cell that stays cannot reach over its row.
        <PageLink className="row-cover" to={link.to} tabIndex={-1} aria-hidden />
      ) : null}
      <PickCell {...props} label={link.label} />
      {columns.map((column, at) => (
        <div
          key={column.id}
          className={clsx('data-cell', column.align, isStuck(column) && 'stuck')}
          style={isStuck(column) ? { left: column.stick } : undefined}
          role="cell"
        >
          {column.anchor ? (
            <PageLink
              className="row-link"
              to={link.to}
              data-row={index}
              data-id={id}
              preventScrollReset={open}
            >
              {column.cell(row)}
            </PageLink>
          ) : (
            column.cell(row)
          )}
          {!anchored && at === 0 ? (
            <PageLink className="row-link" to={link.to} data-row={index} data-id={id}>
              <span className="visually-hidden">{link.label}</span>
            </PageLink>
          ) : null}
        </div>
      ))}
    </div>
  )
}

/** Rows are drawn again only when their record or their place changes. */
export const TableRow = memo(RowView) as typeof RowView

function StackLines({ label, lines }: { label: string; lines: readonly ReactNode[] }) {
  const [who, amount, state, second] = lines
  return (
    <>
      <span>
        <span className="visually-hidden">{label} </span>
        {who}
      </span>
      <span>{amount}</span>
      <span>{state}</span>
      <span className="muted">{second}</span>
    </>
  )
}

function PickCell<Row>(props: Props<Row> & { label: string }) {
  const { row, rowId, toggle, picked, label, columns } = props
  if (!toggle) return null
  const isPinned = columns.some(isStuck)
  const id = rowId(row)
  return (
    <div className={clsx('data-cell data-pick', isPinned && 'stuck')} role="cell">
      <Checkbox
        label={t('Select {label}', { label })}
        labelHidden
        checked={picked}
        onChange={({ nativeEvent }) =>
          toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </div>
  )
}

type SkeletonProps<Row> = {
  columns: readonly Column<Row>[]
  selectable: boolean
  small: boolean
  count?: number
}

const barShares = [0.72, 0.54, 0.86, 0.62, 0.48, 0.78]

/** The first load: bars of the final row height and column widths, after 150 ms. */
export function SkeletonRows<Row>({ columns, selectable, small, count = 12 }: SkeletonProps<Row>) {
  return (
    <div className="data-body appear-late" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div className="data-row" key={index}>
          {small ? (
            <div className="data-cell">
              <Skeleton width={`${60 + ((index * 7) % 30)}%`} />
            </div>
          ) : null}
          {!small && selectable ? <div className="data-cell data-pick" /> : null}
          {small
            ? null
            : columns.map((column, at) => {
                const share = barShares[(index + at) % barShares.length] ?? 0.6
                const width = column.width === 'grow' ? 240 : column.width - 16
                return (
                  <div className={clsx('data-cell', column.align)} key={column.id}>
                    <Skeleton width={Math.round(width * share)} />
                  </div>
                )
              })}
        </div>
      ))}
    </div>
  )
}
