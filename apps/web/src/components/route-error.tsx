import { RotateCw } from 'lucide-react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from './links.tsx'
import { PageHead } from './page-head.tsx'
import { RegionError } from './region.tsx'
import { isApiError } from '../api/errors.ts'

/** What a page becomes when it throws. The shell around it stays. */
export function RouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isApiError(error)) {
    return <RegionError error={error} what="This page" onRetry={() => window.location.reload()} />
  }
  return (
    <>
      <PageHead heading="This page failed" />
      <section className="card">
        <EmptyState
          title="Something in this page went wrong"
          actions={
            <Button
              variant="primary"
              icon={<RotateCw className="i-m" />}
              onClick={() => window.location.reload()}
            >
              Reload the page
            </Button>
          }
        >
          A newer version of the console may be out. No money moved because of this.
        </EmptyState>
      </section>
    </>
  )
}

export function NotFoundPage() {
  return (
    <>
      <PageHead heading="Page not found" />
      <section className="card">
        <EmptyState
          title="There is nothing at this address"
          actions={
            <LinkButton to={paths.overview} variant="primary">
              Go to the overview
            </LinkButton>
          }
        >
          The link may be mistyped, or belong to another workspace or environment.
        </EmptyState>
      </section>
    </>
  )
}
