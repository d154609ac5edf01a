import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/card.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { LinkButton } from '../../../ui/page/links.tsx'

/** How long things are kept, and where files come from. */
export function DataTab() {
  return (
    <Card
      title="What is kept"
      className="max-w-160"
      end={
        <LinkButton size="s" to={paths.transfers}>
          Export transfers
        </LinkButton>
      }
    >
      <DescriptionList
        rows={[
          { label: 'Files of exports', value: '7 days; every list has an export' },
          { label: 'Webhook deliveries', value: '30 days after they ended' },
          { label: 'Notifications', value: '90 days' },
          { label: 'Transfers, deposits and the audit log', value: 'Always' },
        ]}
      />
    </Card>
  )
}
