import { recoveryStates } from '@corridor/domain'
import { type AnswerOf, webhooks, q } from '../call.ts'
import { serviceNow } from '../clock.ts'
import { listSource, type RowOf } from '../list-source.ts'
import { pollMs } from './polling.ts'

type Listed = AnswerOf<typeof webhooks.endpoints>['data'][number]
/** One of the partner's; without an id one that is not registered yet. */
export type WebhookEndpoint = Omit<Listed, 'endpointId' | 'status'> &
  Partial<Pick<Listed, 'endpointId' | 'status'>>
export type Secret = WebhookEndpoint['secrets'][number]
export type RetryPreset = WebhookEndpoint['retryPreset']
export type Delivery = RowOf<typeof webhooks.deliveries>
export type Attempt = Delivery['attempts'][number]
export type Recovery = AnswerOf<typeof webhooks.recovery>['data']
export type RecoveryStatus = Recovery['filter']

/** What every live message makes stale: each event is in the event history, too. */
export const webhooksKey = ['webhooks'] as const

const openPollMs = 5000

/**
 * The endpoints, the primary one first, with their states and their last day. No event reports an
 * attempt, so they are asked for while one is open.
 */
export const webhookEndpointsQuery = q(
  webhooks.endpoints,
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ day }) => day.open > 0) ? openPollMs : false,
  },
)

export const deliveriesSource = listSource([...webhooksKey, 'deliveries'], webhooks.deliveries)

/** No message of the stream reports an attempt, so rows are read again while one is near. */
export const pollDeliveries = (rows: readonly Delivery[]) => pollMs(rows, serviceNow())

export const deliveriesOfEventQuery = (eventId: string) =>
  q(
    webhooks.deliveries,
    { eventId, limit: '20' },
    { refetchInterval: ({ state }) => pollDeliveries(state.data?.data ?? []) },
  )

/** One delivery with its attempts and its body, asked for again as long as an attempt is near. */
export const deliveryQuery = (deliveryId: string) =>
  q(
    webhooks.delivery,
    { deliveryId },
    { refetchInterval: ({ state }) => (state.data ? pollDeliveries([state.data.data]) : false) },
  )

const recoveryPollMs = 1000

export const recoveryQuery = (recoveryId: string) =>
  q(
    webhooks.recovery,
    { recoveryId },
    {
      refetchInterval: ({ state }) =>
        state.data && recoveryStates[state.data.data.status].isOpen ? recoveryPollMs : false,
    },
  )
