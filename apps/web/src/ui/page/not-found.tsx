import { paths } from '../../routing/paths.ts'
import { EmptyState } from '../display/empty-state.tsx'
import { LinkButton } from './links.tsx'
import { PageHead } from './page-head.tsx'
import { t } from '../../messages/text.ts'

/** For an address, or a record, that is not there. */
export function Component() {
  return (
    <>
      <PageHead heading={t('Page not found')} />
      <section className="card">
        <EmptyState
          title={t('There is nothing at this address')}
          actions={
            <LinkButton to={paths.overview} variant="primary">
              {t('Go to the overview')}
            </LinkButton>
          }
        >
          {t('The link may be mistyped, or belong to another workspace or environment.')}
        </EmptyState>
      </section>
    </>
  )
}
