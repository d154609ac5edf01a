import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const walletRoutes = [
  pageRoute(paths.wallets, () => import('./list.tsx')),
  pageRoute(paths.wallet(':entityId', ':tab?'), () => import('./wallet.tsx')),
]
