import { RotateCw } from 'lucide-react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { isApiError } from '../api/errors.ts'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { part } from '../ui/display/part.tsx'
import { t } from '../messages/text.ts'

const RegionError = part(() => import('../ui/page/region.tsx'), 'RegionError')
const NotFoundPage = part(() => import('../ui/page/not-found.tsx'), 'Component')

/** What a page becomes when it throws. The shell around it stays. */
export function RouteError() {
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
