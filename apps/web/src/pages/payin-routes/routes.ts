import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const payinPages = [
  pageRoute(paths.payinRoutes, () => import('./list/list.tsx')),
  pageRoute(paths.newPayinRoute, () => import('./create/create.tsx')),
  pageRoute(paths.heldDeposits, () => import('./deposits/queue.tsx')),
  pageRoute(paths.waitingPayments, () => import('./waiting/waiting.tsx')),
  pageRoute(paths.bankFiles, () => import('./files/files.tsx')),
  pageRoute(paths.payinDeposits, () => import('./deposits/queue.tsx')),
  pageRoute(paths.payinDeposit(), () => import('./deposit/deposit.tsx')),
  pageRoute(paths.payinSheet(), () => import('./sheet/sheet.tsx')),
  pageRoute(paths.payinRoute(':routeId', ':tab?'), () => import('./route/detail.tsx')),
]
