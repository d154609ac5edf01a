import { z } from 'zod'
import {
  anyTimestamp,
  Money,
  pageQuery,
  RecordFailure,
  recordId,
  sortBy,
  text,
  timestamp,
} from '../base/common.ts'
import { BankAccount } from '../base/bank-account.ts'
import { Review } from './reviews.ts'
import { DepositAccount } from './quotes.ts'

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
export const stepStatuses = [
  'pending',
  'in_progress',
  'waiting',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const

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

/**
 * The transfer execution of interface-specification.md 2, with the additions of operations.md 5.
 */
export const Transfer = z
  .object({
    executionId: z.string(),
    transactionId: z.string(),
    from: Side,
    to: Side,
    /** Who paid and who is paid: the sender of the money and the holder of the account. */
    parties: z.object({ payer: z.string(), payee: z.string() }),
    depositAccount: DepositAccount.optional(),
    exchangeRate: z.number(),
    /** What was quoted, where the money came too late for it and another rate was paid. */
    quotedRate: z.number().optional(),
    /** Until when money has to be booked to be exchanged at this rate. */
    rateHoldUntil: timestamp().optional(),
    /** What the rate was made of; of ordinary transfers only. */
    rateDetails: z
      .object({
        midRate: z.number(),
        spreadBps: z.int(),
        source: z.string(),
        asOf: z.iso.date(),
      })
      .optional(),
    fees: z.object({ partnerFees: Money, svcFees: Money, txFees: Money, totalFees: Money }),
    status: z.enum(transferStatuses),
    eventStatus: z.enum(transferEventStatuses),
    details: z.array(TransferStep),
    direction: z.enum(transferDirections),
    validUntil: timestamp(),
    failure: RecordFailure.optional(),
    refundOf: z.string(),
    refunds: z.array(z.string()),
    routeId: z.string(),
    depositId: z.string(),
    approval: z
      .object({
        required: z.boolean(),
        policyId: z.string(),
        approvalsNeeded: z.int(),
        votes: z.array(
          z.object({
            actorType: z.string(),
            actorId: z.string(),
            actorName: z.string().optional(),
            decision: z.enum(['APPROVED', 'REJECTED']),
            comment: z.string(),
            at: timestamp(),
          }),
        ),
      })
      .optional(),
    /** While somebody has to decide about it. */
    review: Review.optional(),
    /** What may be asked of it now: submit, cancel, retry, refund, approve, resolve, answer. */
    allowedActions: z.array(z.string()),
    /** What arrived so far, where that differs from the quoted amount. */
    amountReceived: Money.optional(),
    purposeCode: z.string().optional(),
    sourceOfFunds: z.string().optional(),
    reference: z.string().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    estimatedArrival: timestamp().optional(),
    payloadHash: z.string(),
    transactionHash: z.string(),
    createdAt: timestamp(),
    startedAt: timestamp().optional(),
    completedAt: timestamp().optional(),
    version: z.int(),
  })
  .meta({ id: 'Transfer' })

/** Query parameters of every list of transfers. */
export const transferFilters = {
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
  fromJurisdiction: text().optional(),
  toJurisdiction: text().optional(),
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
