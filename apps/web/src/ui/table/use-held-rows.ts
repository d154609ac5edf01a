import { useMemo, useState } from 'react'
import { useMadeHere } from '../../api/made-here.ts'

/**
 * Nothing moves under the cursor: rows that others make on top while the list is looked at are held back until asked
 * for. `resetKey` names the view; another view starts afresh.
 */
export function useHeldRows<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  resetKey: string,
  /** False while the top of the list is not loaded, or nothing is to be held. */
  holds: boolean,
  /** False while the rows are those of an earlier visit: what came since, such as what the person just made, is shown. */
  isCurrent: boolean,
): { shown: readonly Row[]; held: number; release: () => void } {
  const [top, setTop] = useState<{ key: string; id: string } | undefined>()
  const newest = rows[0] ? idOf(rows[0]) : undefined
  const known = top?.key === resetKey ? top.id : undefined
  const at = useMemo(
    () => (known === undefined ? -1 : rows.findIndex((row) => idOf(row) === known)),
    [rows, known, idOf],
  )
  const made = useMadeHere()
  const isOwn = at > 0 && rows.slice(0, at).every((row) => made.includes(idOf(row)))
  // The first row seen in a view, a new one when the old has left the list, or what the person made themselves.
  if (
    holds &&
    isCurrent &&
    newest !== undefined &&
    (at < 0 || isOwn) &&
    (top?.key !== resetKey || top.id !== newest)
  ) {
    setTop({ key: resetKey, id: newest })
  }
  const held = holds && at > 0 ? at : 0
  return {
    shown: useMemo(() => (held > 0 ? rows.slice(held) : rows), [rows, held]),
    held,
    release: () => setTop(newest === undefined ? undefined : { key: resetKey, id: newest }),
  }
}
