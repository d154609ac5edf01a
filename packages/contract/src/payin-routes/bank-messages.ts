import { z } from 'zod'
import { calendarDate, Money, recordId, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { at, nested } from './envelope.ts'

/** How a message came to be one of a payment. */
export const messageJoins = [
  'FIRST',
  'CERTAIN',
  'PROBABLE',
  'DOUBTFUL',
  'HELD',
  'LISTED',
  'BY_STATEMENT',
  'DECIDED',
] as const

/** What a message of the bank has of a payment. */
export const BankMessage = z
  .object({
    kind: z.string().describe('Kind of the message, such as camt.054 or camt.053.'),
    messageId: z.string().describe('The bank’s own id of the message.'),
    madeAt: timestamp().describe('When the bank made it, by its own account.'),
    readAt: timestamp().describe('When the service read it.'),
    line: z.int().describe('Place of the entry in the message, from 1.'),
    bookedOn: calendarDate().describe('Day on which the bank booked it.'),
    amount: Money.describe('What the entry moved.'),
    payer: z
      .object({
        name: z.string().describe('Name of the payer; empty where the message has none.'),
        accountMasked: z
          .string()
          .describe('End of the payer’s account number; empty where the message has none.'),
        ultimateName: z
          .string()
          .describe('For whom the payer pays; empty where the message names nobody.'),
      })
      .describe('Who paid, as this message has it.'),
    institutions: z
      .array(
        z.object({
          name: z.string().describe('Name of the bank; empty where the message has none.'),
          code: z.string().describe('BIC or national code of the bank; empty where it has none.'),
        }),
      )
      .describe('The banks that the message names, the payer’s first.'),
    text: z.string().describe('All that the payer wrote; empty where the message has nothing.'),
    endToEndId: z.string().describe('The payer’s own id; empty where the message has none.'),
    uetr: z
      .string()
      .describe('Id of the payment at all banks on its way; empty where the message has none.'),
    bankReference: z
      .string()
      .describe('The bank’s reference of the entry; empty where the message has none.'),
    joined: z
      .enum(messageJoins)
      .describe(
        'How it came to this payment: the FIRST of it, by an id (CERTAIN) or by likeness, listed in a batch, by the statement or by a person; HELD while that is open.',
      ),
  })
  .meta({ id: 'BankMessage' })

export const waitingReasons = ['PERHAPS_REPEATED', 'TWICE_IN_FILE'] as const

/** Money that a message has, and that may be a payment which is there already. */
export const WaitingPayment = z
  .object({
    paymentId: z.string().describe('Id of the payment at the bank.'),
    reason: z
      .enum(waitingReasons)
      .describe('Whether another message may have it already, or a file has it twice.'),
    amount: Money.describe('What the bank moved.'),
    bookedOn: calendarDate().describe('Day on which the bank booked it.'),
    waitingSince: timestamp().describe('Since when it waits.'),
    fundingAccountId: z
      .string()
      .describe('Id of the funding account that it is for, `fund_…`; empty where it is for none.'),
    executionId: z
      .string()
      .describe('Id of the transfer that it is for; empty where it is for none.'),
    messages: z.array(BankMessage).describe('The messages that have it.'),
    likely: z
      .object({
        depositId: z
          .string()
          .describe('Id of its deposit, `dep_…`; empty where that waits as well.'),
        bookedOn: calendarDate().describe('Day on which the bank booked it.'),
        messages: z.array(BankMessage).describe('The messages that have it.'),
      })
      .optional()
      .describe('The payment that it may be once more; absent where none of yours is.'),
  })
  .meta({ id: 'WaitingPayment' })

export const unassignedKinds = ['RETURN', 'BATCH', 'CREDIT'] as const

/** Money in suspense of which it is known whose it seems to be; the operator decides. */
const UnassignedMoney = z
  .object({
    paymentId: z.string().describe('Id of the payment at the bank.'),
    kind: z
      .enum(unassignedKinds)
      .describe(
        'RETURN: it seems to be a payment of yours that came back. BATCH: several payments in one, not listed yet. CREDIT: it landed on an account of your customer.',
      ),
    amount: Money.describe('What the bank moved.'),
    bookedOn: calendarDate().describe('Day on which the bank booked it.'),
    waitingSince: timestamp().describe('Since when it waits.'),
    fundingAccountId: z
      .string()
      .describe('Id of the funding account that it is for, `fund_…`; empty where it is for none.'),
    executionId: z
      .string()
      .describe('Id of the transfer whose payment seems to be back; empty for another kind.'),
  })
  .meta({ id: 'UnassignedMoney' })

/** A payment of a transfer whose last status at the bank only a person can make something of. */
const UndecidedPayout = z
  .object({
    executionId: z.string().describe('Id of its transfer.'),
    amount: Money.describe('What is paid out.'),
    status: z.string().describe('The bank’s last status, in its own code.'),
    reasons: z
      .array(
        z.object({
          code: z.string().describe('Code of the reason, as the bank wrote it.'),
          texts: z.array(z.string()).describe('What the bank added, in its own words.'),
        }),
      )
      .describe('Why, as the bank wrote it.'),
    reportedAt: timestamp().describe('When the bank wrote it.'),
  })
  .meta({ id: 'UndecidedPayout' })

/** What the bank’s messages have of deposits. */
export const bankMessages = {
  listWaiting: endpoint({
    id: 'payinRoutes.listWaiting',
    module: 'payin-routes',
    method: 'GET',
    path: at('/deposits/waiting'),
    summary: 'List money of yours that waits for a decision about what the bank wrote',
    response: nested(
      z.object({
        count: z.int().describe('How many payments may be there already.'),
        payments: z.array(WaitingPayment).describe('Those of them that wait longest, at most 200.'),
        unassigned: z
          .array(UnassignedMoney)
          .describe('Money in suspense that seems to be yours, the oldest first, at most 200.'),
        payouts: z
          .array(UndecidedPayout)
          .describe(
            'Payments of your transfers that the bank leaves to a person, the oldest first, at most 200.',
          ),
      }),
    ),
    failures: [],
  }),
  depositMessages: endpoint({
    id: 'payinRoutes.depositMessages',
    module: 'payin-routes',
    method: 'GET',
    path: at('/deposit/{depositId}/messages'),
    summary: 'List the bank’s messages of a deposit, and what each has',
    params: z.object({ depositId: recordId() }),
    response: nested(
      z
        .array(BankMessage)
        .describe(
          'In the order in which they were read; empty on a chain and of a simulated bank.',
        ),
    ),
    failures: ['RECORD_NOT_FOUND'],
  }),
}
