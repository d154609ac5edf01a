import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const developerRoutes = [
  pageRoute(paths.developers(), () => import('./start/start.tsx')),
  pageRoute(paths.developers('keys'), () => import('./keys/keys.tsx')),
  pageRoute(paths.apiKey(), () => import('./key/key.tsx')),
  pageRoute(paths.developers('requests'), () => import('./requests/requests.tsx')),
  pageRoute(paths.loggedRequest(), () => import('./request/request.tsx')),
  pageRoute(paths.developers('events'), () => import('./events/events.tsx')),
  pageRoute(paths.developers('deprecations'), () => import('./deprecations/deprecations.tsx')),
  pageRoute(paths.developers('guides'), () => import('./guides/guides.tsx')),
]
