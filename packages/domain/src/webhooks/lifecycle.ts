import type {
  deliveryStatuses,
  recoveryStates as recoveries,
  webhookEndpointStatuses,
} from '@corridor/contract'
import { machine, type Meaning, type States } from '../base/machine.ts'

export type EndpointState = (typeof webhookEndpointStatuses)[number]
export type EndpointEvent =
  /** A test event was answered with 2xx. */
  | 'verify'
  /** Nothing but failures for more than 24 hours. */
  | 'degrade'
  | 'recover'
  /** Nothing but failures for five days, or the receiver answered 410. */
  | 'disable'
  | 'enable'
  | 'pause'
  | 'resume'

export type DeliveryState = (typeof deliveryStatuses)[number]
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

type EndpointFacts = {
  /** Events go out to it. */
  isSending: boolean
  /** Failures of some length are reported to its partner. */
  isWatched: boolean
}

/** The life of a partner's webhook endpoint (operations.md 11.9). */
export const endpointStates: States<EndpointState, EndpointEvent, EndpointFacts> = {
  UNVERIFIED: {
    on: { verify: 'ACTIVE', disable: 'DISABLED' },
    meaning: 'wait',
    isSending: true,
    isWatched: false,
  },
  ACTIVE: {
    on: { degrade: 'DEGRADED', disable: 'DISABLED', pause: 'PAUSED' },
    meaning: 'done',
    isSending: true,
    isWatched: true,
  },
  DEGRADED: {
    on: { recover: 'ACTIVE', disable: 'DISABLED', pause: 'PAUSED' },
    meaning: 'hand',
    isSending: true,
    isWatched: true,
  },
  DISABLED: { on: { enable: 'ACTIVE' }, meaning: 'end', isSending: false, isWatched: false },
  PAUSED: {
    on: { resume: 'ACTIVE', disable: 'DISABLED' },
    meaning: 'end',
    isSending: false,
    isWatched: false,
  },
}
export const endpointLifecycle = machine(endpointStates)

type DeliveryFacts = {
  /** It is to be sent, at once or again. */
  isWaiting: boolean
  /** It is to be sent, or is being sent. */
  isOpen: boolean
  /** It has ended without a delivery. */
  isUndelivered: boolean
  /** Its last attempt failed. */
  hasFailed: boolean
  /** It ended for a reason other than its attempts. */
  isCalledOff: boolean
}

/**
 * The life of one delivery (operations.md 11.9). A claim of what is in flight takes over from a
 * process that died.
 */
export const deliveryStates: States<DeliveryState, DeliveryEvent, DeliveryFacts> = {
  PENDING: {
    on: { claim: 'IN_FLIGHT', skip: 'SKIPPED', cancel: 'CANCELLED', resend: 'PENDING' },
    meaning: 'wait',
    isWaiting: true,
    isOpen: true,
    isUndelivered: false,
    hasFailed: false,
    isCalledOff: false,
  },
  IN_FLIGHT: {
    on: {
      claim: 'IN_FLIGHT',
      succeed: 'DELIVERED',
      fail: 'RETRYING',
      exhaust: 'EXHAUSTED',
      cancel: 'CANCELLED',
    },
    meaning: 'move',
    isWaiting: false,
    isOpen: true,
    isUndelivered: false,
    hasFailed: false,
    isCalledOff: false,
  },
  RETRYING: {
    on: { claim: 'IN_FLIGHT', skip: 'SKIPPED', cancel: 'CANCELLED', resend: 'PENDING' },
    meaning: 'wait',
    isWaiting: true,
    isOpen: true,
    isUndelivered: false,
    hasFailed: true,
    isCalledOff: false,
  },
  DELIVERED: {
    on: { resend: 'PENDING' },
    meaning: 'done',
    isWaiting: false,
    isOpen: false,
    isUndelivered: false,
    hasFailed: false,
    isCalledOff: false,
  },
  EXHAUSTED: {
    on: { resend: 'PENDING' },
    meaning: 'fail',
    isWaiting: false,
    isOpen: false,
    isUndelivered: true,
    hasFailed: true,
    isCalledOff: false,
  },
  SKIPPED: {
    on: { resend: 'PENDING' },
    meaning: 'end',
    isWaiting: false,
    isOpen: false,
    isUndelivered: true,
    hasFailed: false,
    isCalledOff: true,
  },
  CANCELLED: {
    on: { resend: 'PENDING' },
    meaning: 'end',
    isWaiting: false,
    isOpen: false,
    isUndelivered: true,
    hasFailed: false,
    isCalledOff: true,
  },
}
export const deliveryLifecycle = machine(deliveryStates)

type RecoveryState = (typeof recoveries)[number]

/** What the state of a recovery means; `isOpen`: it still sends. */
export const recoveryStates: Readonly<
  Record<RecoveryState, { meaning: Meaning; isOpen: boolean }>
> = {
  RUNNING: { meaning: 'move', isOpen: true },
  COMPLETED: { meaning: 'done', isOpen: false },
  CANCELLED: { meaning: 'end', isOpen: false },
}
