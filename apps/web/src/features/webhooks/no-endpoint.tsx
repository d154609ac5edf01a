import { LinkButton } from '../../ui/page/links.tsx'
import { paths } from '../../routing/paths.ts'
import { Card, EmptyState } from '../../ui/display/blocks.tsx'
import { t } from '../../messages/text.ts'

/** A part of the page that needs a registered endpoint. */
export function NoEndpoint() {
  return (
    <Card flush>
      <EmptyState
        title={t('No endpoint yet')}
        actions={
          <LinkButton to={paths.webhooks()} variant="primary">
            {t('Register a webhook')}
          </LinkButton>
        }
      >
        {t('Once an address is registered, its secrets, deliveries and tests are here.')}
      </EmptyState>
    </Card>
  )
}
