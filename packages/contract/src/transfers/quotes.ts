import { z } from 'zod'
import { enveloped, Money, timestamp } from '../base/common.ts'
import { BankAccount } from '../base/bank-account.ts'
import { Field } from '../base/fields.ts'
import { PayeeCheck } from '../base/payee-check.ts'

/**
 * Where a payer of an off-ramp sends the token: the six members of interface-specification.md 2.
 */
const ChainDeposit = z.object({
  networkName: z.string().describe('Name of the chain.'),
  chainId: z.string().describe('Id of the chain, as text.'),
  currency: z.string().describe('Code of the token.'),
  tokenAddress: z.string().describe('Address of the token’s contract.'),
  depositWalletAddress: z.string().describe('Address that takes the deposit.'),
  amount: z.number().describe('What has to arrive, in units of the token.'),
})

/** Where a payer sends money by bank; `reference` has to be part of the payment. */
const BankDeposit = z.object({
  currency: z.string().describe('Code of the currency.'),
  amount: z.number().describe('What has to arrive, in units of the currency.'),
  reference: z.string().describe('Text that the payment has to name.'),
  ...BankAccount.omit({ accountType: true, additionalDetails: true }).shape,
  paymentRail: z.string().describe('Rail that the payment comes by.'),
})

/** The same object in quote, transfer answer and record (operations.md 5). */
export const DepositAccount = z.union([ChainDeposit, BankDeposit]).meta({ id: 'DepositAccount' })

export const Fees = z.object({
  partnerFees: Money.describe('What the partner takes.'),
  svcFees: Money.describe('What the service takes.'),
  txFees: Money.describe('What the rail or the network costs.'),
  totalFees: Money.describe('Sum of all fees.'),
})

/** What a rate was made of. */
export const RateDetails = z.object({
  midRate: z.number().describe('The market’s rate, before the spread.'),
  spreadBps: z.int().describe('What the service’s rate is below it, in hundredths of a percent.'),
  source: z.string().describe('Who publishes the mid rate.'),
  asOf: z.iso.date().describe('The day that the mid rate is of.'),
})

export const riskLevels = ['LOW', 'MEDIUM', 'HIGH'] as const

const Period = z.object({
  limit: z.number().describe('The most of the period.'),
  used: z.number().describe('What was moved in it.'),
  countLimit: z
    .int()
    .optional()
    .describe('How many transfers it may have; absent where their number is not limited.'),
  count: z
    .int()
    .optional()
    .describe('How many it has had; absent where their number is not limited.'),
  resetsAt: timestamp().describe('When the next period begins.'),
})

/** What a customer may move and has moved, by the level of its verification, in US dollars. */
export const CustomerLimits = z
  .object({
    level: z
      .enum(['NONE', 'STANDARD', 'ENHANCED'])
      .describe('Level of the verification that the limits follow.'),
    currency: z.literal('USD').describe('All amounts are in US dollars.'),
    perTransfer: z.number().describe('The most of one transfer.'),
    daily: Period.describe('What may be moved in a day.'),
    monthly: Period.describe('What may be moved in a month.'),
  })
  .meta({ id: 'CustomerLimits' })

/** Money that comes after the rate's time is priced anew, or goes back. */
export const onLateWays = ['REPRICE', 'RETURN'] as const

/** Quote of an ordinary transfer. All fees are in the source currency. */
export const OrdinaryQuote = z
  .object({
    executionId: z
      .string()
      .describe('Id of the transfer, `exec_…`: executing and reading it name it.'),
    transactionId: z.string().describe('Your own name of the transfer.'),
    direction: z
      .enum(['ON_RAMP', 'OFF_RAMP', 'FIAT_TO_FIAT', 'CRYPTO_TO_CRYPTO'])
      .describe('What the money turns into.'),
    status: z.enum(['QUOTED']).describe('Always QUOTED here.'),
    quote: z
      .object({
        inAmount: Money.describe('What the payer pays in, fees included.'),
        outAmount: Money.describe('What the payee receives.'),
        exchangeRate: z
          .object({
            rate: z
              .number()
              .describe('Units of the target currency for one unit of the source currency.'),
            conversion: z.string().describe('The two currencies, in a text.'),
            ...RateDetails.shape,
          })
          .describe('The rate, and what it was made of.'),
        fees: Fees.describe('All fees in the source currency.'),
      })
      .describe('What is paid and received.'),
    depositAccount: DepositAccount.describe('Where the payer pays in.'),
    steps: z
      .array(
        z.object({
          name: z.string().describe('Name of the step.'),
          etaMinutes: z.number().describe('Minutes that it usually takes.'),
        }),
      )
      .describe('What will be done, in its order.'),
    requirements: z
      .array(Field)
      .describe('Fields that still have to be answered before the transfer can be executed.'),
    counterPartyRisk: z
      .object({
        level: z.enum(riskLevels).describe('The risk as a whole.'),
        reasons: z.array(z.string()).describe('What it follows from.'),
        acknowledgementRequired: z
          .boolean()
          .describe('Whether executing has to say that the risk is known.'),
      })
      .describe('How risky the payee is.'),
    payeeCheck: PayeeCheck.optional().describe(
      'What the payee’s bank answered about the name; absent where no token was given.',
    ),
    verificationRequired: z
      .boolean()
      .describe('Whether the payer has to confirm with the code that was sent.'),
    transferAcknowledgement: z
      .object({
        required: z.literal(true).describe('Always true: executing names the text or its version.'),
        text: z.string().describe('The text to agree to.'),
        version: z.string().describe('Version of the text.'),
      })
      .describe('What the payer agrees to.'),
    approval: z
      .object({
        required: z.boolean().describe('Whether anybody has to approve.'),
        policyId: z.string().describe('Id of the rule that asks for it; empty where none does.'),
        approvalsNeeded: z.int().describe('How many people have to approve.'),
      })
      .describe('Which approvals the partner’s policy will ask for.'),
    limits: z
      .object({
        min: z.number().describe('The least of one transfer.'),
        max: z.number().describe('The most of one transfer.'),
        remainingDaily: z.number().describe('What the partner may still move today.'),
        customer: CustomerLimits.optional().describe(
          'Limits of the customer, in US dollars; absent where it has none.',
        ),
      })
      .describe('What a transfer may be, in units of the source currency.'),
    validUntil: timestamp().describe('Until when the quote can be executed.'),
    rateHoldUntil: timestamp().describe(
      'Money that is booked before this time is exchanged at this rate, if the quote is executed at once; fixed at execution.',
    ),
    onLate: z
      .enum(onLateWays)
      .describe('What becomes of money that is booked later: it is priced anew, or goes back.'),
    estimatedArrival: timestamp().describe('When the payee is expected to have the money.'),
    leavesAt: timestamp()
      .optional()
      .describe(
        'When the payout leaves by the hours and business days of its bank; absent on a chain.',
      ),
    bankTimeZone: z
      .string()
      .optional()
      .describe(
        'Time zone in which the bank that pays out counts its days, such as `Europe/Berlin`; absent on a chain.',
      ),
    isEstimated: z
      .boolean()
      .optional()
      .describe(
        'True where the banking days of that year are not published yet, so that only weekends were looked at; otherwise absent.',
      ),
  })
  .meta({ id: 'OrdinaryQuote' })

export const OrdinaryQuoteAnswer = enveloped(OrdinaryQuote)

export const nextActions = ['SEND_FUNDS', 'AWAIT_APPROVAL', 'NONE'] as const

/** Answer of an ordinary transfer. */
export const OrdinaryTransferAnswer = enveloped(
  z
    .object({
      executionId: z.string().describe('Id of the transfer.'),
      status: z.string().describe('State of the transfer.'),
      message: z.string().describe('What happens next, in a sentence.'),
      depositAccount: DepositAccount.optional().describe(
        'Where the payer pays in; absent where nothing is paid in.',
      ),
      nextAction: z.enum(nextActions).describe('What has to be done next.'),
    })
    .meta({ id: 'OrdinaryTransfer' }),
)
