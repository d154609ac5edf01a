import { useLayoutEffect, useMemo, useRef, useState } from 'react'

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

/** The picked rows after a click on the box of `id`; with `from`, all rows between the two become like it. */
export function pickedAfter(
  picked: ReadonlySet<string>,
  id: string,
  range?: { ids: readonly string[]; from: string | undefined },
): ReadonlySet<string> {
  const after = new Set(picked)
  const isPicked = !picked.has(id)
  for (const item of between(id, range)) {
    if (isPicked) after.add(item)
    else after.delete(item)
  }
  return after
}

function between(
  id: string,
  range: { ids: readonly string[]; from: string | undefined } | undefined,
): readonly string[] {
  const from = range?.from === undefined ? -1 : range.ids.indexOf(range.from)
  const to = range?.ids.indexOf(id) ?? -1
  if (!range || from < 0 || to < 0) return [id]
  return range.ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}
