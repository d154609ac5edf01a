/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows outside the screen do not exist, so a <table> could not lay them out */
import type { CSSProperties, ReactNode, RefObject } from 'react'
import { usePreferences } from '../preferences.ts'
import { HeaderRow } from './header-row.tsx'
import { type RowLink, SkeletonRows } from './row.tsx'
import { gridTemplate, type Column } from './types.ts'
import { ElementRows, PlainRows, type RowsProps, WindowRows } from './rows.tsx'
import { pageScrolls, smallScreen, useMedia } from './use-media.ts'

export const rowHeights = { compact: 30, normal: 36, comfortable: 44 } as const
const stackHeight = 64

/** First and last index. */
export type Range = readonly [number, number]

export type Selection = { ids: ReadonlySet<string>; toggle: (id: string, event: unknown) => void }

export type TableProps<Row> = {
  /** Accessible name of the table. */
  name: string
  columns: readonly Column<Row>[]
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
      className="dt"
      role="table"
      aria-label={props.name}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-busy={loading}
      style={style}
    >
      <HeaderRow {...props} small={small} />
      {loading && rows.length === 0 ? (
        <SkeletonRows columns={columns} selectable={Boolean(selection)} small={small} />
      ) : (
        <Rows key={rowHeight} {...shared} />
      )}
    </div>
  )
}
