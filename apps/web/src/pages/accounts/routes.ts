import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const accountRoutes = [pageRoute(paths.externalAccounts, () => import('./external.tsx'))]
