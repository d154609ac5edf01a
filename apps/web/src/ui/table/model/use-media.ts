import { useCallback, useSyncExternalStore } from 'react'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Rows take two lines. */
export const smallScreen = '(max-width: 820px)'
/** The page scrolls instead of the list inside it. */
export const pageScrolls = '(max-width: 820px), (max-height: 559px)'
