import { useParams } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { EmptyState } from '../display/blocks.tsx'
import { LinkButton } from './links.tsx'
import { PageHead } from './page-head.tsx'
import { ToList } from './region.tsx'
import { t } from '../../messages/text.ts'

/** For an address, or a record, that is not there. */
export function Component() {
  // What no route knows lies under no list.
  const isUnknown = useParams()['*'] !== undefined
  return (
    <>
      <PageHead heading={t('Page not found')} />
      <section className="card">
        <EmptyState
          title={t('There is nothing at this address')}
          actions={
            isUnknown ? (
              <LinkButton to={paths.overview} variant="primary">
                {t('Go to the overview')}
              </LinkButton>
            ) : (
              <ToList />
            )
          }
        >
          {t('The link may be mistyped, or belong to another workspace or environment.')}
        </EmptyState>
      </section>
    </>
  )
}
