import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const developerRoutes = [
  pageRoute(paths.developers(), () => import('./start/start.tsx')),
  pageRoute(paths.developers('events'), () => import('./events/events.tsx')),
  pageRoute(paths.developers('deprecations'), () => import('./deprecations/deprecations.tsx')),
  pageRoute(paths.developers('guides'), () => import('./guides/guides.tsx')),
]
