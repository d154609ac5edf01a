import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const offsets = new Map<string, number>()

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
    return () => node.removeEventListener('scroll', remember)
  }, [key, scroller])
}

/** The parameters that decide which rows there are. */
function viewOf(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('open')
  return params.toString()
}
