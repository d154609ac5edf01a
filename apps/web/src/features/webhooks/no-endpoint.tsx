import { LinkButton } from '../../ui/page/links.tsx'
import { paths } from '../../routing/paths.ts'
import { Card } from '../../ui/display/card.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'

/** A part of the page that needs a registered endpoint. */
export function NoEndpoint() {
  return (
    <Card flush>
      <EmptyState
        title="No endpoint yet"
        actions={
          <LinkButton to={paths.webhooks()} variant="primary">
            Register a webhook
          </LinkButton>
        }
      >
        Once an address is registered, its secrets, deliveries and tests are here.
      </EmptyState>
    </Card>
  )
}
