import type { transferEventStatuses } from '@corridor/contract'

/** Categories of events and the types each has (operations.md 12). */
export const eventCatalogue = {
  transfer: ['initiated', 'transitioned', 'action_required', 'updated'],
  payin: ['created', 'updated', 'transitioned', 'action_required'],
  payin_deposit: ['initiated', 'transitioned', 'action_required'],
  kyc: ['created', 'transitioned', 'action_required'],
  entity: ['created', 'updated', 'deleted'],
  external_account: ['created', 'transitioned', 'updated', 'deleted'],
  funding_account: ['created', 'transitioned', 'updated', 'deleted'],
  reserve: ['created', 'transitioned', 'action_required'],
  liquidity_transaction: ['initiated', 'transitioned', 'action_required'],
  replenishment: ['initiated', 'transitioned'],
  fulfilment: ['updated'],
  limits: ['action_required', 'updated'],
  payments_account: ['updated', 'action_required'],
  wallet: ['created', 'transitioned', 'action_required'],
  approval: ['action_required', 'transitioned'],
  webhook: ['updated', 'test', 'transitioned', 'deleted'],
  api_key: ['created', 'updated', 'deleted'],
  member: ['created', 'updated', 'deleted'],
  export: ['created', 'updated', 'deleted'],
} as const satisfies Record<string, readonly string[]>

/** A partner has at most so many endpoints at once, the primary one among them. */
export const webhookEndpointsMax = 10

export type EventCategory = keyof typeof eventCatalogue
/** A category with one of its types: nothing else is ever recorded. */
export type EventKind = {
  [C in EventCategory]: { category: C; type: (typeof eventCatalogue)[C][number] }
}[EventCategory]

/** Statuses of accounts (operations.md 11.7) as events write them. */
const externalStatuses = [
  'pending_verification',
  'enabled',
  'disabled',
  'deleted',
  'verification_failed',
  'needs_relink',
] as const
const fundingStatuses = ['provisioning', 'active', 'inactive', 'closed', 'failed'] as const

/** Values of eventStatus in each category (operations.md 12 and 11.1). */
export const eventStatuses = {
  transfer: [
    'quoted',
    'awaiting_approval',
    'approved',
    'awaiting_funds',
    'funds_scheduled',
    'funds_received',
    'rate_changed',
    'in_review',
    'information_required',
    'converted',
    'payment_submitted',
    'payment_processed',
    'undeliverable',
    'returned',
    'refund_in_flight',
    'refund_failed',
    'refunded',
    'canceled',
    'expired',
    'error',
  ],
  payin: ['active', 'inactive', 'destination_changed'],
  payin_deposit: [
    'funds_scheduled',
    'funds_received',
    'held',
    'in_review',
    'payment_submitted',
    'payment_processed',
    'refund_in_flight',
    'refunded',
    'refund_failed',
  ],
  kyc: [
    'not_started',
    'incomplete',
    'submitted',
    'under_review',
    'information_required',
    'approved',
    'rejected',
    'expired',
    'paused',
    'offboarded',
  ],
  entity: ['created', 'updated', 'deleted'],
  external_account: externalStatuses,
  funding_account: fundingStatuses,
  reserve: [
    'quoted',
    'pending_confirmation',
    'accepted',
    'rejected',
    'expired',
    'cancelled',
    'started',
    'exhausted',
    'ended',
  ],
  liquidity_transaction: [
    'initiated',
    'broadcast',
    'disbursed',
    'partially_replenished',
    'replenished',
    'overdue',
    'rejected',
    'failed',
    'written_off',
  ],
  replenishment: ['pending', 'confirming', 'completed', 'partial', 'failed', 'expired'],
  fulfilment: ['recorded', 'fulfilled', 'monitoring_started'],
  limits: ['threshold_80', 'threshold_95', 'exceeded', 'changed'],
  payments_account: ['credited', 'debited', 'low_balance', 'unmatched', 'held'],
  wallet: [
    'wallet_created',
    'account_created',
    'passkey_added',
    'passkey_removed',
    'auth_added',
    'auth_revoked',
    'session_started',
    'session_expired',
    'otp_blocked',
    'sms_limit_reached',
    'export_requested',
    'export_cancelled',
    'wallet_exported',
    'policy_changed',
    'issuer_allowed',
    'issuer_removed',
    'transaction_signed',
    'transaction_broadcast',
    'transaction_confirmed',
    'transaction_final',
    'transaction_reverted',
    'transaction_dropped',
  ],
  approval: ['requested', 'approved', 'rejected', 'expired'],
  webhook: [
    'registered',
    'updated',
    'url_changed',
    'secret_rotated',
    'deleted',
    'disabled',
    'enabled',
    'ping',
  ],
  api_key: ['issued', 'changed', 'rotated', 'revoked'],
  // Beyond the two given: a member who recovered, one who lost a passkey, and one who was removed.
  member: ['invited', 'role_changed', 'recovered', 'passkey_removed', 'removed'],
  // Beyond `ready`: a file that could not be written, and one that is kept no longer.
  export: ['ready', 'failed', 'expired'],
} as const satisfies Record<EventCategory, readonly string[]> & {
  /** The names that the contract defines, no more and no fewer. */
  transfer: typeof transferEventStatuses
}

const names: ReadonlySet<string> = new Set(
  Object.entries(eventCatalogue).flatMap(([category, types]) => [
    category,
    ...types.map((type) => `${category}.${type}`),
  ]),
)

/** Whether a name may be part of a selection: `transfer`, or `transfer.transitioned`. */
export const isEventName = (name: string): boolean => names.has(name)

/**
 * Whether an event is sent to an endpoint with this selection; an empty one takes all, and a test
 * event is always sent. The publisher's SQL says the same.
 */
export function isSelected(
  selection: readonly string[],
  { category, type }: { category: string; type: string },
): boolean {
  if (selection.length === 0 || (category === 'webhook' && type === 'test')) return true
  return selection.includes(category) || selection.includes(`${category}.${type}`)
}
