import { z } from 'zod'
import {
  amount,
  enveloped,
  listed,
  optionalText,
  pageQuery,
  recordId,
  sortBy,
  text,
  timestamp,
  webAddress,
} from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { entityTypes } from '../base/entity-types.ts'
import { queryOf } from '../base/record.ts'
import { fieldsOf } from '../base/selection.ts'
import {
  AccountChanged,
  AccountRequirements,
  AddedAccount,
  AddExternalAccount,
  ExternalAccount,
  ExternalAccountDetail,
  ownerships,
} from './external-records.ts'
import { accountKinds, externalAccountFilters } from './members.ts'

export const accountFilters = z.object({
  ...pageQuery,
  sort: sortBy(['createdAt']),
  ...queryOf(externalAccountFilters),
})

const requirementsQuery = z.object({
  jurisdictionId: recordId(),
  entityType: z
    .enum(entityTypes)
    .optional()
    .describe('Whether the holder is an individual or a business.'),
  rail: text(40)
    .optional()
    .describe('Rail by which the account is reached; all of them when absent.'),
  ownership: z
    .enum(ownerships)
    .optional()
    .describe('Whether the account is the customer’s own or a payee’s.'),
  amount: text(40)
    .optional()
    .describe('Amount of the payment: some forms ask for more above a limit.'),
})

export const externalAccounts = {
  listExternal: endpoint({
    id: 'accounts.listExternal',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/accounts/external',
    summary: 'List the external accounts of all customers',
    query: accountFilters.extend({ fields: fieldsOf(ExternalAccount) }),
    response: listed(ExternalAccount),
    failures: ['CURSOR_INVALID'],
  }),
  listExternalOfEntity: endpoint({
    id: 'accounts.listExternalOfEntity',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/accounts/external/entity/{entityId}',
    summary: 'List the external accounts of one customer',
    params: z.object({ entityId: recordId() }),
    query: accountFilters.extend({ fields: fieldsOf(ExternalAccount) }),
    response: listed(ExternalAccount),
    failures: ['ENTITY_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  readExternal: endpoint({
    id: 'accounts.readExternal',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/accounts/external/{accountId}',
    summary: 'Read one external account',
    params: z.object({ accountId: recordId() }),
    response: enveloped(ExternalAccountDetail),
    failures: ['ACCOUNT_NOT_FOUND'],
  }),
  revealExternal: endpoint({
    id: 'accounts.revealExternal',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/external/{accountId}/reveal',
    summary: 'Read one external account with whole numbers, which is put on record',
    stepUp: true,
    eachForItself: true,
    scope: 'accounts:read_sensitive',
    params: z.object({ accountId: recordId() }),
    body: z.object({
      reason: optionalText().default('').describe('Why it is read; kept in the audit log.'),
    }),
    response: enveloped(ExternalAccountDetail),
    failures: ['ACCOUNT_NOT_FOUND'],
  }),
  linkToken: endpoint({
    id: 'accounts.linkToken',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/external/link/token',
    summary: 'Make a link on which a customer chooses bank accounts',
    stepUp: true,
    body: z.object({
      entityId: recordId().describe('Id of the customer, `ent_…`.'),
      jurisdictionId: recordId().describe('Id of the country whose banks are offered, `jur_…`.'),
      redirectUrl: webAddress().optional().describe('Where the customer goes when it is done.'),
      products: z
        .array(text(40))
        .max(20)
        .optional()
        .describe('What the link is to offer, by name.'),
    }),
    response: enveloped(
      z.object({
        linkToken: z.string().describe('Token of the link, to complete it with.'),
        linkUrl: z.string().describe('Address that the customer opens.'),
        expiresAt: timestamp().describe('Until when the link opens.'),
      }),
    ),
    failures: ['ENTITY_NOT_FOUND', 'RECORD_NOT_FOUND', 'ACCOUNT_TYPE_NOT_ALLOWED'],
  }),
  completeLink: endpoint({
    id: 'accounts.completeLink',
    module: 'accounts',
    method: 'PUT',
    path: '/api/v1/xfer/accounts/external/link/token',
    summary: 'Add the accounts that a customer chose on a link, or connect them again',
    stepUp: true,
    body: z.object({
      linkToken: text().describe('Token of the link, as it was answered.'),
      publicToken: text()
        .optional()
        .describe('What the link answered the customer’s page; in the sandbox `public-sandbox`.'),
      accountRefs: z
        .array(text())
        .max(50)
        .optional()
        .describe('Which of the chosen accounts to add; all of them when absent.'),
      mode: z
        .enum(['RECONNECT'])
        .optional()
        .describe('RECONNECT connects accounts again that need it, in place of adding some.'),
    }),
    response: enveloped(
      z.object({
        status: z
          .enum(['LINKED', 'PENDING'])
          .describe('Whether the accounts are added, or the bank still works on it.'),
        accounts: z
          .array(ExternalAccount)
          .describe(
            'The accounts that were added or connected again. One that waits still has its `statusReason`: OWNERSHIP where it is in another name, RISK where compliance looks at it.',
          ),
      }),
    ),
    failures: ['RECORD_NOT_FOUND'],
  }),
  requirements: endpoint({
    id: 'accounts.requirements',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/accounts/external/requirements',
    summary: 'Read what an external account of a jurisdiction needs',
    query: requirementsQuery,
    response: enveloped(AccountRequirements),
    failures: ['RECORD_NOT_FOUND'],
  }),
  evaluate: endpoint({
    id: 'accounts.evaluate',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/external/requirements',
    summary: 'Read what an external account needs after some answers are given',
    query: requirementsQuery.partial(),
    body: z.looseObject({
      entityId: recordId().optional().describe('Id of the customer whose it is to be, `ent_…`.'),
      jurisdictionId: recordId().optional().describe('Id of the jurisdiction, `jur_…`.'),
      entityType: z
        .enum(entityTypes)
        .optional()
        .describe('Whether the holder is an individual or a business.'),
      type: z.enum(accountKinds).optional().describe('Kind of the account.'),
      rail: text(40).optional().describe('Rail by which it is reached; all of them when absent.'),
      ownership: z
        .enum(ownerships)
        .optional()
        .describe('Whether the account is the customer’s own or a payee’s.'),
      amount: amount()
        .optional()
        .describe('Amount of the payment: some forms ask for more above a limit.'),
      accountHolder: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Answers about the holder so far, by their keys.'),
      account: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Answers about the bank account so far, by their keys.'),
      wallet: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('Answers about the wallet so far, by their keys.'),
    }),
    response: enveloped(AccountRequirements),
    failures: ['RECORD_NOT_FOUND', 'ENTITY_NOT_FOUND'],
  }),
  addExternal: endpoint({
    id: 'accounts.addExternal',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/external/add',
    summary: 'Add an external account of a customer or of its payee',
    stepUp: { unless: { member: 'dryRun', is: true } },
    body: AddExternalAccount,
    response: AddedAccount,
    failures: ['ENTITY_NOT_FOUND', 'RECORD_NOT_FOUND', 'ACCOUNT_TYPE_NOT_ALLOWED'],
  }),
  enable: endpoint({
    id: 'accounts.enable',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/external/enable',
    summary: 'Let an external account be used again',
    stepUp: true,
    body: z.object({
      accountId: recordId().describe('Id of the account, `acc_…`.'),
      reason: optionalText().default('').describe('Why it is enabled; kept in the audit log.'),
    }),
    response: enveloped(AccountChanged),
    failures: ['ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ILLEGAL_TRANSITION'],
  }),
  disable: endpoint({
    id: 'accounts.disable',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/external/disable',
    summary: 'Keep an external account from being used',
    body: z.object({
      accountId: recordId().describe('Id of the account, `acc_…`.'),
      reason: optionalText().default('').describe('Why it is disabled; kept in the audit log.'),
      isFraud: z
        .boolean()
        .optional()
        .describe(
          'Whether the number or address itself is stopped as fraud: under any holder and for any customer it is not enabled again before the operator has decided; what other partners order to it waits for the same decision. A partner has 20 such stops a day that are not decided, then `LIMIT_DAILY`.',
        ),
    }),
    response: enveloped(AccountChanged),
    failures: ['ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ILLEGAL_TRANSITION', 'LIMIT_DAILY'],
  }),
  deleteExternal: endpoint({
    id: 'accounts.deleteExternal',
    module: 'accounts',
    method: 'DELETE',
    path: '/api/v1/xfer/accounts/external/{accountId}',
    summary: 'Delete an external account',
    params: z.object({ accountId: recordId() }),
    response: enveloped(AccountChanged),
    failures: ['ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ACCOUNT_IN_USE'],
  }),
  deleteExternalByPost: endpoint({
    id: 'accounts.deleteExternalByPost',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/external/delete',
    summary: 'Delete an external account, for callers that cannot send DELETE',
    body: z.object({
      accountId: recordId().describe('Id of the account, `acc_…`.'),
      reason: optionalText().default('').describe('Why it is deleted; kept in the audit log.'),
    }),
    response: enveloped(AccountChanged),
    failures: ['ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ACCOUNT_IN_USE'],
  }),
}
