import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const partnerRoutes = [pageRoute(paths.payments, () => import('./payments.tsx'))]
