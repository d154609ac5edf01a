import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const walletRoutes = [
  pageRoute(paths.wallet(':entityId?', ':tab?'), () => import('./wallets/wallets.tsx')),
]
