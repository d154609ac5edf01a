import { clsx } from 'clsx'
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

export type SmallColumn<Row> = {
  head: ReactNode
  /** Of the heading and of every cell. */
  className?: string
  /** Figures and actions stand right. */
  align?: 'end'
  /** Classes of its cells alone. */
  cells?: string
  /** Its cells name their rows. */
  isRowHeading?: boolean
  title?: (row: Row) => string
  cell: (row: Row) => ReactNode
}

/** A column with a look of its own; without one it is `{ head, cell }`. */
export const smallColumn = <Row,>(
  head: ReactNode,
  look: Omit<SmallColumn<Row>, 'head' | 'cell'>,
  cell: SmallColumn<Row>['cell'],
): SmallColumn<Row> => ({ head, ...look, cell })

type Props<Row> = {
  label: string
  /** How the table is laid out beside its own look. */
  className?: string
  columns: readonly SmallColumn<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** What stands below a row that is open; nothing where it is not. */
  below?: (row: Row) => ReactNode
}

/** A few records as they come, without sorting, paging or choice of columns; `DataTable` is for lists. */
export function SmallTable<Row>({ label, className, columns, rows, rowId, below }: Props<Row>) {
  return (
    <TableScroll label={label}>
      <table className={clsx('small-table', className)} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const open = below?.(row)
            return (
              <Fragment key={rowId(row)}>
                <tr className={open ? 'is-open' : undefined}>
                  {columns.map((column, index) => (
                    <Cell key={index} row={row} column={column} />
                  ))}
                </tr>
                {open ? (
                  <tr className="detail-row">
                    <td colSpan={columns.length}>{open}</td>
                  </tr>
                ) : null}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </TableScroll>
  )
}

/** What is wider than its place scrolls, and takes the focus then, so that the arrow keys can scroll it. */
export function TableScroll({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isWider, setIsWider] = useState(false)
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return undefined
    const measure = () => setIsWider(node.scrollWidth > node.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    for (const child of node.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      className="table-scroll"
      {...(isWider ? { role: 'group', tabIndex: 0, 'aria-label': label } : {})}
    >
      {children}
    </div>
  )
}

const classOf = <Row,>({ align, className }: SmallColumn<Row>, cells?: string) =>
  clsx(align && 'text-right', className, cells) || undefined

function Cell<Row>({ row, column }: { row: Row; column: SmallColumn<Row> }) {
  const props = {
    className: classOf(column, column.cells),
    title: column.title?.(row),
    // Where the headings have no room, each cell names its own.
    'data-label': typeof column.head === 'string' ? column.head : undefined,
  }
  if (!column.isRowHeading) return <td {...props}>{column.cell(row)}</td>
  return (
    <th scope="row" {...props}>
      {column.cell(row)}
    </th>
  )
}
