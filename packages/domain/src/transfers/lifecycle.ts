import { machine } from '../base/machine.ts'

export type TransferStatus =
  | 'QUOTED'
  | 'EXPIRED'
  | 'AWAITING_APPROVAL'
  | 'PENDING'
  | 'IN_REVIEW'
  | 'PROCESSING'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED'
  | 'REFUNDING'
  | 'REFUNDED'

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

/**
 * Life of a transfer; operations.md 11.1. PENDING, PROCESSING and COMPLETED are the
 * specification's.
 */
export const transferLifecycle = machine<TransferStatus, TransferEvent>({
  QUOTED: {
    expire: 'EXPIRED',
    requestApproval: 'AWAITING_APPROVAL',
    awaitFunds: 'PENDING',
    submit: 'PROCESSING',
  },
  AWAITING_APPROVAL: { approve: 'PENDING', cancel: 'CANCELLED', expire: 'EXPIRED' },
  PENDING: { receive: 'PROCESSING', review: 'IN_REVIEW', expire: 'EXPIRED', cancel: 'CANCELLED' },
  IN_REVIEW: { release: 'PROCESSING', refund: 'REFUNDING', reject: 'FAILED' },
  PROCESSING: { review: 'IN_REVIEW', settle: 'COMPLETED', reject: 'FAILED', refund: 'REFUNDING' },
  FAILED: { retry: 'PROCESSING', refund: 'REFUNDING' },
  REFUNDING: { refundSettled: 'REFUNDED', review: 'IN_REVIEW' },
  COMPLETED: {},
  EXPIRED: {},
  CANCELLED: {},
  REFUNDED: {},
})
