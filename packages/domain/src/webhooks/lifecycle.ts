import { machine } from '../base/machine.ts'

export type EndpointState = 'UNVERIFIED' | 'ACTIVE' | 'DEGRADED' | 'DISABLED' | 'PAUSED'
export type EndpointEvent =
  /** A test event was answered with 2xx. */
  | 'verify'
  /** Nothing but failures for more than 24 hours. */
  | 'degrade'
  | 'recover'
  /** Nothing but failures for five days, or the receiver said 410. */
  | 'disable'
  | 'enable'
  | 'pause'
  | 'resume'

export type DeliveryState =
  | 'PENDING'
  | 'IN_FLIGHT'
  | 'RETRYING'
  | 'DELIVERED'
  | 'EXHAUSTED'
  | 'SKIPPED'
  | 'CANCELLED'
export type DeliveryEvent =
  | 'claim'
  | 'succeed'
  | 'fail'
  /** The last attempt of the schedule failed. */
  | 'exhaust'
  /** The endpoint was disabled before it was sent. */
  | 'skip'
  /** The endpoint's address was replaced. */
  | 'cancel'
  /** It was requested again. */
  | 'resend'

/** The life of a partner's webhook endpoint (operations.md 11.9). */
export const endpointLifecycle = machine<EndpointState, EndpointEvent>({
  UNVERIFIED: { verify: 'ACTIVE', disable: 'DISABLED' },
  ACTIVE: { degrade: 'DEGRADED', disable: 'DISABLED', pause: 'PAUSED' },
  DEGRADED: { recover: 'ACTIVE', disable: 'DISABLED', pause: 'PAUSED' },
  DISABLED: { enable: 'ACTIVE' },
  PAUSED: { resume: 'ACTIVE', disable: 'DISABLED' },
})

/**
 * The life of one delivery (operations.md 11.9). A claim of what is in flight takes over from a
 * process that died.
 */
export const deliveryLifecycle = machine<DeliveryState, DeliveryEvent>({
  PENDING: { claim: 'IN_FLIGHT', skip: 'SKIPPED', cancel: 'CANCELLED', resend: 'PENDING' },
  IN_FLIGHT: {
    claim: 'IN_FLIGHT',
    succeed: 'DELIVERED',
    fail: 'RETRYING',
    exhaust: 'EXHAUSTED',
    cancel: 'CANCELLED',
  },
  RETRYING: { claim: 'IN_FLIGHT', skip: 'SKIPPED', cancel: 'CANCELLED', resend: 'PENDING' },
  DELIVERED: { resend: 'PENDING' },
  EXHAUSTED: { resend: 'PENDING' },
  SKIPPED: { resend: 'PENDING' },
  CANCELLED: { resend: 'PENDING' },
})
