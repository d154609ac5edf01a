import type { ReactNode } from 'react'
import { Tabs } from '../../ui/page/tabs.tsx'
import { sentOf } from './rates.ts'
import { paths } from '../../routing/paths.ts'
import { countText } from '../../ui/format/numbers.ts'
import type { WebhookEndpoint } from '../../api/queries/webhooks.ts'

type Props = { current: string; day?: WebhookEndpoint['day'] | undefined; children?: ReactNode }

/** The parts of the page; the history of events is a list of its own. */
export function WebhookTabs({ current, day, children }: Props) {
  const sent = day ? sentOf(day) : 0
  return (
    <Tabs
      label="Webhooks"
      current={current}
      tabs={[
        { key: 'endpoint', label: 'Endpoint', to: paths.webhooks() },
        { key: 'secret', label: 'Secret', to: paths.webhooks('secret') },
        { key: 'events', label: 'Events', to: paths.webhookEvents },
        {
          key: 'deliveries',
          label: 'Deliveries',
          to: paths.webhooks('deliveries'),
          count: sent > 0 ? countText(sent) : undefined,
        },
        { key: 'test', label: 'Test', to: paths.webhooks('test') },
        { key: 'verifier', label: 'Verifier', to: paths.webhooks('verifier') },
      ]}
    >
      {children}
    </Tabs>
  )
}
