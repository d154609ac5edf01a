import { z } from 'zod'
import { JurisdictionRef } from '../accounts/jurisdictions.ts'
import { calendarDate, Money, RecordFailure, timestamp } from '../base/common.ts'
import { depositStatuses, heldReasons } from './members.ts'
import { Fees } from '../transfers/quotes.ts'
import { Review } from '../transfers/reviews.ts'

export const depositLabels = [
  'UNDERPAID',
  'OVERPAID',
  'LATE',
  'BELOW_MINIMUM',
  'UNSUPPORTED_ASSET',
  'MEMO_MISSING',
] as const
/** ASSIGN: it pays a transfer that waits for money. */
export const resolveActions = ['FORWARD', 'RETURN', 'HOLD', 'ASSIGN'] as const

/** Which limit holds a deposit: of one deposit, or of what an account, the partner or a customer moves. */
export const limitKinds = [
  'MIN_DEPOSIT',
  'MAX_DEPOSIT',
  'ACCOUNT_DAY',
  'PARTNER_TRANSFER',
  'PARTNER_DAY',
  'CUSTOMER_TRANSFER',
  'CUSTOMER_DAY',
  'CUSTOMER_MONTH',
  'CUSTOMER_DAY_COUNT',
  'CUSTOMER_MONTH_COUNT',
] as const
/** A limit as it is used now, in its `currency`; '' of a number of transfers. */
export const HeldLimit = z
  .object({
    kind: z
      .enum(limitKinds)
      .describe(
        'Which limit it is: of one deposit, or of what an account, the partner or a customer moves.',
      ),
    limit: z.number().describe('The limit, in `currency`, or as a number of transfers.'),
    used: z.number().describe('What is used of it now.'),
    left: z.number().describe('What is left of it now.'),
    needed: z.number().describe('What this deposit takes of it.'),
    currency: z
      .string()
      .describe('Code of its currency; empty where it limits a number of transfers.'),
    resetsAt: timestamp()
      .optional()
      .describe('When it begins anew; absent of a limit that holds each deposit by itself.'),
  })
  .meta({ id: 'HeldLimit' })
/** Why a held deposit cannot be forwarded with others now; '' where it can. */
export const unfitReasons = [...heldReasons, 'NOT_ALLOWED', 'DECIDE_ALONE', 'NO_RATE'] as const
export const DepositFit = z
  .object({
    fits: z.boolean().describe('Whether the deposit would be forwarded if it arrived now.'),
    reason: z.enum(unfitReasons).describe('Why it would not; empty where it would.'),
    limit: HeldLimit.optional().describe('The limit that has too little left, where one has.'),
  })
  .meta({ id: 'DepositFit' })

export const Owner = z.object({
  entityId: z.string().describe('Id of the customer, `ent_…`.'),
  name: z.string().describe('Name of the customer.'),
})

/** One deposit as the history of its route shows it. */
export const PayinDeposit = z
  .object({
    depositId: z.string().describe('Id of the deposit, `dep_…`.'),
    executionId: z
      .string()
      .describe('Id of the transfer that forwards or returns it; empty until there is one.'),
    status: z.enum(depositStatuses).describe('State of the deposit.'),
    heldReason: z.enum(heldReasons).describe('Why it is held; empty while it is not.'),
    limit: HeldLimit.optional().describe(
      'The limit that holds it, as it is used now; of a deposit that a limit holds.',
    ),
    fit: DepositFit.optional().describe(
      'Whether it would be forwarded now; of a deposit that is held.',
    ),
    amountIn: Money.describe('What came in.'),
    amountOut: Money.describe(
      'What the destination is paid; 0 where nothing was or will be paid to it.',
    ),
    exchangeRate: z
      .number()
      .describe(
        'Units of the target currency for one unit of the source currency; 0 where nothing is exchanged.',
      ),
    fees: Fees.describe('All fees in the source currency.'),
    sender: z
      .object({
        name: z.string().describe('Name of the payer; empty on a chain.'),
        accountMasked: z.string().describe('End of the payer’s account number; empty on a chain.'),
        walletAddress: z.string().describe('Address that paid; empty at a bank.'),
        reference: z.string().describe('Text of the payment; empty where it had none.'),
      })
      .describe('Who paid in, as far as the bank or the chain says it.'),
    payer: z
      .string()
      .describe(
        'Name of who really pays: for whom the sender pays, where the bank reports that; else the sender.',
      ),
    depositReference: z.string().describe('The bank’s own id of the entry; empty on a chain.'),
    depositHash: z
      .string()
      .describe('Hash of the chain’s transaction that paid in; empty at a bank.'),
    payoutReference: z
      .string()
      .describe('The bank’s reference of the payout; empty until there is one, and on a chain.'),
    payoutHash: z
      .string()
      .describe('Hash of the transaction that paid out; empty until there is one, and at a bank.'),
    destination: z
      .object({
        externalAccountId: z
          .string()
          .describe(
            'Id of the account that is paid, `acc_…`; empty where no route was there for it.',
          ),
        destinationVersion: z
          .int()
          .describe('The route’s version of its destination; 0 where no route was there for it.'),
      })
      .describe('Where the route leads for this deposit.'),
    labels: z
      .array(z.enum(depositLabels))
      .describe('What is unusual about it, such as LATE or UNDERPAID.'),
    receivedAt: timestamp().describe('When the service saw it.'),
    completedAt: timestamp()
      .optional()
      .describe('When it was forwarded or returned; absent until then.'),
    failure: RecordFailure.optional().describe('Why it failed, where it did.'),
    allowedActions: z
      .array(z.enum(resolveActions))
      .describe('What `deposit/resolve` takes for it now.'),
    version: z.int().describe('Rises with each change of the deposit.'),
  })
  .meta({ id: 'PayinDeposit' })

/** What became of one deposit of a call that forwards several. */
export const ForwardedDeposit = z
  .object({
    depositId: z.string().describe('Id of the deposit, as it was asked for.'),
    outcome: z.enum(['FORWARDED', 'EXCLUDED']).describe('Whether it is forwarded with this call.'),
    status: z
      .enum(depositStatuses)
      .optional()
      .describe('Its state after the call; absent where no deposit has this id.'),
    amountIn: Money.optional().describe('What came in; absent where no deposit has this id.'),
    executionId: z
      .string()
      .describe('Id of the transfer that forwards it; empty where it is not forwarded.'),
    code: z.string().describe('Code of the error that kept it; empty where it is forwarded.'),
    reason: z.enum(unfitReasons).describe('Why it was left out; empty where it is forwarded.'),
    limit: HeldLimit.optional().describe('The limit that has too little left, where one has.'),
    message: z.string().describe('The same in a sentence.'),
  })
  .meta({ id: 'ForwardedDeposit' })

export const DepositReview = Review.omit({ allowedActions: true }).meta({ id: 'DepositReview' })

/** A deposit outside its route's history: what it was paid to is part of it. */
export const DepositRecord = PayinDeposit.extend({
  teleportId: z.string().describe('Id of the route that took it, `tele_…`; empty where none did.'),
  fundingAccountId: z.string().describe('Id of the funding account that it came to, `fund_…`.'),
  accountOwner: Owner.describe('The customer whose funding account it is.'),
  jurisdiction: JurisdictionRef.describe('Where the funding account is.'),
  review: DepositReview.optional().describe(
    'Why it waits for a decision, whose that is, until when, and what was asked; absent of any other.',
  ),
}).meta({ id: 'DepositRecord' })

export const unlistedStatuses = ['HELD', 'RETURNED', 'KEPT'] as const

/**
 * Something that came to an announced address and is no listed asset: never credited, matched or
 * priced. Nobody vouches for what its contract says of itself.
 */
export const UnlistedDeposit = z
  .object({
    depositId: z.string().describe('Id of the deposit, `dep_…`.'),
    status: z.enum(unlistedStatuses).describe('HELD until somebody decides about it.'),
    heldReason: z.literal('UNSUPPORTED_ASSET').describe('Always UNSUPPORTED_ASSET here.'),
    kind: z.enum(['TOKEN', 'NATIVE']).describe('Whether it is a token or the chain’s own coin.'),
    chainId: z.string().describe('Id of the chain, as text.'),
    tokenAddress: z
      .string()
      .describe('Address of the token’s contract; empty for the chain’s own coin.'),
    symbol: z
      .string()
      .describe(
        'What the contract calls itself, if that is fit to be shown; otherwise empty. Nobody vouches for it.',
      ),
    decimals: z
      .int()
      .optional()
      .describe('Decimals by the contract’s own account; absent where it names none.'),
    amountRaw: z.string().describe('A whole number in the contract’s own smallest units, as text.'),
    sender: z.string().describe('Address that sent it.'),
    walletAddress: z.string().describe('Deposit address that it came to.'),
    hash: z.string().describe('Hash of its transaction.'),
    fundingAccountId: z
      .string()
      .describe('Id of the funding account of the address, `fund_…`; empty where it has none.'),
    executionId: z.string().describe('Id of the transfer of the address; empty where it has none.'),
    receivedAt: timestamp().describe('When the service saw it.'),
    decision: z
      .object({
        returnHash: z
          .string()
          .describe('Hash of the transaction that sent it back; empty where it was kept.'),
        reason: z.string().describe('Reason that was given.'),
        decidedAt: timestamp().describe('When it was decided.'),
      })
      .optional()
      .describe('What was decided about it; absent until then.'),
    version: z.int().describe('Rises with each change of the record.'),
  })
  .meta({ id: 'UnlistedDeposit' })

/** So many more came to an address on a day (UTC) than are listed. */
export const UnlistedRest = z
  .object({
    chainId: z.string().describe('Id of the chain, as text.'),
    walletAddress: z.string().describe('Deposit address that they came to.'),
    kind: z.enum(['TOKEN', 'NATIVE']).describe('Whether they are tokens or the chain’s own coin.'),
    day: calendarDate().describe('The day, in UTC.'),
    count: z.int().describe('How many more came than are listed.'),
  })
  .meta({ id: 'UnlistedRest' })

/** Sums of all deposits of a route that match, by currency. */
export const DepositSummary = z
  .object({
    count: z.int().describe('How many deposits match.'),
    inFlight: z.int().describe('How many are on their way now.'),
    held: z.int().describe('How many wait for a decision.'),
    received: z.array(Money).describe('What came in, by currency.'),
    forwarded: z.array(Money).describe('What was paid to the destination, by currency.'),
  })
  .meta({ id: 'DepositSummary' })
