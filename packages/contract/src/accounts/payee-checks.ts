import { z } from 'zod'
import { enveloped, recordId, text, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { PayeeCheck } from '../base/payee-check.ts'
import { ownerships } from './external-records.ts'

const path = '/api/v1/xfer/accounts/external/check'

/** Whom to ask about: an account on record, or one as it would be added. */
const PayeeQuestion = z
  .object({
    accountId: recordId()
      .optional()
      .describe('Id of an external account, `acc_…`; in place of all other members.'),
    entityId: recordId()
      .optional()
      .describe(
        'Id of the customer whose account it is to be, `ent_…`; of no customer when absent.',
      ),
    jurisdictionId: recordId().optional().describe('Id of the country of the account, `jur_…`.'),
    ownership: z
      .enum(ownerships)
      .default('THIRD_PARTY')
      .describe('Whether the account is the customer’s own or a payee’s.'),
    type: z.enum(['BANK', 'MOBILE_MONEY']).default('BANK').describe('Kind of the account.'),
    rail: text(40).optional().describe('Rail by which it is to be reached.'),
    accountHolder: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'The holder, by the keys of the requirements: `name`, and `latinName` if it differs.',
      ),
    account: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The numbers of the account, by the keys of the requirements.'),
  })
  .meta({ id: 'PayeeQuestion' })

const PayeeCheckAnswer = PayeeCheck.extend({
  checkedAt: timestamp().describe('When it was asked.'),
  expiresAt: timestamp().describe('Until when the token is taken: an hour.'),
  token: z
    .string()
    .describe(
      'The answer to carry in `payeeCheckToken` of a quote for the same account and name: then it is not asked again.',
    ),
}).meta({ id: 'PayeeCheckAnswer' })

const way = z.enum(['HOLD', 'PAY'])
const PayeePolicy = z
  .object({
    CLOSE_MATCH: way.describe('Of a similar name.'),
    NO_MATCH: way.describe('Of another name.'),
    NOT_POSSIBLE: way.describe('Where nobody could be asked.'),
  })
  .meta({ id: 'PayeePolicy' })

/** In whose name an account is at its bank, before it is paid (people.md 2.10). */
export const payeeChecks = {
  checkExternal: endpoint({
    id: 'accounts.checkExternal',
    module: 'accounts',
    method: 'POST',
    path,
    summary: 'Ask the bank of a payee whether an account is in a name',
    body: PayeeQuestion,
    response: enveloped(PayeeCheckAnswer),
    failures: [
      'ACCOUNT_NOT_FOUND',
      'ENTITY_NOT_FOUND',
      'RECORD_NOT_FOUND',
      'ACCOUNT_TYPE_NOT_ALLOWED',
    ],
  }),
  checkExternals: endpoint({
    id: 'accounts.checkExternals',
    module: 'accounts',
    method: 'POST',
    path: `${path}/bulk`,
    summary: 'Ask the banks of many payees at once, each with an outcome of its own',
    bodyLimit: 2_000_000,
    body: z.object({
      rows: z.array(PayeeQuestion).min(1).max(1_000).describe('Whom to ask about, 1 to 1,000.'),
    }),
    response: enveloped(
      z.object({
        rows: z
          .array(
            z.object({
              row: z.int().describe('Place of the question, from 0.'),
              check: PayeeCheckAnswer.optional().describe(
                'What the bank answered; absent where it was not asked.',
              ),
              code: z
                .string()
                .optional()
                .describe('Why it was not asked: a code of an error; absent where it was.'),
              message: z
                .string()
                .optional()
                .describe('The same in a sentence; absent where it was asked.'),
            }),
          )
          .describe('One for each question, in their order.'),
      }),
    ),
    failures: [],
  }),
  payeePolicy: endpoint({
    id: 'accounts.payeePolicy',
    module: 'accounts',
    method: 'GET',
    path: `${path}/policy`,
    summary: 'Read what becomes of payments whose payee’s bank does not confirm the name',
    response: enveloped(PayeePolicy),
    failures: [],
  }),
  setPayeePolicy: endpoint({
    id: 'accounts.setPayeePolicy',
    module: 'accounts',
    method: 'PUT',
    path: `${path}/policy`,
    summary: 'Set what becomes of payments whose payee’s bank does not confirm the name',
    stepUp: true,
    body: PayeePolicy,
    response: enveloped(PayeePolicy),
    failures: [],
  }),
}
