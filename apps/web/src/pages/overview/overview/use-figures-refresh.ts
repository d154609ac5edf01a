import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { figuresKey } from '../../../api/figures.ts'

const everyMs = 5_000

/** Reads the figures again after transfers changed, at most every five seconds. */
export function useFiguresRefresh(changedAt: number): void {
  const queries = useQueryClient()
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
  }, [changedAt, queries])
  useEffect(() => () => clearTimeout(timer.current), [])
}
