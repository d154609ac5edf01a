import { type EventCategory, eventCatalogue, eventStatuses } from './selection.ts'

type Notes = {
  /** When such an event is published. */
  when: string
  /** Members of eventObject beside the four that every event has. */
  members: readonly string[]
}

/** What an event of each category reports (operations.md 12). */
export const eventNotes: Readonly<Record<EventCategory, Notes>> = {
  transfer: {
    when: 'A transfer was quoted or executed, came a step further, or needs somebody.',
    members: ['direction', 'amountIn', 'amountOut', 'step', 'refundOf'],
  },
  payin: {
    when: 'A pay-in route was created, switched on or off, or pays to another account.',
    members: ['teleportId', 'previousExternalAccountId', 'newExternalAccountId', 'reason'],
  },
  payin_deposit: {
    when: 'Money arrived on a pay-in route, and each step of it after that.',
    members: ['depositId', 'teleportId', 'labels'],
  },
  kyc: {
    when: 'The verification of a customer in a jurisdiction changed its state.',
    members: ['entityId', 'jurisdictionId', 'reasons'],
  },
  entity: {
    when: 'A customer was created, changed or removed.',
    members: ['entityId', 'changes'],
  },
  external_account: {
    when: 'An account at another bank, or a wallet account, was added or changed its state.',
    members: ['accountId', 'entityId', 'reason'],
  },
  funding_account: {
    when: 'An account that receives money for a customer was opened or changed its state.',
    members: ['accountId', 'entityId', 'reason'],
  },
  reserve: {
    when: 'A reserve of a credit line was quoted, accepted or used up, or has ended.',
    members: ['reserveFrameId'],
  },
  liquidity_transaction: {
    when: 'A drawing from a credit line was paid out, repaid or became overdue.',
    members: ['ltxId', 'originalTxnHash'],
  },
  replenishment: {
    when: 'A repayment arrived and was confirmed, in full or in part.',
    members: ['replenishTxnHash', 'batchId'],
  },
  fulfilment: {
    when: 'Payments of a drawing were recorded, or the drawing is fulfilled.',
    members: ['quoteId', 'remainingAmount'],
  },
  limits: {
    when: 'A limit is nearly used up, was exceeded, or was changed.',
    members: ['limit', 'used'],
  },
  payments_account: {
    when: 'Your payments account was credited or debited, runs low, or got money that nobody expects.',
    members: ['currency', 'amount', 'balance'],
  },
  wallet: {
    when: 'A wallet, a way to sign, a session or a transaction of a wallet changed.',
    members: ['entityId', 'walletId', 'activityId'],
  },
  approval: {
    when: 'An operation waits for people who may approve it, or they have decided.',
    members: ['subject', 'votes'],
  },
  webhook: {
    when: 'Your endpoint was registered, changed, disabled or enabled, or is tested.',
    members: ['webhookUrl'],
  },
  api_key: { when: 'A key was issued, rotated or revoked.', members: ['actor'] },
  member: {
    when: 'A colleague was invited, got another role, recovered access or was removed.',
    members: ['actor'],
  },
  export: {
    when: 'A file is ready, could not be written, or is kept no longer.',
    members: ['actor'],
  },
}

/** An event as it is sent, made up: the first type and status of the category. */
export function exampleEvent(category: EventCategory): Record<string, unknown> {
  const [eventType] = eventCatalogue[category]
  const [eventStatus] = eventStatuses[category]
  const isTransfer = category === 'transfer'
  return {
    eventId: 'evt_01kahq0v6s9m3d2n8x5t7c1b4e',
    eventCategory: category,
    eventType,
    eventStatus,
    eventObject: {
      executionId: isTransfer ? 'exec_01kahq0v6s9m3d2n8x5t7c1b4f' : '',
      transactionId: isTransfer ? 'invoice-1' : '',
      status: eventStatus.toUpperCase(),
      previousStatus: '',
      ...Object.fromEntries(eventNotes[category].members.map((name) => [name, exampleOf(name)])),
    },
    createdAt: '2026-11-20T09:29:58.000Z',
    sequence: 41,
    apiVersion: 'v1',
    environment: 'sandbox',
  }
}

/** Members that are no text. */
const samples: Readonly<Record<string, unknown>> = {
  direction: 'FIAT_TO_FIAT',
  amountIn: { amount: 250, currency: 'GBP' },
  amountOut: { amount: 279.99, currency: 'EUR' },
  labels: [],
  reasons: [],
  votes: [],
  changes: {},
  currency: 'USD',
  amount: 250,
  balance: 24_750,
  remainingAmount: 250,
  limit: 10_000,
  used: 8_000,
}

const exampleOf = (member: string): unknown => samples[member] ?? ''
