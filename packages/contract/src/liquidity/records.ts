import { z } from 'zod'
import { RecordFailure, timestamp } from '../base/common.ts'

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
  networkName: z.string().describe('Name of the chain.'),
  chainId: z.string().describe('Id of the chain, as text.'),
  tokenAddress: z.string().describe('Address of the token’s contract.'),
})
const FeePayment = PaymentPlace.extend({
  toWalletAddress: z.string().describe('Address that takes the fee.'),
  amount: z.number().describe('The fee that is still to be paid, in units of the asset.'),
})

const FrameMisc = z.object({
  quotedAt: timestamp().describe('When the frame was quoted.'),
  acceptedAt: timestamp().optional().describe('When it was accepted; absent until then.'),
  utilisation: z
    .object({
      drawn: z.number().describe('Drawn and not repaid.'),
      remaining: z.number().describe('What may still be drawn.'),
      peak: z.number().describe('The most that was drawn at one time.'),
    })
    .describe('How much of the frame is used.'),
  feePayment: FeePayment.describe('How the fee is paid.'),
  refund: z
    .object({
      rate: z.number().describe('Percent of the fee.'),
      amount: z.number().describe('Its amount, in units of the asset.'),
      toWalletAddress: z.string().describe('Address that it goes to.'),
      status: z
        .enum(['NONE', 'PENDING', 'PAID', 'FAILED'])
        .describe('Whether it is on its way or paid.'),
      transactionHash: z.string().describe('Hash of its transaction; empty until there is one.'),
    })
    .optional()
    .describe('What of the fee goes back after a cancellation; absent without one.'),
  cancelledReason: z.string().optional().describe('Why it was cancelled; absent where it was not.'),
  rejectedReason: z.string().optional().describe('Why it was rejected; absent where it was not.'),
})

/** The reserve frame of interface-specification.md 2, with its phase and how the fee is paid. */
export const ReserveFrame = z
  .object({
    id: z.string().describe('Id of the reserve frame.'),
    svcPartnerId: z.string().describe('Id of your partner account, `par_…`.'),
    startTimestamp: timestamp().describe('When the frame begins.'),
    endTimestamp: timestamp().describe('When the frame ends.'),
    amount: z.number().describe('What may be drawn in it, in units of the asset.'),
    status: z.enum(frameStatuses).describe('State of the frame.'),
    phase: z
      .enum(framePhases)
      .optional()
      .describe(
        'Where an accepted frame stands: before its time, in use, drawn whole, or over; absent of any other.',
      ),
    fees: z
      .object({
        hourlyFeeRateInBps: z
          .number()
          .describe('Hundredths of a percent of the amount for each started hour.'),
        totalFeeBps: z.number().describe('The same for all hours together.'),
        feeAmount: z.number().describe('The fee, in units of the asset.'),
      })
      .describe('What the frame costs.'),
    feeTxnHash: z
      .string()
      .describe('Hash of the transaction that paid the fee; empty until it is paid.'),
    transactionId: z.string().describe('Your own name of the frame, or its id.'),
    misc: FrameMisc.describe('How the frame went so far.'),
    createdAt: timestamp().describe('When the frame was quoted.'),
    updatedAt: timestamp().describe('When it was last changed.'),
    asset: z.string().describe('Code of the token.'),
    hours: z.int().describe('Started hours from start to end.'),
    feePayment: FeePayment.describe('Where the fee is paid to, and how much.'),
    validUntil: timestamp().describe('Until when the quote can be accepted.'),
    allowedActions: z
      .array(z.enum(['accept', 'cancel', 'draw']))
      .describe('What may be asked of the frame now.'),
    version: z.int().describe('Rises with each change of the frame; `If-Match` names it.'),
  })
  .meta({ id: 'ReserveFrame' })

/** The replenish transaction of interface-specification.md 2, and what it pays for. */
export const Replenishment = z
  .object({
    txnStatus: z.enum(replenishmentStatuses).describe('State of the repayment.'),
    replenishTxnHash: z
      .string()
      .describe('Hash of the transaction that repays; empty until there is one.'),
    totalReplenishAmount: z
      .number()
      .describe('What it is to repay: principal and fee, in units of the asset.'),
    createdAt: timestamp().describe('When it was asked for.'),
    url: z.string().describe('Address of the record in the dashboard.'),
    replenishmentId: z.string().describe('Id of the repayment.'),
    batchId: z.string().describe('Id of the batch; empty of a single one.'),
    ltxId: z.string().describe('Id of the drawing that it repays, `ltx_…`.'),
    originalTxnHash: z.string().describe('Hash of the transaction that disbursed the drawing.'),
    quoteId: z.string().describe('Id of the quote that it fulfils; empty where it has none.'),
    asset: z.string().describe('Code of the token.'),
    source: z
      .enum(['OPERATIONAL_WALLET', 'MONITORED_DEPOSIT'])
      .describe('Whether the operational wallet pays, or a deposit that was watched for.'),
    received: z
      .object({
        amount: z.number().describe('Amount that arrived.'),
        fee: z.number().describe('What of it paid the fee.'),
        principal: z.number().describe('What of it paid the principal.'),
        surplus: z.number().describe('What of it was too much.'),
      })
      .describe('What arrived, and what it was used for, in units of the asset.'),
    failure: RecordFailure.pick({ code: true, message: true, at: true })
      .optional()
      .describe('Why it failed, where it did.'),
    updatedAt: timestamp().describe('When it was last changed.'),
    items: z
      .array(
        z.object({
          replenishmentId: z.string().describe('Id of the part.'),
          originalTxnHash: z
            .string()
            .describe('Hash of the transaction that disbursed its drawing.'),
          totalReplenishAmount: z.number().describe('What it is to repay, in units of the asset.'),
          txnStatus: z.enum(replenishmentStatuses).describe('State of the part.'),
        }),
      )
      .optional()
      .describe('Parts of a batch that one transaction pays; absent of any other.'),
  })
  .meta({ id: 'Replenishment' })

const feeTerm = z.object({
  term: z.enum(feeTerms).describe('Which part of the fee it is.'),
  rateBps: z.number().describe('Its rate in hundredths of a percent.'),
  units: z.int().describe('Started hours for the rate of time, 1 for the others.'),
  base: z.number().describe('Principal times units, over which the rate is taken.'),
  amount: z
    .number()
    .describe('Exact amount before the sum is rounded; the customer’s reliability is below 0.'),
})

/** What a drawing costs, term by term (docs/guides/liquidity.md). */
export const FeeBreakdown = z
  .object({
    ratePerUnitTime: z.number().describe('Hundredths of a percent for each started hour.'),
    customerReliabilityScoreRate: z
      .number()
      .describe('Hundredths of a percent that reliability takes off.'),
    affiliateFeeRate: z.number().describe('Hundredths of a percent for the affiliate.'),
    fixedBaseRate: z.number().describe('Hundredths of a percent, whatever the time.'),
    counterPartyRiskPremiumRate: z
      .number()
      .describe('Hundredths of a percent for the risk of the counterparty.'),
    feeAmount: z.number().describe('What is still unpaid of the fee, in units of the asset.'),
    feeAccrued: z.number().describe('The fee since the disbursement, paid or not.'),
    feePaid: z.number().describe('What of it is paid.'),
    terms: z.array(feeTerm).describe('The fee term by term.'),
  })
  .meta({ id: 'FeeBreakdown' })

const Party = z.object({
  name: z.string().describe('Name of the person or business.'),
  country: z.string().describe('Country as two capital letters (ISO 3166).'),
})

/** A drawing on the credit line or on a reserve frame. */
export const LiquidityTransaction = z
  .object({
    transactionId: z.string().describe('Your own name of the drawing, or its id.'),
    ltxId: z.string().describe('Id of the drawing, `ltx_…`.'),
    status: z.enum(drawingStatuses).describe('State of the drawing.'),
    amount: z.number().describe('Principal that was drawn, in units of the asset.'),
    asset: z.string().describe('Code of the token.'),
    originalTxnHash: z
      .string()
      .describe('Hash of the transaction that disbursed it; empty until there is one.'),
    recipientWallet: z.string().describe('Address that the principal went to.'),
    reserveFrameId: z
      .string()
      .describe(
        'Id of the reserve frame that it was drawn on; empty where it was the credit line.',
      ),
    transferMode: z
      .enum(transferModes)
      .describe('Whether it is disbursed at once or when its frame begins.'),
    principalOutstanding: z.number().describe('Principal that is not repaid yet.'),
    feeAccrued: z.number().describe('What is unpaid of the fee now.'),
    feeTomorrow: z.number().describe('What will be unpaid of it a day later if nothing is paid.'),
    feePaid: z.number().describe('What is paid of the fee.'),
    feeBreakdown: FeeBreakdown.describe('What the fee is made of.'),
    totalReplenishAmount: z
      .number()
      .describe('What it takes to repay it whole now: principal and fee.'),
    totalFulfilledAmount: z.number().describe('What was repaid so far.'),
    replenishments: z.array(Replenishment).describe('Its repayments, the newest first.'),
    originator: Party.describe('Who sends the money that it is drawn for.'),
    beneficiary: Party.describe('Who receives it.'),
    metadata: z.record(z.string(), z.string()).describe('What it was given to keep, name by name.'),
    scheduledFor: timestamp()
      .optional()
      .describe('When the frame of a scheduled drawing begins; absent of any other.'),
    disbursedAt: timestamp().optional().describe('When it was disbursed; absent until then.'),
    dueAt: timestamp().describe('When it has to be repaid.'),
    failure: RecordFailure.pick({ code: true, message: true, at: true })
      .optional()
      .describe('Why it failed, where it did.'),
    url: z.string().describe('Address of the record in the dashboard.'),
    allowedActions: z
      .array(z.enum(['replenish', 'fulfil']))
      .describe('What may be asked of the drawing now.'),
    createdAt: timestamp().describe('When it was asked for.'),
    updatedAt: timestamp().describe('When it was last changed.'),
    version: z.int().describe('Rises with each change of the drawing; `If-Match` names it.'),
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
    quoteId: z.string().describe('Id of the quote.'),
    originalTxnHash: z.string().describe('Hash of the transaction that disbursed the drawing.'),
    ltxId: z.string().describe('Id of the drawing, `ltx_…`.'),
    principal: z.number().describe('Principal that was drawn, in units of the asset.'),
    outstandingPrincipal: z.number().describe('What of it is not repaid yet.'),
    feeBreakdown: FeeBreakdown.describe('What the fee is made of.'),
    totalReplenishAmount: z
      .number()
      .describe('What it takes to repay the drawing whole: principal and fee.'),
    asset: z.string().describe('Code of the token.'),
    asOf: timestamp().describe('The time that the amounts are of.'),
    replenishTo: PaymentPlace.extend({
      walletAddress: z.string().describe('Address that takes it.'),
      bank: z
        .object({
          accountNumber: z.string().describe('Number of the account.'),
          bankName: z.string().describe('Name of the bank.'),
          bankRoutingNumber: z.string().describe('Routing number of the bank.'),
          accountHolderName: z.string().describe('Name of the account’s holder.'),
          currency: z.string().describe('Code of the currency.'),
          reference: z.string().describe('Text that the payment has to name.'),
          arrivesBy: timestamp()
            .optional()
            .describe(
              'When the money arrives if it is ordered now, by the country’s banking days.',
            ),
          bankTimeZone: z
            .string()
            .optional()
            .describe('Time zone in which that bank counts its days, such as `America/New_York`.'),
        })
        .optional()
        .describe('The bank account that takes it, where it may be paid by bank.'),
    }).describe('Where the repayment goes.'),
    heldForMinutes: z.int().describe('Minutes for which the amounts hold.'),
    validUntil: timestamp().describe('Until when the amounts hold.'),
    status: z.enum(replenishQuoteStatuses).describe('State of the quote.'),
    totalFulfilledAmount: z.number().describe('What was paid for it so far.'),
    remainingAmount: z.number().describe('What is still to be paid for it.'),
    isFullyFulfilled: z.boolean().describe('Whether nothing is left to be paid.'),
    lastFulfilledAt: timestamp().optional().describe('When it was last paid for; absent before.'),
    monitoringUntil: timestamp()
      .optional()
      .describe('Until when a deposit is watched for; once the fulfilments are full.'),
    replenishmentId: z.string().describe('Id of the repayment; empty until there is one.'),
    createdAt: timestamp().describe('When the quote was made.'),
  })
  .meta({ id: 'ReplenishQuote' })

/** What an item of a batch was refused with. */
export const BatchError = z.object({
  originalTxnHash: z.string().describe('Hash of the transaction that disbursed the drawing.'),
  error: z
    .object({
      code: z.string().describe('Code of the error.'),
      message: z.string().describe('The same in a sentence.'),
    })
    .describe('Why the item was refused.'),
})

const TransactionReference = z.object({
  hash: z.string().describe('Hash of the payment’s transaction; empty of a payment by bank.'),
  id: z.string().describe('Reference of the payment at the bank; empty on a chain.'),
  type: z.enum(referenceTypes).describe('Whether it is a payment by bank or on a chain.'),
  timestamp: timestamp().describe('When it was paid.'),
})

/** The quote fulfilment result of interface-specification.md 2. */
export const Fulfillment = z
  .object({
    quoteId: z.string().describe('Id of the quote that it pays for.'),
    amount: z.number().describe('What was paid, in units of the asset.'),
    transactionReference: TransactionReference.describe('The payment that was made.'),
    fulfillmentType: z.enum(fulfillmentTypes).describe('Whether it pays principal, fee, or both.'),
    totalFulfilledAmount: z.number().describe('What was paid for the quote so far.'),
    totalReplenishAmount: z.number().describe('What the quote takes as a whole.'),
    originalTxnHash: z.string().describe('Hash of the transaction that disbursed the drawing.'),
    lastFulfilledAt: timestamp().describe('When the quote was last paid for.'),
    isFullyFulfilled: z.boolean().describe('Whether nothing is left to be paid.'),
    remainingAmount: z.number().describe('What is still to be paid for the quote.'),
    fulfillmentId: z.string().describe('Id of the fulfilment.'),
  })
  .meta({ id: 'Fulfillment' })
