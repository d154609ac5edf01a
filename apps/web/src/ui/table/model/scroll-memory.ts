import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Over a reload too, which keeps the history's entries; an address that is typed begins at the top. */
const storageName = 'corridor.scroll'
const entriesMax = 50
const offsets = readOffsets()

function readOffsets(): Map<string, number> {
  const [visit] = performance.getEntriesByType('navigation')
  if (visit instanceof PerformanceNavigationTiming && visit.type === 'navigate') return new Map()
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageName) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

function keepOffsets(): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify([...offsets].slice(-entriesMax)))
  } catch {
    // A browser without storage begins at the top.
  }
}

/** Where the list stood when this entry of the history was left; 0 for a new one. */
export function useRememberedOffset(): number {
  return offsets.get(useLocation().key) ?? 0
}

/** Remembers the list's own scroll by history entry, as the router does for the page's. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, ready: boolean): void {
  const { key, search } = useLocation()
  const view = viewOf(search)
  const last = useRef({ key, view })
  useLayoutEffect(() => {
    const node = scroller.current
    if (!ready || !node) return
    // The same rows, with another one open beside them: they stay where they are.
    const stays = last.current.key !== key && last.current.view === view && !offsets.has(key)
    if (stays) offsets.set(key, node.scrollTop)
    last.current = { key, view }
    node.scrollTo({ top: offsets.get(key) ?? 0 })
  }, [key, view, ready, scroller])
  useEffect(() => {
    const node = scroller.current
    if (!node) return undefined
    const remember = () => offsets.set(key, node.scrollTop)
    node.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('pagehide', keepOffsets)
    return () => {
      node.removeEventListener('scroll', remember)
      window.removeEventListener('pagehide', keepOffsets)
    }
  }, [key, scroller])
}

/** The parameters that decide which rows there are. */
function viewOf(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('open')
  return params.toString()
}
