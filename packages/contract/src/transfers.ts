import { z } from 'zod'
import { BankAccount } from './external-accounts.ts'
import {
  amount,
  anyTimestamp,
  enveloped,
  listed,
  Money,
  optionalText,
  pageQuery,
  Pagination,
  recordId,
  sortBy,
  text,
  timestamp,
} from './common.ts'
import { endpoint } from './endpoint.ts'

/** PENDING, PROCESSING and COMPLETED are given; the rest is operations.md, 11.1. */
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
export const stepStatuses = [
  'pending',
  'in_progress',
  'waiting',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const
export const signatureTypes = ['WebAuthn', 'ApiKey'] as const

const Wallet = z.object({ walletAddress: z.string() })
const Side = z.object({
  entityId: z.string(),
  accountId: z.string(),
  fullName: z.string(),
  email: z.string(),
  jurisdiction: z.string(),
  currency: z.string(),
  amount: z.number(),
  account: BankAccount.optional(),
  wallet: Wallet.optional(),
})

export const TransferStep = z
  .object({
    name: z.string(),
    status: z.enum(stepStatuses),
    startedAt: timestamp().optional(),
    completedAt: timestamp().optional(),
    error: z.string(),
    attempt: z.int(),
    expectedBy: timestamp().optional(),
    reference: z.string(),
  })
  .meta({ id: 'TransferStep' })

/** The transfer execution of the specification, part 2, with the additions of operations.md, part 5. */
export const Transfer = z
  .object({
    executionId: z.string(),
    transactionId: z.string(),
    from: Side,
    to: Side,
    depositAccount: z
      .object({
        networkName: z.string(),
        chainId: z.string(),
        currency: z.string(),
        tokenAddress: z.string(),
        depositWalletAddress: z.string(),
        amount: z.number(),
      })
      .optional(),
    exchangeRate: z.number(),
    fees: z.object({ partnerFees: Money, svcFees: Money, txFees: Money, totalFees: Money }),
    status: z.enum(transferStatuses),
    eventStatus: z.enum(transferEventStatuses),
    details: z.array(TransferStep),
    direction: z.enum(transferDirections),
    validUntil: timestamp(),
    failure: z
      .object({
        code: z.string(),
        type: z.string(),
        message: z.string(),
        retryable: z.boolean(),
        at: timestamp(),
        step: z.string(),
      })
      .optional(),
    refundOf: z.string(),
    refunds: z.array(z.string()),
    routeId: z.string(),
    depositId: z.string(),
    allowedActions: z.array(z.string()),
    estimatedArrival: timestamp().optional(),
    payloadHash: z.string(),
    transactionHash: z.string(),
    createdAt: timestamp(),
    startedAt: timestamp().optional(),
    completedAt: timestamp().optional(),
    version: z.int(),
  })
  .meta({ id: 'Transfer' })

/** Bare, without an envelope: the wallet-to-wallet quote of the specification, part 2. */
export const WalletQuote = z
  .object({
    executionId: z.string(),
    quote: z.object({
      inAmount: Money,
      outAmount: Money,
      exchangeRate: z.object({ rate: z.number(), conversion: z.string() }),
      fees: z.object({ partnerFees: Money, svcFees: Money, totalFees: Money }),
    }),
    payloadToSign: z.string(),
    validUntil: timestamp(),
    message: z.string(),
  })
  .meta({ id: 'WalletQuote' })

export const Simulate = z
  .object({
    transactionId: text(),
    fromEntityId: recordId(),
    fromAccountId: recordId(),
    toEntityId: recordId(),
    toAccountId: recordId(),
    exactAmountIn: amount().optional(),
    exactAmountOut: amount().optional(),
  })
  .meta({ id: 'Simulate' })

export const Execute = z
  .object({
    executionId: recordId(),
    // Of any form: what is no stamp, the signer names.
    payloadSignature: z.string(),
    signatureType: z.string(),
    transferAcknowledgement: optionalText(2000).optional(),
  })
  .meta({ id: 'Execute' })

const filters = {
  ...pageQuery,
  sort: sortBy(['createdAt', 'amountIn', 'status', 'completedAt']),
  status: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'One or more statuses, separated by commas' }),
  eventStatus: z.enum(transferEventStatuses).optional(),
  direction: z.enum(transferDirections).optional(),
  currency: text(20).optional(),
  jurisdiction: text().optional(),
  amountMin: z
    .string()
    .regex(/^\d{1,15}(\.\d{1,18})?$/)
    .optional(),
  amountMax: z
    .string()
    .regex(/^\d{1,15}(\.\d{1,18})?$/)
    .optional(),
  createdFrom: anyTimestamp().optional(),
  createdTo: anyTimestamp().optional(),
  completedFrom: anyTimestamp().optional(),
  completedTo: anyTimestamp().optional(),
  entityId: recordId().optional(),
  accountId: recordId().optional(),
  routeId: recordId().optional(),
  hash: text().optional(),
  q: text().optional(),
  includeQuotes: z.enum(['true', 'false']).optional(),
}

export const TransferSummary = z
  .object({
    count: z.int(),
    byStatus: z.record(z.string(), z.int()),
    byCurrency: z.array(
      z.object({ currency: z.string(), in: z.number(), out: z.number(), fees: z.number() }),
    ),
  })
  .meta({ id: 'TransferSummary' })

export const transfers = {
  simulate: endpoint({
    id: 'transfers.simulate',
    module: 'transfers',
    method: 'POST',
    path: '/api/v1/xfer/transaction/simulate',
    summary: 'Quote a transfer; between two wallets the answer carries the payload to sign',
    body: Simulate,
    response: WalletQuote,
    failures: [
      'AMOUNT_CHOICE',
      'AMOUNT_PRECISION',
      'AMOUNT_ABOVE_MAX',
      'ACCOUNT_TYPE_NOT_ALLOWED',
      'CROSS_JURISDICTION_NOT_DIRECT',
      'ENTITY_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'TRANSACTION_ID_USED',
      'INSUFFICIENT_BALANCE',
      'CORRIDOR_UNAVAILABLE',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  execute: endpoint({
    id: 'transfers.execute',
    module: 'transfers',
    method: 'POST',
    path: '/api/v1/xfer/transaction/transfer',
    summary: 'Execute a quoted transfer; between two wallets with the signature over its payload',
    body: Execute,
    response: z.object({ executionId: z.string(), message: z.string() }),
    failures: [
      'TRANSFER_NOT_FOUND',
      'QUOTE_EXPIRED',
      'QUOTE_SUPERSEDED',
      'SIGNATURE_INVALID',
      'SIGNATURE_TYPE_INVALID',
      'SESSION_EXPIRED',
      'EXECUTION_ALREADY_EXECUTED',
    ],
  }),
  list: endpoint({
    id: 'transfers.list',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfers',
    summary: 'List transfers, newest first',
    query: z.object(filters),
    response: listed(Transfer),
    failures: ['CURSOR_INVALID', 'AMOUNT_PRECISION'],
  }),
  listOfPartner: endpoint({
    id: 'transfers.listOfPartner',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfers/partner',
    summary: 'List transfers with a summary of all that match',
    query: z.object(filters),
    response: z.object({
      success: z.literal(true),
      data: z.array(Transfer),
      pagination: Pagination,
      summary: TransferSummary,
    }),
    failures: ['CURSOR_INVALID', 'AMOUNT_PRECISION'],
  }),
  listOfEntity: endpoint({
    id: 'transfers.listOfEntity',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfers/entity/{entityId}',
    summary: 'List the transfers from or to one customer',
    params: z.object({ entityId: recordId() }),
    query: z.object({ ...filters, role: z.enum(['from', 'to', 'any']).optional() }),
    response: listed(Transfer),
    failures: ['ENTITY_NOT_FOUND', 'CURSOR_INVALID', 'AMOUNT_PRECISION'],
  }),
  readByTransactionId: endpoint({
    id: 'transfers.readByTransactionId',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfers/transaction/{transactionId}',
    summary: 'Read a transfer by the partner’s own transaction id',
    params: z.object({ transactionId: recordId() }),
    response: enveloped(Transfer),
    failures: ['TRANSFER_NOT_FOUND'],
  }),
  read: endpoint({
    id: 'transfers.read',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfer/{executionId}',
    summary: 'Read a transfer',
    params: z.object({ executionId: recordId() }),
    response: enveloped(Transfer),
    failures: ['TRANSFER_NOT_FOUND'],
  }),
}
