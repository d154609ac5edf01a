import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const overviewRoutes = [
  pageRoute(paths.overview, () => import('./overview.tsx')),
  pageRoute(paths.developers, () => import('./developers.tsx')),
  pageRoute(paths.liquidity, () => import('./liquidity.tsx')),
]
