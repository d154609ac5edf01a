import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const webhookRoutes = [
  pageRoute(paths.webhooks(':tab?'), () => import('./webhooks.tsx')),
  pageRoute(paths.webhookEvents, () => import('./events.tsx')),
  pageRoute(paths.webhookEvent(), () => import('./event.tsx')),
]
