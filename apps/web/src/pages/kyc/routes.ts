import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

/** What one customer has to show is a tab of its own page, in `pages/entities`. */
export const kycRoutes = [pageRoute(paths.kycQueue, () => import('./queue.tsx'))]
