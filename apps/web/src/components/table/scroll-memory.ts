import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

const offsets = new Map<string, number>()

/** Where the list stood when this entry of the history was left; 0 for a new one. */
export function useRememberedOffset(): number {
  return offsets.get(useLocation().key) ?? 0
}

/** Remembers the list's own scroll by history entry, as the router does for the page's. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, ready: boolean): void {
  const { key } = useLocation()
  useLayoutEffect(() => {
    if (ready) scroller.current?.scrollTo({ top: offsets.get(key) ?? 0 })
  }, [key, ready, scroller])
  useEffect(() => {
    const node = scroller.current
    if (!node) return undefined
    const remember = () => offsets.set(key, node.scrollTop)
    node.addEventListener('scroll', remember, { passive: true })
    return () => node.removeEventListener('scroll', remember)
  }, [key, scroller])
}
