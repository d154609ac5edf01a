import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type WebhookEndpoint, webhookEndpointsQuery } from '../../api/queries/webhooks.ts'
import type { FilterField } from '../../ui/table/types.ts'
import { t } from '../../messages/text.ts'

/** What a page about an endpoint shows before it is registered. */
export const blankEndpoint: WebhookEndpoint = {
  webhookUrl: '',
  isPrimary: false,
  statusReason: '',
  description: '',
  events: [],
  retryPreset: 'standard',
  version: 0,
  secrets: [],
  lastSequence: 0,
  day: {
    attempts: 0,
    succeeded: 0,
    medianMs: 0,
    p95Ms: 0,
    delivered: 0,
    deliveredFirst: 0,
    open: 0,
    exhausted: 0,
  },
}

/** Parameters of operations of one endpoint. */
export const paramsOf = ({ endpointId = '' }: WebhookEndpoint) => ({ params: { endpointId } })

/** The id in addresses; the primary one goes without. */
export const linkedId = ({ isPrimary, endpointId }: WebhookEndpoint): string | undefined =>
  isPrimary ? undefined : endpointId

/** How a list distinguishes endpoints: by what the partner wrote, or by the address. */
export const endpointName = ({
  description,
  webhookUrl,
}: Pick<WebhookEndpoint, 'description' | 'webhookUrl'>): string =>
  description || webhookUrl.replace(/^https?:\/\//, '')

/** Names by id where a partner has several endpoints; none where there is nothing to distinguish. */
export function useEndpointNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(webhookEndpointsQuery)
  return useMemo(() => {
    const endpoints = data?.data ?? []
    if (endpoints.length < 2) return new Map()
    return new Map(endpoints.map((endpoint) => [endpoint.endpointId, endpointName(endpoint)]))
  }, [data])
}

/** Words of the operation, as they stand in the address. */
export const endpointFilter = (names: ReadonlyMap<string, string>): FilterField => ({
  kind: 'choice',
  key: 'endpointId',
  label: t('Endpoint'),
  options: [...names].map(([value, label]) => ({ value, label })),
})
