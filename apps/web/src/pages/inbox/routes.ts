import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const inboxRoutes = [pageRoute(paths.inbox, () => import('./inbox/inbox.tsx'))]
