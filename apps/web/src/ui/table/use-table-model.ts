import {
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  type RowSelectionState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { changePreferences, usePreferences } from '../preferences/preferences.ts'
import type { Column, Selection } from './types.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
})

type Options<Row> = {
  /** Under this name the person's columns are kept. */
  listName: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Width of the list; columns with `from` give way below theirs. */
  width: number | undefined
  selectable: boolean
}

/** Columns in the person's order and choice, and the selected rows. Sorting and filtering are the server's. */
export function useTableModel<Row extends object>(options: Options<Row>) {
  const { listName, columns, rows, rowId, width, selectable } = options
  const { columns: allChosen } = usePreferences()
  const chosen = allChosen[listName]
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  const columnDefs = useMemo(
    () => columns.map(({ id, header, anchor }) => ({ id, header, enableHiding: !anchor })),
    [columns],
  )
  const hidden = useMemo(
    () => chosen?.hidden ?? columns.flatMap(({ id, optional }) => (optional ? [id] : [])),
    [chosen, columns],
  )
  const state = useMemo(
    () => ({
      columnOrder: chosen?.order ?? [],
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
      rowSelection,
    }),
    [chosen, hidden, rowSelection],
  )
  const table = useTable({
    features,
    columns: columnDefs,
    data: rows,
    getRowId: rowId,
    state,
    enableRowSelection: selectable,
    onRowSelectionChange: setRowSelection,
  })
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const ordered = table.getAllLeafColumns().flatMap(({ id }) => byId.get(id) ?? [])
  const visible = ordered.filter(
    ({ id, from }) => !hidden.includes(id) && (from === undefined || (width ?? 0) >= from),
  )
  const shape = visible.map(({ id }) => id).join()
  const selection = useMemo<Selection>(
    () => ({
      ids: new Set(Object.keys(rowSelection)),
      toggle: (id, event) => table.getRow(id).getToggleSelectedHandler()(event),
    }),
    [rowSelection, table],
  )
  return {
    // The same array while the same columns show, so that rows are not drawn again.
    // oxlint-disable-next-line react/exhaustive-deps -- `shape` stands for `visible`
    visible: useMemo(() => visible, [shape, byId]),
    ordered,
    hidden,
    setColumns: (change: { hidden?: string[]; order?: string[] }) =>
      changePreferences({
        columns: {
          ...allChosen,
          [listName]: {
            hidden,
            order: ordered.map(({ id }) => id),
            ...change,
          },
        },
      }),
    selection: selectable ? selection : undefined,
    clearSelection: () => setRowSelection({}),
  }
}
