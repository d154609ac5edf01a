import { machine } from '../base/machine.ts'

export type StepStatus =
  | 'pending'
  | 'in_progress'
  | 'waiting'
  | 'completed'
  | 'failed'
  | 'skipped'
  | 'cancelled'
export type StepEvent = 'start' | 'wait' | 'complete' | 'fail' | 'skip' | 'retry' | 'cancel'

/** Life of one step of `details[]`; operations.md 11.2. */
export const stepLifecycle = machine<StepStatus, StepEvent>({
  pending: { start: 'in_progress', skip: 'skipped', cancel: 'cancelled' },
  in_progress: { complete: 'completed', fail: 'failed', skip: 'skipped', wait: 'waiting' },
  waiting: { start: 'in_progress', cancel: 'cancelled' },
  failed: { retry: 'in_progress' },
  completed: {},
  skipped: {},
  cancelled: {},
})

/** A step in one of these has not ended: it can still complete or be cancelled. */
export const openStepStatuses = [
  ...new Set([...stepLifecycle.statesFor('cancel'), ...stepLifecycle.statesFor('complete')]),
]

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
