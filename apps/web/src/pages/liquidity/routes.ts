import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const liquidityRoutes = [
  pageRoute(paths.liquidityParts, () => import('./liquidity/liquidity.tsx')),
]
