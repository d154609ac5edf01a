import type { transferStatuses } from '@corridor/contract'
import { machine, type States } from '../base/machine.ts'

export type TransferStatus = (typeof transferStatuses)[number]

export type TransferEvent =
  | 'expire'
  | 'requestApproval'
  | 'approve'
  | 'awaitFunds'
  | 'submit'
  | 'receive'
  | 'review'
  | 'release'
  | 'cancel'
  | 'settle'
  | 'reject'
  | 'refund'
  | 'retry'
  | 'refundSettled'

/** What a transfer shows to whoever has its tracking link. */
export type TrackedState = 'waiting' | 'moving' | 'arrived' | 'returning' | 'returned' | 'stopped'

type TransferFacts = {
  /** The tab of the list; what is over without success is under "All" alone. */
  tab: 'progress' | 'attention' | 'completed' | 'none'
  /** Nothing moves any more by itself; a failed transfer may still be retried or refunded. */
  isOver: boolean
  /** It was executed, and money moves or still may. */
  isOpen: boolean
  /** It counts in the sums of an approval policy: paid for and agreed to, or about to be. */
  isInEffect: boolean
  /** The accounts it names list it among their latest. */
  isUse: boolean
  /** A worker carries out its steps. */
  isWorked: boolean
  /** The time that ends the state by itself. */
  endsAt: 'valid_until' | 'deposit_until' | 'held_until' | null
  /** What it counts as in the figures of a period. */
  countsAs: 'completed' | 'failed' | 'open'
  /** A check shows as work under way: who has the link must not learn that somebody is looked at. */
  tracked: TrackedState
}

/** Life of a transfer; operations.md 11.1. PENDING, PROCESSING and COMPLETED are the specification's. */
export const transferStates: States<TransferStatus, TransferEvent, TransferFacts> = {
  QUOTED: {
    on: {
      expire: 'EXPIRED',
      requestApproval: 'AWAITING_APPROVAL',
      awaitFunds: 'PENDING',
      submit: 'PROCESSING',
    },
    meaning: 'none',
    tab: 'none',
    isOver: false,
    isOpen: false,
    isInEffect: false,
    isUse: false,
    isWorked: false,
    endsAt: 'valid_until',
    countsAs: 'open',
    tracked: 'waiting',
  },
  AWAITING_APPROVAL: {
    on: { approve: 'PENDING', cancel: 'CANCELLED', expire: 'EXPIRED' },
    meaning: 'hand',
    tab: 'attention',
    isOver: false,
    isOpen: true,
    isInEffect: false,
    isUse: true,
    isWorked: false,
    endsAt: 'deposit_until',
    countsAs: 'open',
    tracked: 'waiting',
  },
  PENDING: {
    on: { receive: 'PROCESSING', review: 'IN_REVIEW', expire: 'EXPIRED', cancel: 'CANCELLED' },
    meaning: 'wait',
    tab: 'progress',
    isOver: false,
    isOpen: true,
    isInEffect: true,
    isUse: true,
    isWorked: false,
    endsAt: 'deposit_until',
    countsAs: 'open',
    tracked: 'waiting',
  },
  IN_REVIEW: {
    on: { release: 'PROCESSING', refund: 'REFUNDING', reject: 'FAILED' },
    meaning: 'wait',
    tab: 'attention',
    isOver: false,
    isOpen: true,
    isInEffect: true,
    isUse: true,
    isWorked: false,
    endsAt: 'held_until',
    countsAs: 'open',
    tracked: 'moving',
  },
  PROCESSING: {
    on: { review: 'IN_REVIEW', settle: 'COMPLETED', reject: 'FAILED', refund: 'REFUNDING' },
    meaning: 'move',
    tab: 'progress',
    isOver: false,
    isOpen: true,
    isInEffect: true,
    isUse: true,
    isWorked: true,
    endsAt: null,
    countsAs: 'open',
    tracked: 'moving',
  },
  COMPLETED: {
    on: {},
    meaning: 'done',
    tab: 'completed',
    isOver: true,
    isOpen: false,
    isInEffect: true,
    isUse: true,
    isWorked: false,
    endsAt: null,
    countsAs: 'completed',
    tracked: 'arrived',
  },
  FAILED: {
    on: { retry: 'PROCESSING', refund: 'REFUNDING' },
    meaning: 'fail',
    tab: 'attention',
    isOver: true,
    isOpen: false,
    isInEffect: true,
    isUse: true,
    isWorked: false,
    endsAt: 'held_until',
    countsAs: 'failed',
    tracked: 'stopped',
  },
  EXPIRED: {
    on: {},
    meaning: 'end',
    tab: 'none',
    isOver: true,
    isOpen: false,
    isInEffect: false,
    isUse: false,
    isWorked: false,
    endsAt: null,
    countsAs: 'failed',
    tracked: 'stopped',
  },
  CANCELLED: {
    on: {},
    meaning: 'end',
    tab: 'none',
    isOver: true,
    isOpen: false,
    isInEffect: false,
    isUse: true,
    isWorked: false,
    endsAt: null,
    countsAs: 'failed',
    tracked: 'stopped',
  },
  PAUSED: {
    on: { cancel: 'CANCELLED' },
    meaning: 'wait',
    tab: 'none',
    isOver: false,
    isOpen: true,
    isInEffect: true,
    isUse: true,
    isWorked: false,
    endsAt: null,
    countsAs: 'open',
    tracked: 'waiting',
  },
  REFUNDING: {
    on: { refundSettled: 'REFUNDED', review: 'IN_REVIEW' },
    meaning: 'move',
    tab: 'progress',
    isOver: false,
    isOpen: true,
    isInEffect: true,
    isUse: true,
    isWorked: true,
    endsAt: null,
    countsAs: 'failed',
    tracked: 'returning',
  },
  REFUNDED: {
    on: {},
    meaning: 'end',
    tab: 'none',
    isOver: true,
    isOpen: false,
    isInEffect: true,
    isUse: true,
    isWorked: false,
    endsAt: null,
    countsAs: 'failed',
    tracked: 'returned',
  },
}
export const transferLifecycle = machine(transferStates)
