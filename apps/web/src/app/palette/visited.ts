import { useEffect } from 'react'

export type Visited = { to: string; title: string }

const recentMax = 6
/** In this tab and only in memory: titles hold names of customers. */
let visited: readonly Visited[] = []

/** Pages seen before this one, the latest first. */
export function recentlyVisited(): readonly Visited[] {
  return visited.filter(({ to }) => to !== window.location.pathname).slice(0, recentMax)
}

/** Remembers a page once its title is there. */
export function useVisited(): void {
  useEffect(() => {
    const remember = () => {
      const to = window.location.pathname
      const title = document.title.replace(/ · Corridor$/, '')
      if (title === '' || title === 'Corridor') return
      visited = [{ to, title }, ...visited.filter((page) => page.to !== to)].slice(0, recentMax + 1)
    }
    remember()
    const titles = new MutationObserver(remember)
    titles.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => titles.disconnect()
  }, [])
}
