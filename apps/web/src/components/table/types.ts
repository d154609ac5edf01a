import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Pixels; the one `grow` column takes the spare width and truncates. */
  width: number | 'grow'
  /** Figures stand right. */
  align?: 'end'
  /** The API's sort word, such as `createdAt`. */
  sort?: string
  /** Its content is the row's link; exactly one column has it. */
  anchor?: boolean
  /** Hidden until chosen in the column menu. */
  optional?: boolean
  /** Gives way when the list is narrower than this many pixels. */
  from?: number
}

/** A filter of the API, written into the URL under the API's own words. */
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

/** Words of the query string, as they are in the URL. */
export type ListQuery = Record<string, string | undefined>

/** What every list operation answers; more may stand beside it, such as a summary. */
export type ListAnswer<Row> = {
  data: Row[]
  pagination: {
    limit: number
    nextCursor: string | null
    hasMore: boolean
    total?: number | undefined
  }
}

export type ListTab = {
  key: string
  label: string
  /** Query words the tab stands for; a filter of the same word wins. */
  query: ListQuery
  count?: number | undefined
  /** The count asks for attention. */
  hand?: boolean
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
