import { useKeys } from '../preferences/keys.ts'

type Keys = {
  count: number
  /** Index of the row that has the focus, or -1. */
  focused: () => number
  focus: (index: number) => void
  /** Begins a text filter; false where the list has none. */
  onFind: () => boolean
  /** Reads the list again. */
  onRefresh: () => void
  onExport?: (() => void) | undefined
  /** Picks the row, or all up to it. */
  onSelect: ((index: number, isRange: boolean) => void) | undefined
}

/** What keys do in a list. */
export function useRowKeys(keys: Keys): void {
  const { count, focused, focus, onFind, onRefresh, onExport, onSelect } = keys
  const move = (step: 1 | -1) => (event: KeyboardEvent) => {
    const at = focused()
    // Arrows scroll the page until a row has the focus.
    if (count === 0 || (at < 0 && event.key.startsWith('Arrow'))) return false
    focus(Math.max(0, Math.min(count - 1, at + step)))
    return true
  }
  const pick = (isRange: boolean) => () => {
    const at = focused()
    if (at < 0 || !onSelect) return false
    onSelect(at, isRange)
    return true
  }
  useKeys({
    nextRow: move(1),
    previousRow: move(-1),
    openRow: ({ key }) => {
      if (focused() < 0) return false
      // Enter follows the link by itself.
      if (key === 'o' && document.activeElement instanceof HTMLElement) {
        document.activeElement.click()
      }
      return true
    },
    select: pick(false),
    selectRange: pick(true),
    find: onFind,
    refresh: onRefresh,
    export: () => {
      onExport?.()
      return onExport !== undefined
    },
  })
}
