import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { pickedAfter } from './picked.ts'

export type Selection = {
  ids: ReadonlySet<string>
  /** With Shift the rows since the last click go with it. */
  toggle: (id: string, hasShift: boolean) => void
}

const none: ReadonlySet<string> = new Set()

/** The picked rows by id; they stay picked while the list is scrolled, sorted and filtered. */
export function useSelection<Row>(rows: readonly Row[], rowId: (row: Row) => string) {
  const [ids, setIds] = useState(none)
  /** The query of which everything is picked, not only what is loaded. */
  const [allOf, setAllOf] = useState<string | undefined>()
  const latest = useRef({ rows, rowId, last: undefined as string | undefined })
  useLayoutEffect(() => {
    latest.current = { ...latest.current, rows, rowId }
  }, [rows, rowId])
  const actions = useMemo(
    () => ({
      // The same function for good, so that a click draws no row but its own.
      toggle: (id: string, hasShift: boolean) => {
        const { rows: shown, rowId: idOf, last } = latest.current
        const range = hasShift ? { ids: shown.map(idOf), from: last } : undefined
        latest.current.last = id
        setAllOf(undefined)
        setIds((before) => pickedAfter(before, id, range))
      },
      clear: () => {
        setAllOf(undefined)
        setIds(none)
      },
      pickAll: (query: string) => {
        setAllOf(query)
        setIds(new Set(latest.current.rows.map(latest.current.rowId)))
      },
    }),
    [],
  )
  const selection = useMemo<Selection>(() => ({ ids, toggle: actions.toggle }), [ids, actions])
  return { selection, allOf, clear: actions.clear, pickAll: actions.pickAll }
}
