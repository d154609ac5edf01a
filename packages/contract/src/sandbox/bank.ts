import { z } from 'zod'
import {
  amount,
  calendarDate,
  enveloped,
  Money,
  optionalText,
  recordId,
  text,
  timestamp,
} from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { waitingReasons } from '../payin-routes/bank-messages.ts'

/** A text of a file, as long as a request may be. */
const fileBytes = 1_000_000
/** In JSON line ends and quotes take two bytes. */
const bodyLimit = 2_000_000

const BankFile = z.object({
  name: text().describe('Name of the file, for people.'),
  text: z
    .string()
    .min(1)
    .max(fileBytes)
    .describe(
      'Content of the file: camt.052, camt.053, camt.054, MT940, MT942 or BAI2, at most a million characters.',
    ),
})

export const lineOutcomes = [
  'CREDITED',
  'SUSPENSE',
  'KNOWN',
  'HELD',
  'PAYOUT',
  'RETURN',
  'CHARGE',
  'DEBIT',
] as const
export const lineReasons = [
  'ON_ACCOUNT',
  'NAMES_TRANSFER',
  'NOBODY_NAMED',
  'NAMES_PAYOUT',
  'NOT_LISTED',
  'SAME_IDS',
  'LOOKS_THE_SAME',
  ...waitingReasons,
  'OF_THE_BANK',
  'ORDERED',
  'OF_OTHERS',
] as const

const TriedLine = z
  .object({
    line: z.int().describe('Place of the entry in the file, from 1.'),
    part: z.int().describe('Place of the payment in its entry, from 1; 0 where it is alone.'),
    outcome: z
      .enum(lineOutcomes)
      .describe('What would become of it: KNOWN is in another message, SUSPENSE has no owner.'),
    reason: z.enum(lineReasons).describe('Why; OF_OTHERS has no details.'),
    amount: Money.optional().describe('What it moves; absent of money of others.'),
    bookedOn: calendarDate()
      .optional()
      .describe('Day on which it was booked; absent of money of others.'),
    payerName: z.string().describe('Name of the payer; empty where there is none.'),
    text: z.string().describe('Text of the payment; empty where there is none.'),
    fundingAccountId: z
      .string()
      .describe('Id of the funding account that it is for, `fund_…`; empty where it is for none.'),
    executionId: z
      .string()
      .describe('Id of the transfer that it is for; empty where it is for none.'),
    depositId: z
      .string()
      .describe('Id of the deposit that is there already, `dep_…`; empty where none is.'),
  })
  .meta({ id: 'TriedLine' })

const facts = {
  kind: z.string().describe('Kind of the file, such as camt.054.'),
  messageId: z.string().describe('The bank’s own id of it.'),
  isKnown: z.boolean().describe('Whether just this file was taken in before.'),
}

const SetAsideLine = z
  .object({
    lineId: z.string().describe('Id of the line.'),
    fileName: z.string().describe('Name of its file.'),
    kind: facts.kind,
    messageId: facts.messageId,
    line: z.int().describe('Place of the entry in the file, from 1.'),
    reason: z.string().describe('Why it could not be read, in a sentence.'),
    source: z.string().describe('What the file has there, as it came.'),
    direction: z
      .enum(['', 'CREDIT', 'DEBIT'])
      .describe('Whether money came or went; empty where that could not be read.'),
    currency: z.string().describe('Code of the currency of the account.'),
    amount: z.number().optional().describe('Amount; absent where it could not be read.'),
    bookedOn: calendarDate()
      .optional()
      .describe('Day on which it was booked; absent where it could not be read.'),
    readAt: timestamp().describe('When the file was taken in.'),
  })
  .meta({ id: 'SetAsideLine' })

const why = () => text(500).describe('Why it is decided so, for the audit log.')
const lineParams = z.object({ lineId: recordId() })

/** What the bank and the operator do, done by a test: files of the bank, and what they leave open. */
export const bankControls = {
  decidePayment: endpoint({
    id: 'sandbox.decidePayment',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/bank/payment/{paymentId}/decision',
    summary: 'Decide whether money that waits is a payment of its own, as the operator would',
    params: z.object({ paymentId: recordId() }),
    body: z.object({
      decision: z
        .enum(['PART', 'JOIN'])
        .describe('PART: two payments. JOIN: it is the payment that is there already.'),
      reason: why(),
    }),
    response: enveloped(
      z.object({
        paymentId: z.string().describe('Id of the payment.'),
        decision: z.enum(['PART', 'JOIN']).describe('What was decided.'),
        depositId: z
          .string()
          .describe('Id of the deposit that it is now, `dep_…`; empty until it is taken in.'),
      }),
    ),
    failures: ['RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
  bankAccounts: endpoint({
    id: 'sandbox.bankAccounts',
    module: 'sandbox',
    method: 'GET',
    path: '/api/v1/sandbox/bank/account',
    summary: 'List the service’s own accounts, which files of the bank are about',
    response: enveloped(
      z.array(
        z.object({
          countryCode: z.string().describe('Two-letter code of its country.'),
          currency: z.string().describe('Code of its currency.'),
          routingNumber: z.string().describe('BIC or national code of its bank.'),
          accountNumber: z.string().describe('Its number: an IBAN where the country has them.'),
        }),
      ),
    ),
    failures: [],
  }),
  tryBankFile: endpoint({
    id: 'sandbox.tryBankFile',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/bank/file/trial',
    summary: 'Show what a file of the bank would do, line by line, and change nothing',
    body: BankFile,
    bodyLimit,
    response: enveloped(
      z.object({
        ...facts,
        lines: z.array(TriedLine).describe('Its payments in their order.'),
        setAside: z
          .array(
            z.object({
              line: z.int().describe('Place of the entry in the file, from 1.'),
              reason: z.string().describe('Why it cannot be read, in a sentence.'),
            }),
          )
          .describe('Entries that cannot be read, and would wait for a person.'),
      }),
    ),
    failures: ['FIELD_INVALID'],
  }),
  importBankFile: endpoint({
    id: 'sandbox.importBankFile',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/bank/file',
    summary: 'Take in a file of the bank',
    body: BankFile,
    bodyLimit,
    response: enveloped(
      z.object({
        ...facts,
        booked: z.int().describe('How many payments are new.'),
        repeated: z.int().describe('How many another message has already.'),
        held: z.int().describe('How many wait for a decision.'),
        setAside: z.int().describe('How many entries could not be read.'),
      }),
    ),
    failures: ['FIELD_INVALID', 'SCOPE_MISSING'],
  }),
  listSetAside: endpoint({
    id: 'sandbox.listSetAside',
    module: 'sandbox',
    method: 'GET',
    path: '/api/v1/sandbox/bank/set-aside',
    summary: 'List lines of your files that could not be read and wait',
    response: enveloped(z.array(SetAsideLine).describe('The oldest first, at most 200.')),
    failures: [],
  }),
  arrivedOnAccount: endpoint({
    id: 'sandbox.arrivedOnAccount',
    module: 'sandbox',
    method: 'GET',
    path: '/api/v1/sandbox/external-account/{accountId}/arrived',
    summary: 'List the small payments that prove an external account, as its statement shows them',
    params: z.object({ accountId: recordId() }),
    response: enveloped(
      z
        .array(
          z.object({
            amount: z.number().describe('Amount that arrived, in units of the currency.'),
            currency: z.string().describe('Code of the currency.'),
            text: z.string().describe('Text of the payment, which ends with the code.'),
            isPaid: z.boolean().describe('Whether its bank has paid it already.'),
            at: timestamp().describe('When it was ordered.'),
          }),
        )
        .describe('The newest first, at most 20.'),
    ),
    failures: ['ACCOUNT_NOT_FOUND'],
  }),
  bookSetAside: endpoint({
    id: 'sandbox.bookSetAside',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/bank/set-aside/{lineId}/book',
    summary: 'Book a line that could not be read as a deposit, as the operator would',
    params: lineParams,
    body: z.object({
      fundingAccountId: recordId().describe(
        'Id of the funding account that is credited, `fund_…`.',
      ),
      amount: amount().describe('Amount that arrived, in units of the currency.'),
      bookedOn: calendarDate().describe('Day on which the bank booked it.'),
      payerName: text(140).describe('Name of the payer.'),
      payerAccount: optionalText(70)
        .default('')
        .describe('Account number of the payer; empty where it is not known.'),
      text: optionalText(140).default('').describe('Text of the payment; empty where it has none.'),
      reason: why(),
    }),
    response: enveloped(
      z.object({
        lineId: z.string().describe('Id of the line.'),
        depositId: z
          .string()
          .describe('Id of the deposit that it is now, `dep_…`; empty until it is taken in.'),
      }),
    ),
    failures: ['RECORD_NOT_FOUND', 'FUNDING_ACCOUNT_NOT_FOUND', 'AMOUNT_PRECISION'],
  }),
  dismissSetAside: endpoint({
    id: 'sandbox.dismissSetAside',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/bank/set-aside/{lineId}/dismiss',
    summary: 'Put away a line that moved no money, as the operator would',
    params: lineParams,
    body: z.object({ reason: why() }),
    response: enveloped(z.object({ lineId: z.string().describe('Id of the line.') })),
    failures: ['RECORD_NOT_FOUND'],
  }),
}
