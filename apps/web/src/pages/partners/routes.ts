import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const partnerRoutes = [pageRoute(paths.payments, () => import('./payments/payments.tsx'))]
