/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows outside the screen do not exist, so a <table> could not lay them out */
import type { CSSProperties } from 'react'
import { usePreferences } from '../preferences/preferences.ts'
import { StillWaiting } from '../display/skeleton.tsx'
import { HeaderRow } from './header-row.tsx'
import { SkeletonRows } from './row.tsx'
import { gridTemplate, roomOf, type TableProps } from './types.ts'
import { ElementRows, PlainRows, type RowsProps, WindowRows } from './rows.tsx'
import { pageScrolls, smallScreen, useMedia } from './model/use-media.ts'

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
