import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const webhookRoutes = [
  pageRoute(paths.webhooks(':tab?'), () => import('./webhooks/webhooks.tsx')),
  pageRoute(paths.webhookEvents, () => import('./events/events.tsx')),
  pageRoute(paths.webhookEvent(), () => import('./event/event.tsx')),
]
