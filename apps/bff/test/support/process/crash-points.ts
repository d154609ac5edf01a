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

/** Transfers in flight that one kill cuts off at these points, and of which kind. */
export type Kill = { kind: 'BANK' | 'CHAIN' | 'REFUND'; at: readonly string[] }

/** The last of each holds locks and may keep others from theirs; so there is one such to a kill. */
export const kills: readonly Kill[] = [
  {
    kind: 'CHAIN',
    at: [
      'payout_submitted:before_effect*3',
      'chain_order:before_effect*3',
      'chain_order:before_commit',
    ],
  },
  {
    kind: 'CHAIN',
    at: [
      'chain_order:after_commit*3',
      'chain_send:before_effect*3',
      'chain_send:after_effect*3',
      'chain_order:before_commit',
    ],
  },
  { kind: 'CHAIN', at: ['payout_submitted:after_effect*3', 'chain_order:before_commit'] },
  {
    kind: 'CHAIN',
    at: [
      'payout_submitted:after_commit*3',
      'payout_confirmed:before_effect*3',
      'payout_confirmed:after_effect*3',
      'payout_submitted:before_commit*3',
    ],
  },
  { kind: 'CHAIN', at: ['payout_confirmed:after_commit*3', 'payout_confirmed:before_commit*3'] },
  { kind: 'BANK', at: ['submit:after_commit*3', 'submit:before_commit*3'] },
  // Deposits of the sandbox take turns at the statement, beside the watcher: two at most stand here.
  ...Array.from({ length: 3 }, (): Kill[] => [
    { kind: 'BANK', at: ['bank_feed:after_effect', 'bank_feed:before_commit'] },
    { kind: 'BANK', at: ['bank_feed:after_commit', 'bank_entry:before_commit'] },
  ]).flat(),
  { kind: 'BANK', at: ['bank_entry:after_commit*2'] },
  { kind: 'BANK', at: ['bank_entry:after_commit'] },
  {
    kind: 'BANK',
    at: [
      'compliance_check:before_effect*3',
      'compliance_check:after_effect*3',
      'conversion:before_effect*3',
      'conversion:after_effect*3',
      'compliance_check:before_commit*3',
    ],
  },
  {
    kind: 'BANK',
    at: [
      'compliance_check:after_commit*3',
      'conversion:after_commit*3',
      'payout_submitted:before_effect*3',
      'payout_submitted:after_effect*3',
      'conversion:before_commit*3',
    ],
  },
  {
    kind: 'BANK',
    at: [
      'payout_submitted:after_commit*3',
      'payout_confirmed:before_effect*3',
      'payout_confirmed:after_effect*3',
      'payout_submitted:before_commit*3',
    ],
  },
  { kind: 'BANK', at: ['payout_confirmed:after_commit*3', 'payout_confirmed:before_commit*3'] },
  {
    kind: 'REFUND',
    at: [
      'refund_submitted:before_effect*3',
      'refund_submitted:after_effect*3',
      'refund_submitted:after_commit*3',
      'refund_confirmed:before_effect*3',
      'refund_confirmed:after_effect*3',
      'refund_submitted:before_commit*3',
    ],
  },
  { kind: 'REFUND', at: ['refund_confirmed:after_commit*3', 'refund_confirmed:before_commit*3'] },
]
