import { z } from 'zod'
import { enveloped, optionalText, recordId, text } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'

/** Banks of payees, as a test has them answer (people.md 2.10). */
export const payeeControls = {
  setBankName: endpoint({
    id: 'sandbox.setBankName',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/accounts/bank-name',
    summary: 'Set in whose name an account is at its bank',
    body: z.object({
      accountId: recordId().optional().describe('Id of an account with that number, `acc_…`.'),
      countryCode: text(2)
        .optional()
        .describe('Country of the number as two capital letters, where no account is named.'),
      number: text(64).optional().describe('IBAN or national number, where no account is named.'),
      name: optionalText(140)
        .nullish()
        .describe(
          'The holder as the bank has it. Null or absent has the bank confirm any name, as at first.',
        ),
      unavailable: z.boolean().default(false).describe('Whether the bank does not answer at all.'),
    }),
    response: enveloped(
      z.object({
        name: z.string().describe('The holder as the bank has it; empty where it confirms any.'),
        unavailable: z.boolean().describe('Whether the bank does not answer.'),
      }),
    ),
    failures: ['ACCOUNT_NOT_FOUND'],
  }),
}
