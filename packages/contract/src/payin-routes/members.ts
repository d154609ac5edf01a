import type { Filters } from '../base/members.ts'

/** operations.md 11.5. */
export const depositStatuses = [
  'SCHEDULED',
  'RECEIVED',
  'SCREENING',
  'FORWARDING',
  'FORWARDED',
  'HELD',
  'RETURNING',
  'RETURNED',
  'RETURN_FAILED',
] as const
/** Why a deposit is held; '' while it is not. */
export const heldReasons = [
  '',
  'ROUTE_INACTIVE',
  'NO_ROUTE',
  'FUNDING_INACTIVE',
  'BELOW_MINIMUM',
  'ABOVE_MAXIMUM',
  'UNSUPPORTED_ASSET',
  'DESTINATION_UNAVAILABLE',
  'COMPLIANCE',
  'LIMIT',
  'PAYOUT_FAILED',
  'RETURN_FAILED',
  'NO_TRANSFER',
  'BY_PARTNER',
  'TRANSFER_IN_REVIEW',
  'UNKNOWN_SENDER',
  'PAYER_NOT_ALLOWED',
] as const
export const routeStatuses = ['active', 'inactive'] as const

/** Filters of the deposits of one route. */
export const historyFilters = {
  q: { kind: 'text', label: 'Text', text: 'Part of the sender, a reference, an id or a hash.' },
  status: {
    kind: 'state',
    values: depositStatuses,
    label: 'Status',
    text: 'State of the deposit.',
  },
  receivedFrom: {
    kind: 'time',
    from: 'received',
    label: 'Received',
    text: 'Received at this time or later.',
  },
  receivedTo: { kind: 'time', to: 'received', text: 'Received at this time or before.' },
} as const satisfies Filters

/** Filters of all deposits. */
export const depositFilters = {
  ...historyFilters,
  heldReason: {
    kind: 'state',
    values: heldReasons,
    label: 'Held because',
    text: 'Why the deposit is held.',
  },
  entityId: {
    kind: 'id',
    label: 'Entity id',
    text: 'Id of the customer whose funding account it came to, `ent_…`.',
    example: 'ent_…',
  },
  fundingAccountId: {
    kind: 'id',
    label: 'Funding account id',
    text: 'Id of the funding account that it came to, `fund_…`.',
    example: 'fund_…',
  },
} as const satisfies Filters
