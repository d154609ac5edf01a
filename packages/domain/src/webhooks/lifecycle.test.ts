import { describe, expect, test } from 'vitest'
import {
  deliveryLifecycle,
  type DeliveryEvent,
  type DeliveryState,
  endpointLifecycle,
  type EndpointEvent,
  type EndpointState,
} from './lifecycle.ts'

// operations.md 11.9: every state by every event; what is not named is illegal.
const endpointEvents: EndpointEvent[] = [
  'verify',
  'degrade',
  'recover',
  'disable',
  'enable',
  'pause',
  'resume',
]
type EndpointRow = (EndpointState | undefined)[]
const endpoints: Record<EndpointState, EndpointRow> = {
  UNVERIFIED: ['ACTIVE', undefined, undefined, 'DISABLED', undefined, undefined, undefined],
  ACTIVE: [undefined, 'DEGRADED', undefined, 'DISABLED', undefined, 'PAUSED', undefined],
  DEGRADED: [undefined, undefined, 'ACTIVE', 'DISABLED', undefined, 'PAUSED', undefined],
  DISABLED: [undefined, undefined, undefined, undefined, 'ACTIVE', undefined, undefined],
  PAUSED: [undefined, undefined, undefined, 'DISABLED', undefined, undefined, 'ACTIVE'],
}
const endpointStates = Object.keys(endpoints) as EndpointState[]

describe('the life of a webhook endpoint', () => {
  test.each(endpointStates)('%s: every event leads where it should, or nowhere', (state) => {
    const next = endpointEvents.map((event) => endpointLifecycle.next(state, event))
    expect(next).toEqual(endpoints[state])
  })

  test('never ends, and every state leads back to ACTIVE', () => {
    for (const state of endpointStates)
      expect(endpointLifecycle.path(state, 'ACTIVE')).toBeDefined()
  })
})

const deliveryEvents: DeliveryEvent[] = [
  'claim',
  'succeed',
  'fail',
  'exhaust',
  'skip',
  'cancel',
  'resend',
]
type DeliveryRow = (DeliveryState | undefined)[]
const ended: DeliveryRow = [
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  undefined,
  'PENDING',
]
const waiting: DeliveryRow = [
  'IN_FLIGHT',
  undefined,
  undefined,
  undefined,
  'SKIPPED',
  'CANCELLED',
  'PENDING',
]
const deliveries: Record<DeliveryState, DeliveryRow> = {
  PENDING: waiting,
  IN_FLIGHT: ['IN_FLIGHT', 'DELIVERED', 'RETRYING', 'EXHAUSTED', undefined, 'CANCELLED', undefined],
  RETRYING: waiting,
  DELIVERED: ended,
  EXHAUSTED: ended,
  SKIPPED: ended,
  CANCELLED: ended,
}
const deliveryStates = Object.keys(deliveries) as DeliveryState[]

describe('the life of a delivery', () => {
  test.each(deliveryStates)('%s: every event leads where it should, or nowhere', (state) => {
    const next = deliveryEvents.map((event) => deliveryLifecycle.next(state, event))
    expect(next).toEqual(deliveries[state])
  })

  test('can be sent again from every state but the one in which it is being sent', () => {
    const refused = deliveryStates.filter((state) => !deliveryLifecycle.next(state, 'resend'))
    expect(refused).toEqual(['IN_FLIGHT'])
  })
})
