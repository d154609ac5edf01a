import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const walletRoutes = [
  pageRoute(paths.wallets, () => import('./list/list.tsx')),
  pageRoute(paths.wallet(':entityId', ':tab?'), () => import('./wallet/wallet.tsx')),
]
