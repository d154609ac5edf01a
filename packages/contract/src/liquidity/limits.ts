import { z } from 'zod'
import { timestamp } from '../base/common.ts'
import { referenceTypes } from './records.ts'

/** HELD waits for a decision of the service. */
export const paymentStates = ['UNMATCHED', 'HELD', 'RESERVE_FEE', 'REPAYMENT', 'CREDITED'] as const

/** Money that arrived for the partner's credit line, whether or not it pays for something. */
export const LiquidityPayment = z
  .object({
    paymentId: z.string().describe('Id of the payment.'),
    source: z.enum(referenceTypes).describe('Whether it came by bank or on a chain.'),
    status: z
      .enum(paymentStates)
      .describe('What it was taken for; HELD waits for a decision of the service.'),
    amount: z.number().describe('What arrived, in units of the asset.'),
    asset: z.string().describe('Code of the token.'),
    fromWallet: z.string().describe('Address that paid; empty of a payment by bank.'),
    transactionHash: z.string().describe('Hash of its transaction; empty of a payment by bank.'),
    bankReference: z.string().describe('Reference of a payment by bank; empty on a chain.'),
    subjectId: z
      .string()
      .describe('Id of the frame or repayment that it pays for; empty where it pays for nothing.'),
    receivedAt: timestamp().describe('When it arrived.'),
    url: z.string().describe('Address of the record in the dashboard.'),
  })
  .meta({ id: 'LiquidityPayment' })

const usageHour = z.object({
  hour: timestamp().describe('When the hour begins.'),
  amount: z.number().describe('What was drawn in it.'),
  total: z.number().describe('What had been drawn that day by its end.'),
})

/** How much of the credit line is used, term by term, and how the day goes. */
export const LiquidityLimits = z
  .object({
    asset: z.string().describe('Code of the token that all amounts are in.'),
    credit: z
      .object({
        limit: z.number().describe('The most that may be owed.'),
        borrowed: z.number().describe('Principal owed: drawn and not repaid.'),
        unusedAcceptedReserves: z
          .number()
          .describe(
            'The most that reserve frames hold and have not drawn, at one time from now on.',
          ),
        remaining: z.number().describe('What may still be drawn.'),
      })
      .describe('The credit line.'),
    daily: z
      .object({
        limit: z.number().describe('The most of a day.'),
        used: z.number().describe('What was drawn today.'),
        remaining: z.number().describe('What may still be drawn today.'),
        resetsAt: timestamp().describe('When the next day begins.'),
        hours: z.array(usageHour).describe('Today hour by hour.'),
        reachedAt: timestamp()
          .optional()
          .describe('When the limit is reached if the day goes on as it did; absent if it is not.'),
        projected: z.number().describe('What will have been used at the end of the day.'),
      })
      .describe('What may be drawn in a day (UTC).'),
    transaction: z
      .object({
        limit: z.number().describe('The most of one drawing.'),
        largestToday: z.number().describe('The largest of today.'),
      })
      .describe('What one drawing may be.'),
    transactionsOpen: z.int().describe('How many drawings are not repaid whole.'),
    totalTransactions: z.int().describe('How many drawings there were.'),
    partialReplenished: z.int().describe('How many are repaid in part.'),
    overdue: z.int().describe('How many are not repaid in time.'),
    totalRepaymentDue: z
      .number()
      .describe('What it takes to repay all of them now: principal and fees.'),
    feesDue: z.number().describe('What of it is fees.'),
    rates: z
      .object({
        hourlyFeeRateInBps: z.number().describe('For each started hour of a reserve frame.'),
        ratePerUnitTime: z.number().describe('For each started hour of a drawing.'),
        customerReliabilityScoreRate: z.number().describe('What reliability takes off.'),
        affiliateFeeRate: z.number().describe('For the affiliate.'),
        fixedBaseRate: z.number().describe('Whatever the time.'),
        counterPartyRiskPremiumRate: z.number().describe('For the risk of the counterparty.'),
      })
      .describe('Rates of the credit line, in hundredths of a percent.'),
    tenorHours: z.int().describe('Hours after which a drawing has to be repaid.'),
  })
  .meta({ id: 'LiquidityLimits' })
