import type { stepStatuses } from '@corridor/contract'
import { machine, type States } from '../base/machine.ts'

export type StepStatus = (typeof stepStatuses)[number]
export type StepEvent = 'start' | 'wait' | 'complete' | 'fail' | 'skip' | 'retry' | 'cancel'

type StepFacts = {
  hasBegun: boolean
  /** The transfer stands at it. */
  isUnderWay: boolean
  /** It has not ended: it can still complete or be cancelled. */
  isOpen: boolean
  /** The next step may begin. */
  isBehind: boolean
}

/** Life of one step of `details[]`; operations.md 11.2. */
export const stepStates: States<StepStatus, StepEvent, StepFacts> = {
  pending: {
    on: { start: 'in_progress', skip: 'skipped', cancel: 'cancelled' },
    meaning: 'none',
    hasBegun: false,
    isUnderWay: false,
    isOpen: true,
    isBehind: false,
  },
  in_progress: {
    on: { complete: 'completed', fail: 'failed', skip: 'skipped', wait: 'waiting' },
    meaning: 'move',
    hasBegun: true,
    isUnderWay: true,
    isOpen: true,
    isBehind: false,
  },
  waiting: {
    on: { start: 'in_progress', cancel: 'cancelled' },
    meaning: 'wait',
    hasBegun: true,
    isUnderWay: true,
    isOpen: true,
    isBehind: false,
  },
  completed: {
    on: {},
    meaning: 'done',
    hasBegun: true,
    isUnderWay: false,
    isOpen: false,
    isBehind: true,
  },
  failed: {
    on: { retry: 'in_progress' },
    meaning: 'fail',
    hasBegun: true,
    isUnderWay: false,
    isOpen: false,
    isBehind: false,
  },
  skipped: {
    on: {},
    meaning: 'end',
    hasBegun: false,
    isUnderWay: false,
    isOpen: false,
    isBehind: true,
  },
  cancelled: {
    on: {},
    meaning: 'end',
    hasBegun: false,
    isUnderWay: false,
    isOpen: false,
    isBehind: false,
  },
}
export const stepLifecycle = machine(stepStates)

/** Steps of a wallet-to-wallet transfer, in order. */
export const walletSteps = [
  'quote_locked',
  'signature_verified',
  'gas_funded',
  'broadcast',
  'confirmed',
  'finalized',
] as const
export type WalletStep = (typeof walletSteps)[number]

/** Steps of an ordinary transfer that is paid in by bank, in order. */
export const bankInSteps = [
  'quote_locked',
  'approval',
  'deposit_received',
  'compliance_check',
  'conversion',
  'payout_submitted',
  'payout_confirmed',
] as const

/** Steps of an ordinary transfer that is paid in on a chain, in order. */
export const chainInSteps = [
  'quote_locked',
  'approval',
  'deposit_detected',
  'deposit_confirmed',
  'compliance_check',
  'conversion',
  'payout_submitted',
  'payout_confirmed',
] as const

/** Steps that send money back; appended to a transfer, or all there is of a linked refund. */
export const refundSteps = ['refund_submitted', 'refund_confirmed'] as const

export type OrdinaryStep =
  | (typeof bankInSteps)[number]
  | (typeof chainInSteps)[number]
  | (typeof refundSteps)[number]
