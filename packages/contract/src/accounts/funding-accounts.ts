import { z } from 'zod'
import {
  created,
  enveloped,
  listed,
  optionalText,
  pageQuery,
  recordId,
  sortBy,
  text,
  timestamp,
} from '../base/common.ts'
import { endpoint } from '../base/endpoint.ts'
import { queryOf } from '../base/record.ts'
import { fieldsOf } from '../base/selection.ts'
import {
  fundingAccountFilters,
  fundingStatuses,
  namedPayerStatuses,
  payerRules,
} from './members.ts'
import { JurisdictionRef } from './jurisdictions.ts'

export const returnStrategies = ['STATIC_ADDRESS', 'ORIGIN_ACCOUNT', 'HOLD'] as const

/** The six members of the specification, in its own spelling; the rest only on a blockchain. */
export const DepositAccountInfo = z
  .object({
    currency: z.string().describe('Code of the currency or token that is paid in.'),
    bank_name: z.string().describe('Name of the bank; empty on a chain.'),
    bank_address: z.string().describe('Address of the bank; empty on a chain.'),
    bank_routing_number: z
      .string()
      .describe('Routing number of the bank; empty where the country has none, and on a chain.'),
    bank_account_number: z.string().describe('Number of the account; empty on a chain.'),
    payment_rail: z.string().describe('Rail that the account takes payments by.'),
    networkName: z.string().optional().describe('Name of the chain; on a chain only.'),
    chainId: z.string().optional().describe('Id of the chain, as text; on a chain only.'),
    tokenAddress: z
      .string()
      .optional()
      .describe('Address of the token’s contract; on a chain only.'),
    depositWalletAddress: z
      .string()
      .optional()
      .describe('Address that takes the deposits; on a chain only.'),
  })
  .meta({ id: 'DepositAccountInfo' })

const returnPolicy = {
  strategy: z
    .enum(returnStrategies)
    .describe(
      'Where deposits go that are sent back: STATIC_ADDRESS to `target`, ORIGIN_ACCOUNT to the account that paid, HOLD nowhere until it is decided.',
    ),
  target: text()
    .optional()
    .describe(
      'An external account of the same customer, `acc_…`, or an address of the chain; with STATIC_ADDRESS.',
    ),
}

const allowed = z
  .enum(payerRules)
  .describe(
    'CUSTOMER: the customer alone; NAMED: those in `named`, too; ANYBODY. What others pay beyond small sums is held.',
  )
const payersToSet = {
  allowed,
  named: z
    .array(
      z.object({
        name: text(200).describe('Name of the payer, as banks write it.'),
        account: optionalText(100)
          .optional()
          .describe(
            'Number of the account, or address of the wallet, that it pays from; any when absent.',
          ),
      }),
    )
    .max(100)
    .optional()
    .describe('The payers that may pay, all of them; with NAMED.'),
}

export const FundingAccount = z
  .object({
    fundingAccountId: z.string().describe('Id of the funding account, `fund_…`.'),
    entityId: z.string().describe('Id of the customer whose it is, `ent_…`.'),
    accountOwner: z
      .object({
        entityId: z.string().describe('Id of the customer, `ent_…`.'),
        name: z.string().describe('Name of the customer.'),
      })
      .describe('The customer whose it is.'),
    jurisdiction: JurisdictionRef.describe(
      'Where the account is: a country, or a token on a chain.',
    ),
    status: z
      .enum(fundingStatuses)
      .describe('State of the account; it takes deposits while it is ACTIVE.'),
    statusReason: z.string().describe('Why it has this state; empty where that needs no reason.'),
    depositAccountInfo: DepositAccountInfo.describe('Where payers pay in.'),
    acceptedRails: z.array(z.string()).describe('Rails by which it takes payments.'),
    limits: z
      .object({
        minDeposit: z.number().describe('The least that is forwarded.'),
        maxDeposit: z.number().describe('The most that is forwarded at once.'),
        dailyLimit: z.number().describe('The most that is forwarded in a day (UTC).'),
      })
      .describe('What a deposit may be, in the account’s currency.'),
    returnPolicy: z.object(returnPolicy).describe('Where deposits go that are sent back.'),
    payers: z
      .object({
        allowed,
        named: z
          .array(
            z.object({
              name: z.string().describe('Name of the payer.'),
              accountMasked: z
                .string()
                .describe('End of the account that it pays from; empty where any will do.'),
              status: z
                .enum(namedPayerStatuses)
                .describe(
                  'STOPPED: a list of sanctions names it by now; it is as if it was not named.',
                ),
            }),
          )
          .describe('The payers that may pay besides the customer; with NAMED.'),
      })
      .describe('Whose money it takes.'),
    totals: z
      .object({
        deposits: z.int().describe('How many deposits came.'),
        amount: z.number().describe('Their sum, in the account’s currency.'),
      })
      .describe('What it has taken so far.'),
    createdAt: timestamp().describe('When the account was asked for.'),
    activatedAt: timestamp().optional().describe('When it first took deposits; absent until then.'),
    updatedAt: timestamp().describe('When it was last changed.'),
    version: z.int().describe('Rises with each change of the account; `If-Match` names it.'),
  })
  .meta({ id: 'FundingAccount' })

const FundingChanged = z.object({
  fundingAccountId: z.string().describe('Id of the funding account, `fund_…`.'),
  status: z.enum(fundingStatuses).describe('Its state now.'),
  previousStatus: z.enum(fundingStatuses).describe('Its state before.'),
  affectedRoutes: z
    .array(z.string())
    .describe('Ids of pay-in routes that this switches off, or that may be switched on again.'),
})
const toggle = z.object({
  fundingAccountId: recordId().describe('Id of the funding account, `fund_…`.'),
  reason: optionalText().default('').describe('Why it is changed; kept in the audit log.'),
})
const filters = z.object({
  ...pageQuery,
  sort: sortBy(['createdAt']),
  ...queryOf(fundingAccountFilters),
})

export const fundingAccounts = {
  createFunding: endpoint({
    id: 'accounts.createFunding',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/funding/create',
    summary: 'Open an account that takes deposits for a customer',
    stepUp: { unless: { member: 'payers', isAbsent: true } },
    body: z.object({
      entityId: recordId().describe('Id of the customer, `ent_…`.'),
      jurisdictionId: recordId().describe('Id of the jurisdiction that pays in, `jur_…`.'),
      returnPolicy: z
        .object(returnPolicy)
        .optional()
        .describe('Where deposits go that are sent back; ORIGIN_ACCOUNT when absent.'),
      payers: z
        .object(payersToSet)
        .optional()
        .describe(
          'Whose money it takes; as agreed with the partner when absent. Of an account that is there it changes nothing: another rule than its own is refused.',
        ),
    }),
    response: enveloped(FundingAccount).extend({ created: created() }),
    failures: [
      'ENTITY_NOT_FOUND',
      'RECORD_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'KYC_REQUIRED',
      'CORRIDOR_UNAVAILABLE',
      'POLICY_BLOCKED',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  setFundingPayers: endpoint({
    id: 'accounts.setFundingPayers',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/funding/payers',
    summary: 'Say whose money a funding account takes',
    stepUp: true,
    body: z.object({
      fundingAccountId: recordId().describe('Id of the funding account, `fund_…`.'),
      ...payersToSet,
      reason: optionalText().default('').describe('Why it is changed; kept in the audit log.'),
    }),
    response: enveloped(FundingAccount),
    failures: [
      'FUNDING_ACCOUNT_NOT_FOUND',
      'VERSION_CONFLICT',
      'POLICY_BLOCKED',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  activateFunding: endpoint({
    id: 'accounts.activateFunding',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/funding/activate',
    summary: 'Let a funding account take deposits',
    body: toggle,
    response: enveloped(FundingChanged),
    failures: [
      'FUNDING_ACCOUNT_NOT_FOUND',
      'VERSION_CONFLICT',
      'ILLEGAL_TRANSITION',
      'KYC_REQUIRED',
    ],
  }),
  deactivateFunding: endpoint({
    id: 'accounts.deactivateFunding',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/funding/deactivate',
    summary: 'Stop forwarding what a funding account takes in',
    body: toggle,
    response: enveloped(FundingChanged),
    failures: ['FUNDING_ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ILLEGAL_TRANSITION'],
  }),
  readFunding: endpoint({
    id: 'accounts.readFunding',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/accounts/funding/{fundingAccountId}',
    summary: 'Read one funding account',
    params: z.object({ fundingAccountId: recordId() }),
    response: enveloped(FundingAccount),
    failures: ['FUNDING_ACCOUNT_NOT_FOUND'],
  }),
  listFunding: endpoint({
    id: 'accounts.listFunding',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/accounts/funding',
    summary: 'List the funding accounts of all customers',
    query: filters.extend({ fields: fieldsOf(FundingAccount) }),
    response: listed(FundingAccount),
    failures: ['CURSOR_INVALID'],
  }),
  listFundingOfEntity: endpoint({
    id: 'accounts.listFundingOfEntity',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/accounts/funding/entity/{entityId}',
    summary: 'List the funding accounts of one customer',
    params: z.object({ entityId: recordId() }),
    query: filters.extend({ fields: fieldsOf(FundingAccount) }),
    response: listed(FundingAccount),
    failures: ['ENTITY_NOT_FOUND', 'CURSOR_INVALID'],
  }),
}
