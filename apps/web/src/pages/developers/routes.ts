import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const developerRoutes = [pageRoute(paths.developers(), () => import('./start/start.tsx'))]
