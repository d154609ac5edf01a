import { rateText, sentOf } from '../../../features/webhooks/rates.ts'
import { endpointName, linkedId } from '../../../features/webhooks/endpoints.ts'
import { selectionText } from '../../../features/webhooks/labels.ts'
import type { WebhookEndpoint } from '../../../api/queries/webhooks.ts'
import { paths } from '../../../routing/paths.ts'
import { Card } from '../../../ui/display/blocks.tsx'
import { StatusPill } from '../../../ui/display/values.tsx'
import { PageLink } from '../../../ui/page/links.tsx'
import { type SmallColumn, SmallTable, smallColumn } from '../../../ui/table/small-table.tsx'
import { t } from '../../../messages/text.ts'

type Props = {
  endpoints: readonly WebhookEndpoint[]
  /** The one that the page is about; undefined for one that is being added. */
  current: string | undefined
  tab: string
}

/** Where events go, when to several places; a line leads to its endpoint's part of the page. */
export function EndpointList({ endpoints, current, tab }: Props) {
  return (
    <Card title={t('Endpoints')} flush>
      <SmallTable
        label={t('Endpoints')}
        columns={columnsFor(current, tab === 'endpoint' ? undefined : tab)}
        rows={endpoints}
        rowId={({ endpointId = '' }) => endpointId}
      />
    </Card>
  )
}

const columnsFor = (
  current: string | undefined,
  tab: string | undefined,
): readonly SmallColumn<WebhookEndpoint>[] => [
  smallColumn(t('Endpoint'), { cells: 'cell-fill' }, (endpoint) => {
    const name = endpointName(endpoint)
    return (
      <>
        <PageLink
          className="row-link break-anywhere"
          to={paths.webhooks(tab, linkedId(endpoint))}
          aria-current={endpoint.endpointId === current ? 'true' : undefined}
        >
          {endpoint.endpointId === current ? <b>{name}</b> : name}
        </PageLink>{' '}
        {endpoint.isPrimary ? <span className="muted">{t('Primary')}</span> : null}
      </>
    )
  }),
  { head: t('State'), cell: ({ status = '' }) => <StatusPill status={status} /> },
  smallColumn(t('Events'), { className: 'only-large', cells: 'muted' }, (endpoint) =>
    selectionText(endpoint),
  ),
  smallColumn(t('Delivered, 24 h'), { align: 'end' }, ({ day }) => {
    const sent = sentOf(day)
    return sent > 0 ? `${rateText(day.delivered, sent)} %` : t('Nothing was sent')
  }),
]
