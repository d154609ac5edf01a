import type { OrdinaryStep } from '@corridor/domain'

const moments = ['before_effect', 'after_effect', 'before_commit', 'after_commit'] as const

const allOf = (step: OrdinaryStep) => moments.map((moment) => `${step}:${moment}`)

/** Where a transfer paid in and out by bank can be cut off; `Faults` names the points. */
export const bankPoints: readonly string[] = [
  'submit:before_commit',
  'submit:after_commit',
  'bank_feed:after_effect',
  'bank_feed:before_commit',
  'bank_feed:after_commit',
  'bank_entry:before_commit',
  'bank_entry:after_commit',
  ...allOf('compliance_check'),
  ...allOf('conversion'),
  ...allOf('payout_submitted'),
  ...allOf('payout_confirmed'),
  ...allOf('refund_submitted'),
  ...allOf('refund_confirmed'),
]

/** Where a payout on a chain can: a nonce is reserved and its bytes signed and stored, then sent. */
export const chainPoints: readonly string[] = [
  ...allOf('payout_submitted'),
  'chain_order:before_effect',
  'chain_order:before_commit',
  'chain_order:after_commit',
  'chain_send:before_effect',
  'chain_send:after_effect',
  ...allOf('payout_confirmed'),
]

/** Transfers in flight that one kill cuts off at these points, each at one, and of which kind. */
export type Kill = { kind: 'BANK' | 'CHAIN' | 'REFUND'; at: readonly string[] }

/** How often each point is killed at. */
export const timesEach = process.env['FULL'] ? 3 : 1

/** The last of each holds locks and may keep others from theirs; so there is one such to a kill. */
const everyPoint: readonly Kill[] = [
  {
    kind: 'CHAIN',
    at: [
      'payout_submitted:before_effect',
      'payout_submitted:after_effect',
      'chain_order:before_effect',
      'chain_order:before_commit',
    ],
  },
  {
    kind: 'CHAIN',
    at: [
      'payout_submitted:after_commit',
      'chain_order:after_commit',
      'chain_send:before_effect',
      'chain_send:after_effect',
      'payout_submitted:before_commit',
    ],
  },
  {
    kind: 'CHAIN',
    at: [
      'payout_confirmed:before_effect',
      'payout_confirmed:after_effect',
      'payout_confirmed:after_commit',
      'payout_confirmed:before_commit',
    ],
  },
  { kind: 'BANK', at: ['submit:after_commit', 'submit:before_commit'] },
  // Deposits of the sandbox take turns at the statement, beside the watcher: two at most stand here.
  { kind: 'BANK', at: ['bank_feed:after_effect', 'bank_feed:before_commit'] },
  { kind: 'BANK', at: ['bank_feed:after_commit', 'bank_entry:before_commit'] },
  { kind: 'BANK', at: ['bank_entry:after_commit'] },
  {
    kind: 'BANK',
    at: [
      'compliance_check:before_effect',
      'compliance_check:after_effect',
      'conversion:before_effect',
      'conversion:after_effect',
      'compliance_check:before_commit',
    ],
  },
  {
    kind: 'BANK',
    at: [
      'compliance_check:after_commit',
      'conversion:after_commit',
      'payout_submitted:before_effect',
      'payout_submitted:after_effect',
      'conversion:before_commit',
    ],
  },
  {
    kind: 'BANK',
    at: [
      'payout_submitted:after_commit',
      'payout_confirmed:before_effect',
      'payout_confirmed:after_effect',
      'payout_submitted:before_commit',
    ],
  },
  { kind: 'BANK', at: ['payout_confirmed:after_commit', 'payout_confirmed:before_commit'] },
  {
    kind: 'REFUND',
    at: [
      'refund_submitted:before_effect',
      'refund_submitted:after_effect',
      'refund_submitted:after_commit',
      'refund_confirmed:before_effect',
      'refund_confirmed:after_effect',
      'refund_submitted:before_commit',
    ],
  },
  { kind: 'REFUND', at: ['refund_confirmed:after_commit', 'refund_confirmed:before_commit'] },
]

export const kills: readonly Kill[] = Array.from({ length: timesEach }, () => everyPoint).flat()
