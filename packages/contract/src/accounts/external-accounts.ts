import { z } from 'zod'
import { BankAccount } from '../base/bank-account.ts'
import {
  amount,
  created,
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
import { queryOf } from '../base/record.ts'
import { fieldsOf } from '../base/selection.ts'
import { accountKinds, externalAccountFilters, externalAccountStatuses } from './members.ts'
import { entityTypes } from '../base/entity-types.ts'
import { Field } from '../base/fields.ts'
import { JurisdictionRef } from './jurisdictions.ts'

export const ownerships = ['SELF', 'THIRD_PARTY'] as const
const ExternalAccountShape = z.object({
  accountId: z.string().describe('Id of the account, `acc_…`.'),
  entityId: z.string().describe('Id of the customer whose it is, `ent_…`.'),
  ownership: z.enum(ownerships).describe('Whether the account is the customer’s own or a payee’s.'),
  accountKind: z.enum(accountKinds).describe('Whether it is at a bank, a wallet, or mobile money.'),
  status: z
    .enum(externalAccountStatuses)
    .describe('State of the account; it is paid and pays while it is ENABLED.'),
  statusReason: z.string().describe('Why it has this state; empty where that needs no reason.'),
  jurisdiction: JurisdictionRef.describe('Where the account is: a country, or a token on a chain.'),
  rails: z.array(z.string()).describe('Rails by which the account can be reached.'),
  accountHolder: z
    .object({
      name: z.string().describe('Name of the holder.'),
      type: z.string().describe('Whether the holder is an individual or a business.'),
      address: z
        .record(z.string(), z.string())
        .describe('Address of the holder, member by member; empty where none was asked for.'),
    })
    .describe('Who holds the account.'),
  account: BankAccount.describe(
    'The bank account; its numbers show their end only, and its texts are empty of a wallet.',
  ),
  wallet: z
    .object({
      walletAddress: z.string().describe('Its address on its chain.'),
      networkName: z.string().describe('Name of the chain.'),
      chainId: z.string().describe('Id of the chain, as text.'),
      tokenAddress: z.string().describe('Address of the token’s contract.'),
    })
    .optional()
    .describe('The wallet; absent of a bank account.'),
  verification: z
    .object({
      status: z.string().describe('Result of the check.'),
      nameMatch: z
        .enum(['MATCH', 'CLOSE', 'NO_MATCH', 'UNAVAILABLE'])
        .describe('How the holder’s name fits the one at the bank.'),
      bankName: z
        .string()
        .describe('The holder’s name as the bank has it; empty where it says none.'),
      method: z.string().describe('How it was checked; empty before it was.'),
    })
    .describe('What was checked about the account.'),
  nickname: z.string().describe('Your own name of the account; empty where none was given.'),
  source: z
    .enum(['API', 'LINK'])
    .describe('Whether it was added by the API, or chosen by the customer on a link.'),
  fingerprint: z
    .string()
    .describe('The same for accounts of the same number: by it duplicates are found.'),
  createdAt: timestamp().describe('When it was added.'),
  updatedAt: timestamp().describe('When it was last changed.'),
  lastUsedAt: timestamp()
    .optional()
    .describe('When a transfer last used it, to the minute; absent where none did.'),
  version: z.int().describe('Rises with each change of the account; `If-Match` names it.'),
})
export const ExternalAccount = ExternalAccountShape.meta({ id: 'ExternalAccount' })
export const ExternalAccountDetail = ExternalAccountShape.extend({
  routes: z
    .array(z.string())
    .describe('Ids of the pay-in routes that lead to the account, `tele_…`.'),
  recentTransfers: z
    .array(
      z.object({
        executionId: z.string().describe('Id of the transfer.'),
        status: z.string().describe('State of the transfer.'),
        createdAt: timestamp().describe('When it was quoted.'),
      }),
    )
    .describe('The newest transfers from or to the account.'),
}).meta({ id: 'ExternalAccountDetail' })

/** One way to reach an account, with everything it must say. */
export const AccountRequirements = z
  .object({
    jurisdictionId: z.string(),
    schemaVersion: z.string(),
    types: z.array(
      z.object({
        type: z.enum(accountKinds),
        rail: z.string(),
        fields: z.array(Field),
        etaMinutes: z.number(),
        feeHint: z.string(),
      }),
    ),
    /** What a partial form has wrong so far; missing members are not reported here. */
    issues: z
      .array(
        z.object({
          path: z.string(),
          code: z.string(),
          message: z.string(),
          allowed: z.array(z.string()).optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'AccountRequirements' })

/** Members by the keys of the requirements; what a key of them means is the jurisdiction's to say. */
export const AddExternalAccount = z
  .object({
    entityId: recordId(),
    jurisdictionId: recordId(),
    type: z.enum(accountKinds),
    rail: text(40).optional(),
    ownership: z.enum(ownerships),
    accountHolder: z
      .looseObject({
        name: optionalText().optional(),
        type: optionalText(40).optional(),
        address: z.record(z.string().max(40), optionalText()).optional(),
      })
      .optional(),
    account: z.record(z.string().max(60), z.unknown()).optional(),
    wallet: z.record(z.string().max(60), z.unknown()).optional(),
    nickname: optionalText().optional(),
    dryRun: z.boolean().optional(),
  })
  .meta({ id: 'AddExternalAccount' })

export const AccountChanged = z.object({
  accountId: z.string().describe('Id of the account, `acc_…`.'),
  status: z.enum(externalAccountStatuses).describe('Its state now.'),
  previousStatus: z.enum(externalAccountStatuses).describe('Its state before.'),
  affectedRoutes: z.array(z.string()).describe('Ids of pay-in routes that this switches off.'),
})

/** Of a dry run, which stores nothing, there is no id. */
export const AddedAccount = enveloped(ExternalAccount.partial({ accountId: true })).extend({
  created: created(),
})

export const accountFilters = z.object({
  ...pageQuery,
  sort: sortBy(['createdAt']),
  ...queryOf(externalAccountFilters),
})

const requirementsQuery = z.object({
  jurisdictionId: recordId(),
  entityType: z.enum(entityTypes).optional(),
  rail: text(40).optional(),
  ownership: z.enum(ownerships).optional(),
  amount: text(40).optional(),
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
    body: z.object({ reason: optionalText().default('') }),
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
      entityId: recordId(),
      jurisdictionId: recordId(),
      redirectUrl: webAddress().optional(),
      products: z.array(text(40)).max(20).optional(),
    }),
    response: enveloped(
      z.object({ linkToken: z.string(), linkUrl: z.string(), expiresAt: timestamp() }),
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
      linkToken: text(),
      publicToken: text().optional(),
      accountRefs: z.array(text()).max(50).optional(),
      mode: z.enum(['RECONNECT']).optional(),
    }),
    response: enveloped(
      z.object({ status: z.enum(['LINKED', 'PENDING']), accounts: z.array(ExternalAccount) }),
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
      entityId: recordId().optional(),
      jurisdictionId: recordId().optional(),
      entityType: z.enum(entityTypes).optional(),
      type: z.enum(accountKinds).optional(),
      rail: text(40).optional(),
      ownership: z.enum(ownerships).optional(),
      amount: amount().optional(),
      accountHolder: z.record(z.string(), z.unknown()).optional(),
      account: z.record(z.string(), z.unknown()).optional(),
      wallet: z.record(z.string(), z.unknown()).optional(),
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
    body: z.object({ accountId: recordId(), reason: optionalText().default('') }),
    response: enveloped(AccountChanged),
    failures: ['ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ILLEGAL_TRANSITION'],
  }),
  disable: endpoint({
    id: 'accounts.disable',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/external/disable',
    summary: 'Keep an external account from being used',
    body: z.object({ accountId: recordId(), reason: optionalText().default('') }),
    response: enveloped(AccountChanged),
    failures: ['ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ILLEGAL_TRANSITION'],
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
    body: z.object({ accountId: recordId(), reason: optionalText().default('') }),
    response: enveloped(AccountChanged),
    failures: ['ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ACCOUNT_IN_USE'],
  }),
}
