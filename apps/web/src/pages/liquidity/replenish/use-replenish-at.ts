import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Mode } from './use-replenish.ts'

export type ReplenishAt = ReturnType<typeof useReplenishAt>

type Choice = { ticked: ReadonlySet<string>; mode: Mode }

/** Whatever is open is offered. */
const open = 'open'

/** What is repaid and what was chosen for it, in the address, so that a reload finds it again. */
export function useReplenishAt() {
  const [search, setSearch] = useSearchParams()
  const named = search.get('replenish')
  const ids = named === null || named === open ? undefined : named.split(',')
  const mode: Mode = search.get('mode') === 'BEST_EFFORT' ? 'BEST_EFFORT' : 'ATOMIC'
  // The address changes a moment after a box was ticked, and a box must not fall back meanwhile.
  const [made, setMade] = useState<{ of: string | null } & Partial<Choice>>({ of: null })
  const latest: Partial<Choice> = made.of === named ? made : {}
  const choose = (choice: Partial<Choice>) => setMade({ ...latest, ...choice, of: named })
  const put = (values: Readonly<Record<string, string | undefined>>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    isAsked: named !== null,
    /** Drawings that are offered; undefined where it is those that are open. */
    ids,
    ticked: latest.ticked ?? new Set(search.get('ticked')?.split(',') ?? ids),
    mode: latest.mode ?? mode,
    ask: (chosen?: readonly string[]) =>
      put({ replenish: chosen?.join(',') ?? open, ticked: undefined, mode: undefined }),
    tick: (ticked: ReadonlySet<string>) => {
      choose({ ticked })
      put({ ticked: [...ticked].join(',') })
    },
    setMode: (next: Mode) => {
      choose({ mode: next })
      put({ mode: next })
    },
    leave: () => {
      setMade({ of: null })
      put({ replenish: undefined, ticked: undefined, mode: undefined })
    },
  }
}
