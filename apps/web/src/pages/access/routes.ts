import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const accessRoutes = [
  pageRoute(paths.signIn, () => import('./sign-in.tsx')),
  pageRoute(paths.recover, () => import('./recover.tsx')),
  pageRoute(paths.enrol(), () => import('./enrol.tsx')),
]
