import { useEffect, useRef } from 'react'
import { queries } from '../../../api/query-client.ts'
import { figuresKey } from '../../../api/figures.ts'

const everyMs = 5_000

/** Reads the figures again after transfers changed, at most every five seconds. */
export function useFiguresRefresh(changedAt: number): void {
  const seen = useRef(changedAt)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (seen.current === 0 || seen.current === changedAt) {
      seen.current = changedAt
      return
    }
    seen.current = changedAt
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queries.invalidateQueries({ queryKey: figuresKey })
    }, everyMs)
  }, [changedAt])
  useEffect(() => () => clearTimeout(timer.current), [])
}
