import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const payinPages = [
  pageRoute(paths.payinRoutes, () => import('./list.tsx')),
  pageRoute(paths.newPayinRoute, () => import('./create.tsx')),
  pageRoute(paths.heldDeposits, () => import('./queue.tsx')),
  pageRoute(paths.payinDeposits, () => import('./queue.tsx')),
  pageRoute(paths.payinDeposit(), () => import('./deposit.tsx')),
  pageRoute(paths.payinSheet(), () => import('./sheet.tsx')),
  pageRoute(paths.payinRoute(':routeId', ':tab?'), () => import('./detail.tsx')),
]
