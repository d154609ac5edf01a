import { z } from 'zod'
import { RecordFailure, timestamp } from './base/common.ts'

/** ACCEPTED is specified; the rest is operations.md 11.3. Phases stand beside ACCEPTED. */
export const frameStatuses = [
  'QUOTED',
  'PENDING_CONFIRMATION',
  'ACCEPTED',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
] as const
export const framePhases = ['UPCOMING', 'ACTIVE', 'EXHAUSTED', 'ENDED'] as const
export const drawingStatuses = [
  'INITIATED',
  'BROADCAST',
  'DISBURSED',
  'PARTIALLY_REPLENISHED',
  'REPLENISHED',
  'OVERDUE',
  'REJECTED',
  'FAILED',
  'WRITTEN_OFF',
] as const
/** PENDING is specified; the rest is operations.md 11.4. */
export const replenishmentStatuses = [
  'PENDING',
  'CONFIRMING',
  'COMPLETED',
  'PARTIAL',
  'FAILED',
  'EXPIRED',
] as const
export const fulfillmentTypes = ['PRINCIPAL', 'FEE', 'PRINCIPAL_AND_FEE'] as const
export const referenceTypes = ['BANK', 'CHAIN'] as const
export const transferModes = ['IMMEDIATE', 'SCHEDULED'] as const
export const feeTerms = [
  'ratePerUnitTime',
  'customerReliabilityScoreRate',
  'affiliateFeeRate',
  'fixedBaseRate',
  'counterPartyRiskPremiumRate',
] as const

/** Where a payment to the service goes: the partner's own deposit wallet. */
const PaymentPlace = z.object({
  networkName: z.string(),
  chainId: z.string(),
  tokenAddress: z.string(),
})
const FeePayment = PaymentPlace.extend({ toWalletAddress: z.string(), amount: z.number() })

const FrameMisc = z.object({
  quotedAt: timestamp(),
  acceptedAt: timestamp().optional(),
  utilisation: z.object({
    /** Drawn and not repaid. */
    drawn: z.number(),
    /** What may still be drawn. */
    remaining: z.number(),
    /** The most that was drawn at one time. */
    peak: z.number(),
  }),
  feePayment: FeePayment,
  /** What of the fee goes back after a cancellation; `rate` in percent. */
  refund: z
    .object({
      rate: z.number(),
      amount: z.number(),
      toWalletAddress: z.string(),
      status: z.enum(['NONE', 'PENDING', 'PAID', 'FAILED']),
      transactionHash: z.string(),
    })
    .optional(),
  cancelledReason: z.string().optional(),
  rejectedReason: z.string().optional(),
})

/** The reserve frame of interface-specification.md 2, with its phase and how the fee is paid. */
export const ReserveFrame = z
  .object({
    id: z.string(),
    svcPartnerId: z.string(),
    startTimestamp: timestamp(),
    endTimestamp: timestamp(),
    amount: z.number(),
    status: z.enum(frameStatuses),
    /** Beside ACCEPTED only. */
    phase: z.enum(framePhases).optional(),
    fees: z.object({
      hourlyFeeRateInBps: z.number(),
      totalFeeBps: z.number(),
      feeAmount: z.number(),
    }),
    feeTxnHash: z.string(),
    transactionId: z.string(),
    misc: FrameMisc,
    createdAt: timestamp(),
    updatedAt: timestamp(),
    asset: z.string(),
    /** Started hours from start to end. */
    hours: z.int(),
    feePayment: FeePayment,
    validUntil: timestamp(),
    allowedActions: z.array(z.enum(['accept', 'cancel', 'draw'])),
    version: z.int(),
  })
  .meta({ id: 'ReserveFrame' })

/** The replenish transaction of interface-specification.md 2, and what it pays for. */
export const Replenishment = z
  .object({
    txnStatus: z.enum(replenishmentStatuses),
    replenishTxnHash: z.string(),
    totalReplenishAmount: z.number(),
    createdAt: timestamp(),
    url: z.string(),
    replenishmentId: z.string(),
    /** Of a batch; '' for a single one. */
    batchId: z.string(),
    ltxId: z.string(),
    originalTxnHash: z.string(),
    quoteId: z.string(),
    asset: z.string(),
    /** Paid by the operational wallet, or by a deposit that was monitored. */
    source: z.enum(['OPERATIONAL_WALLET', 'MONITORED_DEPOSIT']),
    /** What arrived, and what it was used for. */
    received: z.object({
      amount: z.number(),
      fee: z.number(),
      principal: z.number(),
      surplus: z.number(),
    }),
    failure: RecordFailure.pick({ code: true, message: true, at: true }).optional(),
    updatedAt: timestamp(),
    /** Of a batch that one transaction pays: its parts. */
    items: z
      .array(
        z.object({
          replenishmentId: z.string(),
          originalTxnHash: z.string(),
          totalReplenishAmount: z.number(),
          txnStatus: z.enum(replenishmentStatuses),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Replenishment' })

const feeTerm = z.object({
  term: z.enum(feeTerms),
  rateBps: z.number(),
  /** Started hours for the rate of time, 1 for the others. */
  units: z.int(),
  /** Principal times units, over which the rate is taken. */
  base: z.number(),
  /** Exact, before the sum is rounded; the customer's reliability is below 0. */
  amount: z.number(),
})

/** What a drawing costs, term by term (docs/guides/liquidity.md). */
export const FeeBreakdown = z
  .object({
    ratePerUnitTime: z.number(),
    customerReliabilityScoreRate: z.number(),
    affiliateFeeRate: z.number(),
    fixedBaseRate: z.number(),
    counterPartyRiskPremiumRate: z.number(),
    /** What is still unpaid. */
    feeAmount: z.number(),
    /** Since the disbursement, paid or not. */
    feeAccrued: z.number(),
    feePaid: z.number(),
    terms: z.array(feeTerm),
  })
  .meta({ id: 'FeeBreakdown' })

const Party = z.object({ name: z.string(), country: z.string() })

/** A drawing on the credit line or on a reserve frame. */
export const LiquidityTransaction = z
  .object({
    transactionId: z.string(),
    ltxId: z.string(),
    status: z.enum(drawingStatuses),
    amount: z.number(),
    asset: z.string(),
    originalTxnHash: z.string(),
    recipientWallet: z.string(),
    reserveFrameId: z.string(),
    transferMode: z.enum(transferModes),
    principalOutstanding: z.number(),
    /** What is unpaid of the fee now, and what it will be a day later if nothing is paid. */
    feeAccrued: z.number(),
    feeTomorrow: z.number(),
    feePaid: z.number(),
    feeBreakdown: FeeBreakdown,
    totalReplenishAmount: z.number(),
    totalFulfilledAmount: z.number(),
    replenishments: z.array(Replenishment),
    originator: Party,
    beneficiary: Party,
    metadata: z.record(z.string(), z.string()),
    /** Of a scheduled drawing: when its frame begins. */
    scheduledFor: timestamp().optional(),
    disbursedAt: timestamp().optional(),
    dueAt: timestamp(),
    failure: RecordFailure.pick({ code: true, message: true, at: true }).optional(),
    url: z.string(),
    allowedActions: z.array(z.enum(['replenish', 'fulfil'])),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    version: z.int(),
  })
  .meta({ id: 'LiquidityTransaction' })

export const replenishQuoteStatuses = [
  'OPEN',
  'INITIATED',
  'PARTIAL',
  'FULFILLED',
  'SUPERSEDED',
  'EXPIRED',
] as const

/** What it takes to repay a drawing at a time, and where to. */
export const ReplenishQuote = z
  .object({
    quoteId: z.string(),
    originalTxnHash: z.string(),
    ltxId: z.string(),
    principal: z.number(),
    outstandingPrincipal: z.number(),
    feeBreakdown: FeeBreakdown,
    totalReplenishAmount: z.number(),
    asset: z.string(),
    asOf: timestamp(),
    replenishTo: PaymentPlace.extend({
      walletAddress: z.string(),
      /** A payment by bank names this reference. */
      bank: z
        .object({
          accountNumber: z.string(),
          bankName: z.string(),
          bankRoutingNumber: z.string(),
          accountHolderName: z.string(),
          currency: z.string(),
          reference: z.string(),
        })
        .optional(),
    }),
    heldForMinutes: z.int(),
    validUntil: timestamp(),
    status: z.enum(replenishQuoteStatuses),
    totalFulfilledAmount: z.number(),
    remainingAmount: z.number(),
    isFullyFulfilled: z.boolean(),
    lastFulfilledAt: timestamp().optional(),
    /** Until when a deposit is watched for; once the fulfilments are full. */
    monitoringUntil: timestamp().optional(),
    replenishmentId: z.string(),
    createdAt: timestamp(),
  })
  .meta({ id: 'ReplenishQuote' })

/** What an item of a batch was refused with. */
export const BatchError = z.object({
  originalTxnHash: z.string(),
  error: z.object({ code: z.string(), message: z.string() }),
})

const TransactionReference = z.object({
  hash: z.string(),
  id: z.string(),
  type: z.enum(referenceTypes),
  timestamp: timestamp(),
})

/** The quote fulfilment result of interface-specification.md 2. */
export const Fulfillment = z
  .object({
    quoteId: z.string(),
    amount: z.number(),
    transactionReference: TransactionReference,
    fulfillmentType: z.enum(fulfillmentTypes),
    totalFulfilledAmount: z.number(),
    totalReplenishAmount: z.number(),
    originalTxnHash: z.string(),
    lastFulfilledAt: timestamp(),
    isFullyFulfilled: z.boolean(),
    remainingAmount: z.number(),
    fulfillmentId: z.string(),
  })
  .meta({ id: 'Fulfillment' })

/** HELD waits for a decision of the service. */
export const paymentStates = ['UNMATCHED', 'HELD', 'RESERVE_FEE', 'REPAYMENT', 'CREDITED'] as const

/** Money that arrived for the partner's credit line, whether or not it pays for something. */
export const LiquidityPayment = z
  .object({
    paymentId: z.string(),
    source: z.enum(referenceTypes),
    status: z.enum(paymentStates),
    amount: z.number(),
    asset: z.string(),
    fromWallet: z.string(),
    transactionHash: z.string(),
    bankReference: z.string(),
    /** What it pays for: a frame, a replenishment, or '' */
    subjectId: z.string(),
    receivedAt: timestamp(),
    url: z.string(),
  })
  .meta({ id: 'LiquidityPayment' })

const usageHour = z.object({ hour: timestamp(), amount: z.number(), total: z.number() })

/** How much of the credit line is used, term by term, and how the day goes. */
export const LiquidityLimits = z
  .object({
    asset: z.string(),
    credit: z.object({
      limit: z.number(),
      /** Principal owed: drawn and not repaid. */
      borrowed: z.number(),
      /** The most that reserve frames hold and have not drawn, at one time from now on. */
      unusedAcceptedReserves: z.number(),
      remaining: z.number(),
    }),
    daily: z.object({
      limit: z.number(),
      used: z.number(),
      remaining: z.number(),
      resetsAt: timestamp(),
      hours: z.array(usageHour),
      /** When the limit is reached if the day goes on as it did; absent if it is not. */
      reachedAt: timestamp().optional(),
      /** What will have been used at the end of the day. */
      projected: z.number(),
    }),
    transaction: z.object({ limit: z.number(), largestToday: z.number() }),
    transactionsOpen: z.int(),
    totalTransactions: z.int(),
    partialReplenished: z.int(),
    overdue: z.int(),
    totalRepaymentDue: z.number(),
    feesDue: z.number(),
    rates: z.object({
      hourlyFeeRateInBps: z.number(),
      ratePerUnitTime: z.number(),
      customerReliabilityScoreRate: z.number(),
      affiliateFeeRate: z.number(),
      fixedBaseRate: z.number(),
      counterPartyRiskPremiumRate: z.number(),
    }),
    tenorHours: z.int(),
  })
  .meta({ id: 'LiquidityLimits' })
