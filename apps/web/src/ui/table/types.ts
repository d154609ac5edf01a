import type { ReactNode, RefObject } from 'react'
import type { ListQuery } from '../../api/list-source.ts'
import type { Selection } from './model/use-selection.ts'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Pixels; the one `grow` column takes the spare width and truncates. */
  width: number | 'grow'
  /** Figures stand right. */
  align?: 'end'
  /** The API's sort key, such as `createdAt`. */
  sort?: string
  /** Its content is the row's link; exactly one column has it. */
  anchor?: boolean
  /** Hidden until chosen in the column menu. */
  optional?: boolean
  /** It stays while the list scrolls sideways, so many pixels from the edge. */
  stick?: number
  /** It shows more where it has room: the table's `data-room` is about this column. */
  adapts?: boolean
  /** Gives way when the list is narrower than this many pixels. */
  from?: number
}

/** A column in one expression: `column('status', t('Status'), { width: 128 }, (row) => row.status)`. */
export function column<Row>(
  id: string,
  header: string,
  look: Omit<Column<Row>, 'id' | 'header' | 'cell'>,
  cell: Column<Row>['cell'],
): Column<Row> {
  return { id, header, ...look, cell }
}

/** A filter of the API, written into the URL under the API's own names. */
export type FilterField =
  | {
      kind: 'choice'
      key: string
      label: string
      options: readonly { value: string; label: string }[]
      /** Several values, joined by commas. */
      multiple?: boolean
    }
  | { kind: 'text'; key: string; label: string; placeholder?: string }
  | { kind: 'dates'; key: string; label: string; from: string; to: string }
  | { kind: 'range'; key: string; label: string; min: string; max: string; unit?: string }

export type ListTab = {
  key: string
  label: string
  /** Query parameters the tab stands for; a filter of the same name wins. */
  query: ListQuery
  count?: number | undefined
  /** The count asks for attention. */
  hand?: boolean
}

/** Where a row leads, and the record's name for the link. */
export type RowLink = { to: string; label: string }

/** First and last index. */
export type Range = readonly [number, number]

export type TableProps<Row> = {
  /** Accessible name of the table. */
  name: string
  columns: readonly Column<Row>[]
  /** Pixels of the list, once they are measured. */
  width: number | undefined
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowLink: (row: Row) => RowLink
  /** Two lines of a small screen: who, amount, state, second amount. */
  stack?: ((row: Row) => readonly [ReactNode, ReactNode, ReactNode, ReactNode]) | undefined
  /** The record that is open beside the list. */
  openId?: string | undefined
  sort: string
  onSort: (sort: string) => void
  selection?: Selection | undefined
  /** Rows that exist, or undefined when nobody knows. */
  total: number | undefined
  /** Rows before the first of `rows` that are not loaded any more. */
  before: number
  loading: boolean
  more: boolean
  /** Called with the range on screen and the loaded range (indexes of the whole list), to load what is missing. */
  onRange: (screen: Range, loaded: Range) => void
  paged: boolean
  scroller: RefObject<HTMLDivElement | null>
  /** Receives what brings a row into view and focuses its link. */
  focusRef: RefObject<((index: number) => void) | undefined>
}

/** The columns' widths as a grid template; the rows' ends are padded by 16 px more than their cells. */
export function gridTemplate<Row>(columns: readonly Column<Row>[], selectable: boolean): string {
  const last = columns.length - 1
  const widths = columns.map(({ width }, index) => {
    const end = (index === 0 && !selectable ? 16 : 0) + (index === last ? 16 : 0)
    return width === 'grow' ? 'minmax(160px, 1fr)' : `${width + end}px`
  })
  return [...(selectable ? ['48px'] : []), ...widths].join(' ')
}

/** Room of the column that adapts; looked up once for the table, because a query in each row is laid out by itself. */
export function roomOf<Row>(
  columns: readonly Column<Row>[],
  selectable: boolean,
  width = 0,
): 'medium' | 'large' | undefined {
  const adapting = columns.find(({ adapts }) => adapts)
  if (!adapting) return undefined
  const pick = selectable ? 48 : 0
  const fixed = columns.map(({ width: own }) => (own === 'grow' ? 0 : own))
  const spare = width - 48 - pick - fixed.reduce((sum, item) => sum + item, 0)
  const room = adapting.width === 'grow' ? spare : adapting.width
  return room >= 640 ? 'large' : room >= 376 ? 'medium' : undefined
}

/** A list as it is on screen, for what is done with all of it. */
export type ListView = {
  query: ListQuery
  /** Ids of the columns that show, in their order. */
  columns: readonly string[]
  filters: readonly FilterField[]
  /** The tab, where it narrows the list. */
  tab?: string | undefined
  /** Only these rows of it. */
  ids?: ReadonlySet<string>
}

/** What a bulk bar may act on. */
export type Picked = {
  /** All that matches is meant, however much of it is loaded. */
  isAll: boolean
  count: number
  /** The list, of which the picked rows are part; without ids where all of it is picked. */
  view: ListView
}
