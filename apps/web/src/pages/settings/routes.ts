import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const settingsRoutes = [
  pageRoute(paths.settings(':tab?'), () => import('./settings/settings.tsx')),
]
