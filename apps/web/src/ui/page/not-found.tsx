import { paths } from '../../routing/paths.ts'
import { EmptyState } from '../display/empty-state.tsx'
import { LinkButton } from './links.tsx'
import { PageHead } from './page-head.tsx'

/** For an address, or a record, that is not there. */
export function Component() {
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
