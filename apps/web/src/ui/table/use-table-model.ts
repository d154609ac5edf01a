import { useMemo } from 'react'
import {
  changePreferences,
  type ChosenColumns,
  usePreferences,
} from '../preferences/preferences.ts'
import { inOrder, withSticking } from './model/column-layout.ts'
import type { Column } from './types.ts'
import { useSelection } from './model/use-selection.ts'

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
  const hidden = useMemo(
    () => chosen?.hidden ?? columns.flatMap(({ id, optional }) => (optional ? [id] : [])),
    [chosen, columns],
  )
  const ordered = useMemo(() => inOrder(columns, chosen?.order ?? []), [columns, chosen])
  const shown = ordered.filter(
    ({ id, from, anchor }) =>
      (anchor || !hidden.includes(id)) && (from === undefined || (width ?? 0) >= from),
  )
  const visible = withSticking(shown, { width, selectable })
  const shape = visible.map(({ id, stick }) => `${id} ${stick}`).join()
  const { selection, allOf, clear, pickAll } = useSelection(rows, rowId)
  const setColumns = (change: Partial<ChosenColumns>) => {
    const order = ordered.map(({ id }) => id)
    changePreferences({
      columns: { ...allChosen, [listName]: { hidden, order, ...chosen, ...change } },
    })
  }
  return {
    listName,
    width,
    // The same array while the same columns show, so that rows are not drawn again.
    // oxlint-disable-next-line react/exhaustive-deps -- `shape` stands for `visible`
    visible: useMemo(() => visible, [shape, ordered]),
    ordered,
    hidden,
    isOwn: chosen !== undefined,
    setColumns,
    resetColumns: () => {
      const { [listName]: _own, ...others } = allChosen
      changePreferences({ columns: others })
    },
    selection: selectable ? selection : undefined,
    clearSelection: clear,
    allOf,
    pickAll,
  }
}
