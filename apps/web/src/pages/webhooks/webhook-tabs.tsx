import type { ReactNode } from 'react'
import { Tabs } from '../../components/tabs.tsx'
import { sentOf } from '../../components/webhook-endpoint.ts'
import { paths } from '../../paths.ts'
import { countText } from '../../ui/numbers.ts'
import type { Endpoint } from './queries.ts'

type Props = { current: string; day?: Endpoint['day'] | undefined; children?: ReactNode }

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
