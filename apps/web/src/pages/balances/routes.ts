import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const balanceRoutes = [pageRoute(paths.balances, () => import('./balances/balances.tsx'))]
