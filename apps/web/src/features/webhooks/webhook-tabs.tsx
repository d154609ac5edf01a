import type { ReactNode } from 'react'
import { Tabs } from '../../ui/page/tabs.tsx'
import { useSearchValue } from '../../ui/page/use-search-value.ts'
import { sentOf } from './rates.ts'
import { paths } from '../../routing/paths.ts'
import { countText } from '../../ui/format/numbers.ts'
import type { WebhookEndpoint } from '../../api/queries/webhooks.ts'
import { t } from '../../messages/text.ts'

type Props = { current: string; endpoint?: WebhookEndpoint | undefined; children?: ReactNode }

/** The parts of the page; the history of events is a list of its own. */
export function WebhookTabs({ current, endpoint, children }: Props) {
  const sent = endpoint ? sentOf(endpoint.day) : 0
  const { value: id } = useSearchValue('endpoint')
  const ofIt = id && endpoint?.endpointId ? `&endpointId=${id}` : ''
  return (
    <Tabs
      label={t('Webhooks')}
      current={current}
      tabs={[
        { key: 'endpoint', label: t('Endpoint'), to: paths.webhooks(undefined, id) },
        { key: 'secret', label: t('Secret'), to: paths.webhooks('secret', id) },
        { key: 'events', label: t('Events'), to: paths.webhookEvents },
        {
          key: 'deliveries',
          label: t('Deliveries'),
          to: paths.webhooks('deliveries', id) + ofIt,
          count: sent > 0 ? countText(sent) : undefined,
        },
        { key: 'test', label: t('Test'), to: paths.webhooks('test', id) },
        { key: 'verifier', label: t('Verifier'), to: paths.webhooks('verifier', id) },
      ]}
    >
      {children}
    </Tabs>
  )
}
