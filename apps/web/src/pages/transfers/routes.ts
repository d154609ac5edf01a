import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const transferRoutes = [
  pageRoute(paths.transfers, () => import('./list.tsx')),
  pageRoute(paths.transferDraft(':draftId?'), () => import('./new.tsx')),
  pageRoute(paths.receipt(), () => import('./receipt.tsx')),
  pageRoute(paths.transfer(':executionId', ':tab?'), () => import('./detail.tsx')),
]
