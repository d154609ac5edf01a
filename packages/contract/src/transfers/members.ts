import type { ExportColumns, Filters, Members } from '../base/members.ts'

/** PENDING, PROCESSING and COMPLETED are specified; the rest is operations.md 11.1. */
export const transferStatuses = [
  'QUOTED',
  'EXPIRED',
  'AWAITING_APPROVAL',
  'PENDING',
  'IN_REVIEW',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'REFUNDING',
  'REFUNDED',
] as const
export const transferEventStatuses = [
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
] as const
export const transferDirections = [
  'ON_RAMP',
  'OFF_RAMP',
  'FIAT_TO_FIAT',
  'CRYPTO_TO_CRYPTO',
] as const
export const travelRuleStates = [
  'SELF_HOSTED',
  'WAITING',
  'ACCEPTED',
  'REJECTED',
  'NOT_A_PROVIDER',
  'UNANSWERED',
] as const
export const stepStatuses = [
  'pending',
  'in_progress',
  'waiting',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const

/** The transfer execution of interface-specification.md 2, with the additions of operations.md 5. */
export const transferMembers = {
  executionId: {
    kind: 'id',
    label: 'Execution',
    text: 'Id of the transfer: `exec_…`, between two wallets `cexec-…`.',
  },
  transactionId: {
    kind: 'id',
    label: 'Reference',
    text: 'Your own name of the transfer, as its quote gave it. A transfer that a deposit or a refund started has a name of the service.',
  },
  from: { kind: 'record', text: 'Who the money comes from, and the account that pays.' },
  to: { kind: 'record', text: 'Who the money goes to, and the account that is paid.' },
  parties: {
    kind: 'record',
    text: 'Who paid and who is paid: the sender of the money and the holder of the account.',
  },
  depositAccount: {
    kind: 'record',
    optional: true,
    text: 'Where the payer pays in: a bank account with the reference of the payment, or an address on a chain. Its texts are empty where nothing is paid in.',
  },
  exchangeRate: {
    kind: 'number',
    label: 'Rate',
    column: true,
    text: 'Units of the target currency for one unit of the source currency.',
  },
  quotedRate: {
    kind: 'number',
    optional: true,
    text: 'The rate of the quote, where the money came too late for it and another rate was paid.',
  },
  rateHoldUntil: {
    kind: 'time',
    optional: true,
    text: 'Money that is booked before this time is exchanged at this rate.',
  },
  rateDetails: {
    kind: 'record',
    optional: true,
    text: 'What the rate was made of. Refunds and transfers between wallets have none.',
  },
  fees: {
    kind: 'record',
    text: 'All fees in the source currency: those of the partner, the service and the network, and their sum.',
  },
  status: {
    kind: 'state',
    values: transferStatuses,
    label: 'Status',
    text: 'State of the transfer. COMPLETED, FAILED, EXPIRED, CANCELLED and REFUNDED are final, unless `allowedActions` names something.',
  },
  eventStatus: {
    kind: 'state',
    values: transferEventStatuses,
    label: 'Last event',
    column: true,
    text: 'Status of the newest event of the transfer, finer than `status`.',
  },
  details: {
    kind: 'record',
    text: 'The steps of the transfer in their order, also those that have not begun.',
  },
  direction: {
    kind: 'state',
    values: transferDirections,
    label: 'Kind',
    text: 'What the money turns into: bank to wallet, wallet to bank, bank to bank, or wallet to wallet.',
  },
  validUntil: { kind: 'time', text: 'Until when the quote can be executed.' },
  failure: {
    kind: 'record',
    optional: true,
    text: 'Why the transfer failed; absent of any other.',
  },
  refundOf: {
    kind: 'id',
    text: 'Id of the transfer whose money this one sends back; empty of any other.',
  },
  refundTo: {
    kind: 'record',
    optional: true,
    text: 'Who gets what goes back in this record, where an account was named for it.',
  },
  refunds: {
    kind: 'record',
    text: 'Ids of the transfers that send money of this one back, the oldest first.',
  },
  routeId: {
    kind: 'id',
    label: 'Route ID',
    text: 'Id of the pay-in route that started the transfer; empty where it was ordered.',
  },
  depositId: {
    kind: 'id',
    label: 'Deposit',
    text: 'Id of the deposit that the transfer forwards or returns; empty where it was ordered.',
  },
  approval: {
    kind: 'record',
    optional: true,
    text: 'Which approvals the partner’s policy asks for, and the votes so far; absent where it asks for none.',
  },
  review: {
    kind: 'record',
    optional: true,
    text: 'What the transfer waits for and whose decision it is; only while it is in review.',
  },
  travelRule: {
    kind: 'record',
    optional: true,
    text: 'What the provider that keeps the payee’s wallet was asked before a large payment on a chain, and its answer; absent of any other.',
  },
  payeeCheck: {
    kind: 'record',
    optional: true,
    text: 'What the bank of the newest payee answered about its name, and what let the payment leave; absent on a chain and before it was asked.',
  },
  allowedActions: {
    kind: 'record',
    text: 'What may be asked of the transfer now: submit, cancel, retry, refund, approve, resolve, answer.',
  },
  amountReceived: {
    kind: 'money',
    optional: true,
    text: 'What has arrived so far, where that differs from the quoted amount.',
  },
  purposeCode: {
    kind: 'code',
    optional: true,
    given: true,
    label: 'Purpose',
    fact: true,
    text: 'Why the money is sent, in the words of the quote, such as FAMILY_SUPPORT; absent where none was given.',
  },
  sourceOfFunds: {
    kind: 'code',
    optional: true,
    given: true,
    log: 'mask',
    text: 'Where the payer has the money from, such as SALARY; absent where nothing was given.',
  },
  reference: {
    kind: 'text',
    optional: true,
    given: true,
    max: 140,
    label: 'Message to the payee',
    fact: true,
    text: 'Text that reaches the payee with the payment, at most 140 characters; absent where none was given.',
  },
  metadata: {
    kind: 'record',
    optional: true,
    text: 'What the quote was given to keep, name by name; absent where nothing was given.',
  },
  estimatedArrival: {
    kind: 'time',
    optional: true,
    label: 'Estimated arrival',
    text: 'When the payee is expected to have the money, as far as is known now.',
  },
  leavesAt: {
    kind: 'time',
    optional: true,
    label: 'Leaves',
    text: 'When the payout leaves by the hours and business days of its bank, as far as is known now; absent on a chain.',
  },
  bankTimeZone: {
    kind: 'code',
    optional: true,
    text: 'Time zone in which the bank that pays out counts its days, such as `Europe/Berlin`; absent on a chain.',
  },
  isEstimated: {
    kind: 'flag',
    optional: true,
    text: 'True where the banking days of that year are not published yet, so that only weekends were looked at; otherwise absent.',
  },
  payloadHash: {
    kind: 'hash',
    text: 'Hash of the payload that the payer signs, between two wallets; otherwise empty.',
  },
  transactionHash: {
    kind: 'hash',
    label: 'Transaction hash',
    column: true,
    text: 'Hash of the transaction that paid the payee on a chain; empty until there is one, and at a bank.',
  },
  createdAt: { kind: 'time', label: 'Started', text: 'When the transfer was quoted.' },
  startedAt: {
    kind: 'time',
    optional: true,
    text: 'When the transfer was executed; absent of a quote.',
  },
  completedAt: {
    kind: 'time',
    optional: true,
    label: 'Completed',
    text: 'When the transfer was over; absent until then.',
  },
  version: {
    kind: 'count',
    text: 'Rises with each change of the record; `If-Match` names it.',
  },
} as const satisfies Members

/** Orders of lists of transfers, each with `-` for descending. */
export const transferSorts = ['createdAt', 'amountIn', 'status', 'completedAt'] as const

/** Filters of lists of transfers, in the order of the dashboard. */
export const transferFilters = {
  q: {
    kind: 'text',
    label: 'Text',
    text: 'Part of the reference, an id, a name of a party, an address, a hash or the end of an account number.',
  },
  status: {
    kind: 'states',
    values: transferStatuses,
    label: 'Status',
    text: 'One or more statuses, separated by commas.',
  },
  eventStatus: transferMembers.eventStatus,
  createdFrom: {
    kind: 'time',
    from: 'started',
    label: 'Started',
    text: 'Created at this time or later.',
  },
  createdTo: { kind: 'time', to: 'started', text: 'Created at this time or before.' },
  completedFrom: {
    kind: 'time',
    from: 'completed',
    label: 'Completed',
    text: 'Completed at this time or later.',
  },
  completedTo: { kind: 'time', to: 'completed', text: 'Completed at this time or before.' },
  amountMin: {
    kind: 'amount',
    from: 'amount',
    label: 'Amount in',
    text: 'Amounts in the source currency from this one on.',
  },
  amountMax: {
    kind: 'amount',
    to: 'amount',
    text: 'Amounts in the source currency up to this one.',
  },
  currency: {
    kind: 'currency',
    label: 'Currency',
    text: 'Code of the currency or token on either side.',
  },
  jurisdiction: {
    kind: 'text',
    label: 'Jurisdiction',
    text: 'Jurisdiction at either end: its id or its name.',
  },
  fromJurisdiction: {
    kind: 'text',
    label: 'Source',
    text: 'Jurisdiction that the money comes from.',
  },
  toJurisdiction: {
    kind: 'text',
    label: 'Destination',
    text: 'Jurisdiction that the money goes to.',
  },
  direction: transferMembers.direction,
  hash: {
    kind: 'hash',
    label: 'Transaction hash',
    text: 'Hash of a transaction on a chain that is part of the transfer.',
    example: '0x…',
  },
  entityId: {
    kind: 'id',
    label: 'Entity id',
    text: 'Id of the customer on either side, `ent_…`.',
    example: 'ent_…',
  },
  accountId: {
    kind: 'id',
    label: 'Account id',
    text: 'Id of the account on either side: `acc_…`, or `fund_…` of a funding account.',
    example: 'acc_…',
  },
  routeId: {
    kind: 'id',
    label: 'Route ID',
    text: 'Id of the pay-in route that started the transfer, `tele_…`.',
    example: 'tele_…',
  },
  includeQuotes: {
    kind: 'flag',
    label: 'Quotes',
    text: 'Whether quotes that nobody executed are listed too.',
  },
} as const satisfies Filters

/** Columns of exports, in their order where none are named. */
export const transferColumns = {
  executionId: { group: 'Transfer', kind: 'text' },
  transactionId: { group: 'Transfer', kind: 'text' },
  status: { group: 'Transfer', kind: 'text' },
  eventStatus: { group: 'Transfer', kind: 'text' },
  direction: { group: 'Transfer', kind: 'text' },
  fromEntityId: { group: 'From', kind: 'text', path: 'from.entityId' },
  fromName: { group: 'From', kind: 'text', path: 'from.fullName' },
  fromLatinName: { group: 'From', kind: 'text', path: 'from.latinName' },
  payer: { group: 'From', kind: 'text', path: 'parties.payer' },
  fromAccountId: { group: 'From', kind: 'text', path: 'from.accountId' },
  fromJurisdiction: { group: 'From', kind: 'text', path: 'from.jurisdiction' },
  toEntityId: { group: 'To', kind: 'text', path: 'to.entityId' },
  toName: { group: 'To', kind: 'text', path: 'to.fullName' },
  toLatinName: { group: 'To', kind: 'text', path: 'to.latinName' },
  toAccountId: { group: 'To', kind: 'text', path: 'to.accountId' },
  toJurisdiction: { group: 'To', kind: 'text', path: 'to.jurisdiction' },
  amountIn: { group: 'Money', kind: 'number', path: 'from.amount' },
  currencyIn: { group: 'Money', kind: 'text', path: 'from.currency' },
  amountOut: { group: 'Money', kind: 'number', path: 'to.amount' },
  currencyOut: { group: 'Money', kind: 'text', path: 'to.currency' },
  exchangeRate: { group: 'Money', kind: 'number' },
  partnerFees: { group: 'Money', kind: 'number', path: 'fees.partnerFees.amount' },
  svcFees: { group: 'Money', kind: 'number', path: 'fees.svcFees.amount' },
  txFees: { group: 'Money', kind: 'number', path: 'fees.txFees.amount' },
  totalFees: { group: 'Money', kind: 'number', path: 'fees.totalFees.amount' },
  failureCode: { group: 'Transfer', kind: 'text', path: 'failure.code' },
  refundOf: { group: 'Transfer', kind: 'text' },
  transactionHash: { group: 'Transfer', kind: 'text' },
  createdAt: { group: 'Times', kind: 'time' },
  startedAt: { group: 'Times', kind: 'time' },
  completedAt: { group: 'Times', kind: 'time' },
} as const satisfies ExportColumns
