import { z } from 'zod'
import { enveloped, listed, pageQuery, recordId, sortBy, text, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

export const jurisdictionTypes = ['country', 'blockchain'] as const
export const accountKinds = ['BANK', 'WALLET', 'NON_CUSTODIAL_WALLET', 'MOBILE_MONEY'] as const
export const externalAccountStatuses = [
  'PENDING_VERIFICATION',
  'VERIFICATION_FAILED',
  'ENABLED',
  'DISABLED',
  'NEEDS_RELINK',
  'DELETED',
] as const

export const JurisdictionRef = z
  .object({
    id: z.string(),
    name: z.string(),
    currency: z.string(),
    type: z.enum(jurisdictionTypes),
  })
  .meta({ id: 'JurisdictionRef' })

/** The bank members of the specification, part 2; empty text where a value is unknown. */
export const BankAccount = z
  .object({
    accountNumber: z.string(),
    accountHolderName: z.string(),
    bankName: z.string(),
    bankAddress: z.string(),
    bankCountry: z.string(),
    bankSwiftCode: z.string(),
    bankRoutingNumber: z.string(),
    bankIban: z.string(),
    bankBic: z.string(),
    branchCode: z.string(),
    accountType: z.string(),
    additionalDetails: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'BankAccount' })

const ExternalAccountShape = z.object({
  accountId: z.string(),
  entityId: z.string(),
  ownership: z.enum(['SELF', 'THIRD_PARTY']),
  accountKind: z.enum(accountKinds),
  status: z.enum(externalAccountStatuses),
  statusReason: z.string(),
  jurisdiction: JurisdictionRef,
  rails: z.array(z.string()),
  accountHolder: z.object({
    name: z.string(),
    type: z.string(),
    address: z.record(z.string(), z.string()),
  }),
  account: BankAccount,
  wallet: z
    .object({
      walletAddress: z.string(),
      networkName: z.string(),
      chainId: z.string(),
      tokenAddress: z.string(),
    })
    .optional(),
  verification: z.object({
    status: z.string(),
    nameMatch: z.enum(['MATCH', 'CLOSE', 'NO_MATCH', 'UNAVAILABLE']),
    bankName: z.string(),
    method: z.string(),
  }),
  nickname: z.string(),
  source: z.enum(['API', 'LINK']),
  fingerprint: z.string(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  lastUsedAt: timestamp().optional(),
  version: z.int(),
})
export const ExternalAccount = ExternalAccountShape.meta({ id: 'ExternalAccount' })
export const ExternalAccountDetail = ExternalAccountShape.extend({
  routes: z.array(z.string()),
  recentTransfers: z.array(
    z.object({ executionId: z.string(), status: z.string(), createdAt: timestamp() }),
  ),
}).meta({ id: 'ExternalAccountDetail' })

export const Jurisdiction = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(jurisdictionTypes),
    currency: z.string(),
    currencyScale: z.int(),
    countryCode: z.string().optional(),
    networkName: z.string().optional(),
    chainId: z.string().optional(),
    tokenAddress: z.string().optional(),
    nativeCurrency: z.string().optional(),
    rails: z.array(
      z.object({
        rail: z.string(),
        direction: z.enum(['IN', 'OUT', 'BOTH']),
        min: z.number(),
        max: z.number(),
        cutoff: z.string(),
        settlement: z.enum(['INSTANT', 'BATCH']),
        etaMinutes: z.number(),
      }),
    ),
    features: z.object({
      onRamp: z.boolean(),
      offRamp: z.boolean(),
      payIn: z.boolean(),
      walletToWallet: z.boolean(),
      entityTypes: z.array(z.string()),
    }),
    status: z.enum(['AVAILABLE', 'DEGRADED', 'PAUSED']),
  })
  .meta({ id: 'Jurisdiction' })

const accountFilters = z.object({
  ...pageQuery,
  sort: sortBy(['createdAt']),
  status: z.enum(externalAccountStatuses).optional(),
  jurisdictionId: recordId().optional(),
  kind: z.enum(accountKinds).optional(),
})

export const accounts = {
  listExternal: endpoint({
    id: 'accounts.listExternal',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/accounts/external',
    summary: 'List the external accounts of all customers',
    query: accountFilters,
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
    query: accountFilters,
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
  listJurisdictions: endpoint({
    id: 'accounts.listJurisdictions',
    module: 'accounts',
    method: 'GET',
    path: '/api/v1/xfer/utility/jurisdictions',
    summary: 'List countries and chains with their rails and features',
    query: z.object({
      ...pageQuery,
      type: z.enum(jurisdictionTypes).optional(),
      currency: text(20).optional(),
      q: text().optional(),
    }),
    response: listed(Jurisdiction),
    failures: ['CURSOR_INVALID'],
  }),
}
