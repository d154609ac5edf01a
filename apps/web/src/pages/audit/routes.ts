import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const auditRoutes = [
  pageRoute(paths.audit, () => import('./list/list.tsx')),
  pageRoute(paths.auditEntry(), () => import('./entry/entry.tsx')),
]
