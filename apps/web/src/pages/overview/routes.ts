import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const overviewRoutes = [pageRoute(paths.overview, () => import('./overview/overview.tsx'))]
