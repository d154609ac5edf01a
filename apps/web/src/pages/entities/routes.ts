import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const entityRoutes = [
  pageRoute(paths.entities, () => import('./list/list.tsx')),
  pageRoute(paths.newEntity, () => import('./new/new.tsx')),
  pageRoute(paths.editEntity(), () => import('./edit/edit.tsx')),
  pageRoute(paths.entity(':entityId', ':tab?'), () => import('./entity/entity.tsx')),
]
