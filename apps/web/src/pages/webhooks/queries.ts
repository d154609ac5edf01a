import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call, webhooks } from '../../api/call.ts'
import type { RowOf } from '../../components/table/list-source.ts'
import type { WebhookEndpoint } from '../../components/webhook-endpoint.ts'
import { serviceNow } from '../../ui/clock.ts'
import { pollMs } from './polling.ts'

export type Endpoint = WebhookEndpoint
export type Secret = Endpoint['secrets'][number]
export type Delivery = RowOf<typeof webhooks.deliveries>
export type Attempt = Delivery['attempts'][number]
export type Recovery = AnswerOf<typeof webhooks.recovery>['data']
export type RetryPreset = Endpoint['retryPreset']
export type RecoveryStatus = Recovery['filter']

const recoveryPollMs = 1000

/** One delivery with its attempts and its body, asked for again as long as an attempt is near. */
export const deliveryQuery = (deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', deliveryId],
    queryFn: ({ signal }) => call(webhooks.delivery, { params: { deliveryId } }, { signal }),
    refetchInterval: ({ state }) => (state.data ? pollMs([state.data.data], serviceNow()) : false),
  })

export const recoveryQuery = (recoveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'recovery', recoveryId],
    queryFn: ({ signal }) => call(webhooks.recovery, { params: { recoveryId } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.status === 'RUNNING' ? recoveryPollMs : false,
  })
