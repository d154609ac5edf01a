import { matchRoutes, type RouteObject } from 'react-router'

type Preload = { preload?: () => unknown }

let known: readonly RouteObject[] = []

/** Shows links which routes there are; links must not import the routes, which import the pages. */
export function setKnownRoutes(routes: readonly RouteObject[]): void {
  known = routes
}

/** Fetches the code of the page at a path ahead of the click. */
export function preloadPath(path: string): void {
  for (const { route } of matchRoutes([...known], path) ?? []) {
    const handle = route.handle as Preload | undefined
    handle?.preload?.()
  }
}

const hoverMs = 65

/** Handlers that preload a link's page on hover of 65 ms, on focus and on touch. */
export function preloadHandlers(to: string) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    onMouseEnter: () => {
      timer = setTimeout(() => preloadPath(to), hoverMs)
    },
    onMouseLeave: () => clearTimeout(timer),
    onFocus: () => preloadPath(to),
    onTouchStart: () => preloadPath(to),
  }
}
