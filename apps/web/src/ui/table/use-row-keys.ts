import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../preferences/is-typing.ts'

type Keys = {
  count: number
  /** Index of the row that has the focus, or -1. */
  focused: () => number
  focus: (index: number) => void
  /** `/`: begins a text filter. */
  onFind?: () => void
  /** `r`: reads the list again. */
  onRefresh: () => void
}

/** `j` and `k` (and arrows inside the list) move by row, `o` opens, `/` filters, `r` refreshes. */
export function useRowKeys({ count, focused, focus, onFind, onRefresh }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const at = focused()
    const arrows = at >= 0
    const down = event.key === 'j' || (arrows && event.key === 'ArrowDown')
    const up = event.key === 'k' || (arrows && event.key === 'ArrowUp')
    if ((down || up) && count > 0) {
      event.preventDefault()
      focus(Math.max(0, Math.min(count - 1, at + (down ? 1 : -1))))
    } else if (event.key === 'o' && document.activeElement instanceof HTMLAnchorElement) {
      document.activeElement.click()
    } else if (event.key === '/' && onFind) {
      event.preventDefault()
      onFind()
    } else if (event.key === 'r') onRefresh()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isTyping(event)) press(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
