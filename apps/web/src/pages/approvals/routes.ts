import { pageRoute } from '../../routing/page-route.ts'
import { paths } from '../../routing/paths.ts'

export const approvalRoutes = [
  pageRoute(paths.approvals, () => import('./approvals/approvals.tsx')),
  pageRoute(paths.approvalPolicy, () => import('./policy/policy.tsx')),
  pageRoute(paths.approval(), () => import('./approval/approval.tsx')),
]
