import { type RouteObject, isRouteErrorResponse, useRouteError } from 'react-router'
import { pageRoute } from '../routing/page-route.ts'
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
import { RotateCw } from 'lucide-react'
import { isApiError } from '../api/errors.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/display/blocks.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { part } from '../ui/display/part.tsx'
import { t } from '../messages/text.ts'

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

const RegionError = part(() => import('../ui/page/region.tsx'), 'RegionError')
const NotFoundPage = part(() => import('../ui/page/not-found.tsx'), 'Component')

/** What a page becomes when it throws. The shell around it stays. */
function RouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NotFoundPage />
  }
  if (isApiError(error)) {
    return (
      <RegionError error={error} what={t('This page')} onRetry={() => window.location.reload()} />
    )
  }
  return (
    <>
      <PageHead heading={t('This page failed')} />
      <section className="card">
        <EmptyState
          title={t('Something in this page went wrong')}
          actions={
            <Button variant="primary" icon={RotateCw} onClick={() => window.location.reload()}>
              {t('Reload the page')}
            </Button>
          }
        >
          {t('A newer version of the console may be out. No money moved because of this.')}
        </EmptyState>
      </section>
    </>
  )
}
