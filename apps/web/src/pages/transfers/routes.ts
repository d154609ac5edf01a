import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const transferRoutes = [
  pageRoute(paths.transfers, () => import('./list/list.tsx')),
  pageRoute(paths.transferDraft(':draftId?'), () => import('./new/new.tsx')),
  pageRoute(paths.receipt(), () => import('./receipt/receipt.tsx')),
  pageRoute(paths.transfer(':executionId', ':tab?'), () => import('./detail/detail.tsx')),
]

/** For whoever has the link, outside the shell. */
export const trackRoutes = [pageRoute(paths.track(), () => import('./track/track.tsx'))]
