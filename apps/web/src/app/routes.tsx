import type { RouteObject } from 'react-router'
import { pageRoute } from '../routing/page-route.ts'
import { RouteError } from './route-error.tsx'
import { Shell } from './shell/shell.tsx'
import { accessRoutes, teamRoutes } from '../pages/access/routes.ts'
import { accountRoutes } from '../pages/accounts/routes.ts'
import { approvalRoutes } from '../pages/approvals/routes.ts'
import { auditRoutes } from '../pages/audit/routes.ts'
import { balanceRoutes } from '../pages/balances/routes.ts'
import { developerRoutes } from '../pages/developers/routes.ts'
import { entityRoutes } from '../pages/entities/routes.ts'
import { inboxRoutes } from '../pages/inbox/routes.ts'
import { kycRoutes } from '../pages/kyc/routes.ts'
import { liquidityRoutes } from '../pages/liquidity/routes.ts'
import { overviewRoutes } from '../pages/overview/routes.ts'
import { partnerRoutes } from '../pages/partners/routes.ts'
import { payinPages } from '../pages/payin-routes/routes.ts'
import { settingsRoutes } from '../pages/settings/routes.ts'
import { trackRoutes, transferRoutes } from '../pages/transfers/routes.ts'
import { walletRoutes } from '../pages/wallets/routes.ts'
import { webhookRoutes } from '../pages/webhooks/routes.ts'

/** Each module lists its own pages in `pages/<module>/routes.ts`; only the sign-in pages stand outside the shell. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    children: [
      ...accessRoutes,
      ...trackRoutes,
      {
        Component: Shell,
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              ...overviewRoutes,
              ...inboxRoutes,
              ...transferRoutes,
              ...approvalRoutes,
              ...walletRoutes,
              ...entityRoutes,
              ...kycRoutes,
              ...accountRoutes,
              ...liquidityRoutes,
              ...balanceRoutes,
              ...partnerRoutes,
              ...payinPages,
              ...webhookRoutes,
              ...developerRoutes,
              ...teamRoutes,
              ...auditRoutes,
              ...settingsRoutes,
              pageRoute('*', () => import('../ui/page/not-found.tsx')),
            ],
          },
        ],
      },
    ],
    HydrateFallback: () => null,
  },
]
