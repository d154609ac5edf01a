import { z } from 'zod'
import { enveloped, Money, timestamp } from '../base/common.ts'
import { Field } from '../base/fields.ts'

/**
 * Where a payer of an off-ramp sends the token: the six members of interface-specification.md 2.
 */
const ChainDeposit = z.object({
  networkName: z.string(),
  chainId: z.string(),
  currency: z.string(),
  tokenAddress: z.string(),
  depositWalletAddress: z.string(),
  amount: z.number(),
})

/** Where a payer sends money by bank; `reference` has to be part of the payment. */
const BankDeposit = z.object({
  currency: z.string(),
  amount: z.number(),
  reference: z.string(),
  accountNumber: z.string(),
  accountHolderName: z.string(),
  bankName: z.string(),
  bankAddress: z.string(),
  bankCountry: z.string(),
  bankSwiftCode: z.string(),
  bankRoutingNumber: z.string(),
  bankIban: z.string(),
  bankBic: z.string(),
  branchCode: z.string(),
  paymentRail: z.string(),
})

/** The same object in quote, transfer answer and record (operations.md 5). */
export const DepositAccount = z.union([ChainDeposit, BankDeposit]).meta({ id: 'DepositAccount' })

export const riskLevels = ['LOW', 'MEDIUM', 'HIGH'] as const

const Period = z.object({
  limit: z.number(),
  used: z.number(),
  /** Where the number of transfers is limited. */
  countLimit: z.int().optional(),
  count: z.int().optional(),
  resetsAt: timestamp(),
})

/** What a customer may move and has moved, by the level of its verification, in US dollars. */
export const CustomerLimits = z
  .object({
    level: z.enum(['NONE', 'STANDARD', 'ENHANCED']),
    currency: z.literal('USD'),
    perTransfer: z.number(),
    daily: Period,
    monthly: Period,
  })
  .meta({ id: 'CustomerLimits' })

/** Money that comes after the rate's time is priced anew, or goes back. */
export const onLateWays = ['REPRICE', 'RETURN'] as const

/** Quote of an ordinary transfer. All fees are in the source currency. */
export const OrdinaryQuote = z
  .object({
    executionId: z.string(),
    transactionId: z.string(),
    direction: z.enum(['ON_RAMP', 'OFF_RAMP', 'FIAT_TO_FIAT', 'CRYPTO_TO_CRYPTO']),
    status: z.enum(['QUOTED']),
    quote: z.object({
      inAmount: Money,
      outAmount: Money,
      exchangeRate: z.object({
        rate: z.number(),
        conversion: z.string(),
        midRate: z.number(),
        spreadBps: z.int(),
        /** Where the mid rate comes from and the day it is of. */
        source: z.string(),
        asOf: z.iso.date(),
      }),
      fees: z.object({ partnerFees: Money, svcFees: Money, txFees: Money, totalFees: Money }),
    }),
    depositAccount: DepositAccount,
    steps: z.array(z.object({ name: z.string(), etaMinutes: z.number() })),
    requirements: z.array(Field),
    counterPartyRisk: z.object({
      level: z.enum(riskLevels),
      reasons: z.array(z.string()),
      acknowledgementRequired: z.boolean(),
    }),
    verificationRequired: z.boolean(),
    transferAcknowledgement: z.object({
      required: z.literal(true),
      text: z.string(),
      version: z.string(),
    }),
    approval: z.object({ required: z.boolean(), policyId: z.string(), approvalsNeeded: z.int() }),
    /** In units of the source currency; those of the customer in US dollars. */
    limits: z.object({
      min: z.number(),
      max: z.number(),
      remainingDaily: z.number(),
      customer: CustomerLimits.optional(),
    }),
    validUntil: timestamp(),
    /**
     * Until when money has to be booked to be exchanged at this rate, if the quote is executed at once;
     * fixed at execution.
     */
    rateHoldUntil: timestamp(),
    /** What becomes of money that is booked later. */
    onLate: z.enum(onLateWays),
    estimatedArrival: timestamp(),
  })
  .meta({ id: 'OrdinaryQuote' })

export const OrdinaryQuoteAnswer = enveloped(OrdinaryQuote)

export const nextActions = ['SEND_FUNDS', 'AWAIT_APPROVAL', 'NONE'] as const

/** Answer of an ordinary transfer. */
export const OrdinaryTransferAnswer = enveloped(
  z
    .object({
      executionId: z.string(),
      status: z.string(),
      message: z.string(),
      depositAccount: DepositAccount.optional(),
      nextAction: z.enum(nextActions),
    })
    .meta({ id: 'OrdinaryTransfer' }),
)
