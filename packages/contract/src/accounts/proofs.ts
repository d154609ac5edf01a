import { z } from 'zod'
import { enveloped, optionalText, recordId, text, timestamp } from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { FileInput } from '../base/fields.ts'
import { AccountProof, ExternalAccount } from './external-records.ts'
import { startableProofs } from './members.ts'

const ofAccount = z.object({ accountId: recordId() })
const ofProof = z.object({ accountId: recordId(), proofId: recordId() })
const path = '/api/v1/xfer/accounts/external/{accountId}/proof'

/** Proving that an account is the customer's own, and saying that it is not (people.md 2.7, people.md 2.8). */
export const accountProofs = {
  startProof: endpoint({
    id: 'accounts.startProof',
    module: 'accounts',
    method: 'POST',
    path,
    summary: 'Begin to prove that an external account is the customer’s own',
    // Papers prove nothing before a reviewer has looked at them.
    stepUp: { unless: { member: 'method', startsWith: 'DOCUMENT' } },
    bodyLimit: 16 * 1024 * 1024,
    params: ofAccount,
    body: z.object({
      method: z
        .enum(startableProofs)
        .describe(
          'MICRO_DEPOSIT pays a random amount with a code to a bank account; WALLET_SIGNATURE has the wallet sign a text; TEST_PAYMENT has it send an exact amount; DOCUMENT has a reviewer look at papers.',
        ),
      documents: z
        .array(FileInput)
        .max(10)
        .default([])
        .describe('Papers that show whose the account is, such as a statement; of DOCUMENT alone.'),
    }),
    response: enveloped(AccountProof),
    failures: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_TYPE_NOT_ALLOWED', 'ILLEGAL_TRANSITION'],
  }),
  completeProof: endpoint({
    id: 'accounts.completeProof',
    module: 'accounts',
    method: 'POST',
    path: `${path}/{proofId}/complete`,
    summary: 'Answer what an attempt to prove an external account asked for',
    stepUp: true,
    params: ofProof,
    body: z.object({
      amount: z
        .number()
        .positive()
        .optional()
        .describe('The amount that arrived, as the statement has it; of MICRO_DEPOSIT alone.'),
      statementCode: text(40)
        .optional()
        .describe('The code in the text of the payment, in any case; of MICRO_DEPOSIT alone.'),
      signature: text(4_000)
        .optional()
        .describe(
          'Signature of `message` by the wallet, in hex: 65 bytes, or what a wallet that is a contract takes (EIP-1271); of WALLET_SIGNATURE alone.',
        ),
    }),
    response: enveloped(AccountProof),
    failures: [
      'ACCOUNT_NOT_FOUND',
      'RECORD_NOT_FOUND',
      'ILLEGAL_TRANSITION',
      'SIGNATURE_INVALID',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  linkProof: endpoint({
    id: 'accounts.linkProof',
    module: 'accounts',
    method: 'POST',
    path: `${path}/{proofId}/link`,
    summary: 'Make a link on which the customer completes the proof, without an account of ours',
    stepUp: true,
    eachForItself: true,
    params: ofProof,
    response: enveloped(
      z.object({
        linkUrl: z.string().describe('Address that the customer opens; an earlier one ends.'),
        expiresAt: timestamp().describe('Until when it opens: 15 minutes.'),
      }),
    ),
    failures: ['ACCOUNT_NOT_FOUND', 'RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
  listProofs: endpoint({
    id: 'accounts.listProofs',
    module: 'accounts',
    method: 'GET',
    path,
    summary: 'Read the attempts to prove an external account, the newest first',
    params: ofAccount,
    response: enveloped(z.array(AccountProof)),
    failures: ['ACCOUNT_NOT_FOUND'],
  }),
  disownExternal: endpoint({
    id: 'accounts.disownExternal',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/external/{accountId}/third-party',
    summary: 'Make an external account that is not the customer’s own a third party’s',
    stepUp: true,
    params: ofAccount,
    body: z.object({
      reason: optionalText().default('').describe('Why; kept in the audit log.'),
    }),
    response: enveloped(ExternalAccount),
    failures: ['ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ILLEGAL_TRANSITION'],
  }),
}
