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
import { fieldsOf } from '../base/selection.ts'
import { JurisdictionRef } from './jurisdictions.ts'

export const fundingStatuses = ['PROVISIONING', 'ACTIVE', 'INACTIVE', 'CLOSED', 'FAILED'] as const
export const returnStrategies = ['STATIC_ADDRESS', 'ORIGIN_ACCOUNT', 'HOLD'] as const

/** The six members of the specification, in its own spelling; the rest only on a blockchain. */
export const DepositAccountInfo = z
  .object({
    currency: z.string(),
    bank_name: z.string(),
    bank_address: z.string(),
    bank_routing_number: z.string(),
    bank_account_number: z.string(),
    payment_rail: z.string(),
    networkName: z.string().optional(),
    chainId: z.string().optional(),
    tokenAddress: z.string().optional(),
    depositWalletAddress: z.string().optional(),
  })
  .meta({ id: 'DepositAccountInfo' })

const returnPolicy = {
  strategy: z.enum(returnStrategies),
  /** An external account of the same customer, or an address of the chain. */
  target: text().optional(),
}

export const FundingAccount = z
  .object({
    fundingAccountId: z.string(),
    entityId: z.string(),
    accountOwner: z.object({ entityId: z.string(), name: z.string() }),
    jurisdiction: JurisdictionRef,
    status: z.enum(fundingStatuses),
    statusReason: z.string(),
    depositAccountInfo: DepositAccountInfo,
    acceptedRails: z.array(z.string()),
    limits: z.object({ minDeposit: z.number(), maxDeposit: z.number(), dailyLimit: z.number() }),
    returnPolicy: z.object(returnPolicy),
    totals: z.object({ deposits: z.int(), amount: z.number() }),
    createdAt: timestamp(),
    activatedAt: timestamp().optional(),
    updatedAt: timestamp(),
    version: z.int(),
  })
  .meta({ id: 'FundingAccount' })

const FundingChanged = z.object({
  fundingAccountId: z.string(),
  status: z.enum(fundingStatuses),
  previousStatus: z.enum(fundingStatuses),
  /** Pay-in routes that this switches off, or that may be switched on again. */
  affectedRoutes: z.array(z.string()),
})
const toggle = z.object({ fundingAccountId: recordId(), reason: optionalText().default('') })
const filters = z.object({
  ...pageQuery,
  sort: sortBy(['createdAt']),
  status: z.enum(fundingStatuses).optional(),
  jurisdictionId: recordId().optional(),
})

export const fundingAccounts = {
  createFunding: endpoint({
    id: 'accounts.createFunding',
    module: 'accounts',
    method: 'POST',
    path: '/api/v1/xfer/accounts/funding/create',
    summary: 'Open an account that takes deposits for a customer',
    body: z.object({
      entityId: recordId(),
      jurisdictionId: recordId(),
      returnPolicy: z.object(returnPolicy).optional(),
    }),
    response: enveloped(FundingAccount).extend({ created: created() }),
    failures: [
      'ENTITY_NOT_FOUND',
      'RECORD_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'KYC_REQUIRED',
      'CORRIDOR_UNAVAILABLE',
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
