import { pageRoute } from '../../components/page-route.ts'
import { paths } from '../../paths.ts'

export const entityRoutes = [
  pageRoute(paths.entities, () => import('./list.tsx')),
  pageRoute(paths.newEntity, () => import('./new.tsx')),
  pageRoute(paths.editEntity(), () => import('./edit.tsx')),
  pageRoute(paths.entity(':entityId', ':tab?'), () => import('./entity.tsx')),
]
