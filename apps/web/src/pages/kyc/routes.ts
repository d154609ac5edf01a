import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

/** What one customer has to show is a tab of its own page, in `pages/entities`. */
export const kycRoutes = [pageRoute(paths.kycQueue, () => import('./queue/queue.tsx'))]
