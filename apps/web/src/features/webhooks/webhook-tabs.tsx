import type { ReactNode } from 'react'
import { Tabs } from '../../ui/page/tabs.tsx'
import { sentOf } from './rates.ts'
import { paths } from '../../routing/paths.ts'
import { countText } from '../../ui/format/numbers.ts'
import type { WebhookEndpoint } from '../../api/queries/webhooks.ts'
import { t } from '../../messages/text.ts'

type Props = { current: string; day?: WebhookEndpoint['day'] | undefined; children?: ReactNode }

/** The parts of the page; the history of events is a list of its own. */
export function WebhookTabs({ current, day, children }: Props) {
  const sent = day ? sentOf(day) : 0
  return (
    <Tabs
      label={t('Webhooks')}
      current={current}
      tabs={[
        { key: 'endpoint', label: t('Endpoint'), to: paths.webhooks() },
        { key: 'secret', label: t('Secret'), to: paths.webhooks('secret') },
        { key: 'events', label: t('Events'), to: paths.webhookEvents },
        {
          key: 'deliveries',
          label: t('Deliveries'),
          to: paths.webhooks('deliveries'),
          count: sent > 0 ? countText(sent) : undefined,
        },
        { key: 'test', label: t('Test'), to: paths.webhooks('test') },
        { key: 'verifier', label: t('Verifier'), to: paths.webhooks('verifier') },
      ]}
    >
      {children}
    </Tabs>
  )
}
