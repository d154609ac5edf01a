import { redirect } from 'react-router'
import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const webhookRoutes = [
  { path: paths.webhooks, loader: () => redirect(paths.webhookEvents) },
  pageRoute(paths.webhookEvents, () => import('./events.tsx')),
  pageRoute(paths.webhookEvent(), () => import('./event.tsx')),
]
