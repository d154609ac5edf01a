import { useSearchParams } from 'react-router'
import type { Mode } from './use-replenish.ts'

export type ReplenishAt = ReturnType<typeof useReplenishAt>

/** Whatever is open is offered. */
const open = 'open'

/** What is repaid and what was chosen for it, in the address, so that a reload finds it again. */
export function useReplenishAt() {
  const [search, setSearch] = useSearchParams()
  const named = search.get('replenish')
  const ids = named === null || named === open ? undefined : named.split(',')
  const mode: Mode = search.get('mode') === 'BEST_EFFORT' ? 'BEST_EFFORT' : 'ATOMIC'
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
      // At once, as boxes and choices show what the address has.
      { replace: true, preventScrollReset: true, flushSync: true },
    )
  return {
    isAsked: named !== null,
    /** Drawings that are offered; undefined where it is those that are open. */
    ids,
    ticked: new Set(search.get('ticked')?.split(',').filter(Boolean) ?? ids),
    mode,
    ask: (chosen?: readonly string[]) =>
      put({ replenish: chosen?.join(',') ?? open, ticked: undefined, mode: undefined }),
    tick: (ticked: ReadonlySet<string>) => put({ ticked: [...ticked].join(',') }),
    setMode: (next: Mode) => put({ mode: next }),
    leave: () => put({ replenish: undefined, ticked: undefined, mode: undefined }),
  }
}
