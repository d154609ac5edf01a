import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const accessRoutes = [
  pageRoute(paths.signIn, () => import('./sign-in/sign-in.tsx')),
  pageRoute(paths.recover, () => import('./recover/recover.tsx')),
  pageRoute(paths.recoverLink(), () => import('./recover/recover-link.tsx')),
  pageRoute(paths.enrol(), () => import('./enrol/enrol.tsx')),
]

/** Inside the shell, where the others are not. */
export const teamRoutes = [
  pageRoute(paths.team, () => import('./team/team.tsx')),
  pageRoute(paths.roles, () => import('./roles/roles.tsx')),
  pageRoute(paths.drafts, () => import('./drafts/drafts.tsx')),
]
