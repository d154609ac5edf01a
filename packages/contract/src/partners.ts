import { z } from 'zod'
import { enveloped, recordId, text, timestamp } from './base/common.ts'
import { deprecations } from './base/deprecations.ts'
import { endpoint } from './base/endpoint.ts'
import { Partner } from './partner-records.ts'

const at = <const P extends string>(path: P) => `/api/v1/xfer/utility/${path}` as const

/** What pays in: the hash of a final token transfer and a signature over its text by the sender. */
const Deposit = z.object({
  transactionHash: text(),
  /** Base64 of the 65-byte signature over the hash as text (EIP-191), by the key that sent it. */
  base64Signature: text(400),
})

export const paymentEntryTypes = [
  'DEPOSIT',
  'KYC_FEE',
  'CORRECTION',
  'REFUND',
  'REFUND_RETURNED',
  'PARTNER_FEES',
] as const

/** One booking of the payments account; a debit is negative. */
const PaymentEntry = z.object({
  entryId: z.string(),
  type: z.enum(paymentEntryTypes),
  amount: z.number(),
  currency: z.string(),
  balanceAfter: z.number(),
  description: z.string(),
  transactionHash: z.string(),
  entityId: z.string(),
  createdAt: timestamp(),
})

export const PaymentsBalance = z
  .object({
    balances: z.array(
      z.object({
        currency: z.string(),
        /** What may be spent. */
        available: z.number(),
        /** Always 0: a payment is credited once it is final, and refused before. */
        pending: z.number(),
        /** Fees that were due when the balance was too small; the next deposit pays them first. */
        reserved: z.number(),
      }),
    ),
    deposit: z.object({
      network: z.string(),
      currency: z.string(),
      tokenAddress: z.string(),
      toWalletAddress: z.string(),
    }),
    kycFee: z.object({ individual: z.number(), business: z.number(), currency: z.string() }),
    /** What the partner earned by its own fees, taken for it and not settled yet. */
    partnerFees: z.array(z.object({ currency: z.string(), amount: z.number() })),
    lowBalanceThreshold: z.number(),
    /** The newest 20. */
    entries: z.array(PaymentEntry),
  })
  .meta({ id: 'PaymentsBalance' })

const PrepaidBalance = z
  .object({
    network: z.string(),
    currency: z.string(),
    tokenAddress: z.string(),
    toWalletAddress: z.string(),
    balance: z.number(),
    decimals: z.int(),
    depositsTotal: z.number(),
    consumedTotal: z.number(),
    deposits: z.array(
      z.object({
        transactionHash: z.string(),
        amount: z.number(),
        currency: z.string(),
        mintTransactionHash: z.string(),
        createdAt: timestamp(),
      }),
    ),
    deprecated: z.literal(true),
    successor: z.string(),
  })
  .meta({ id: 'PrepaidBalance' })

// The specified errors of the prepaid deposit: 400, 401, 500 (operations.md 1), so that what
// compliance does not allow is 400 there.
const depositFailures = [
  'TRANSACTION_HASH_INVALID',
  'TRANSACTION_HASH_REUSED',
  'SIGNATURE_INVALID',
  'POLICY_BLOCKED',
  'PROVIDER_UNAVAILABLE',
] as const

/** The partner's own account with the service: what pays its fees. */
export const partners = {
  paymentsBalance: endpoint({
    id: 'partners.paymentsBalance',
    module: 'partners',
    method: 'GET',
    path: at('partner/payments/balance'),
    summary: 'Read the payments account: balance, fees, how to pay in, newest entries',
    response: enveloped(PaymentsBalance),
    failures: [],
  }),
  paymentsDeposit: endpoint({
    id: 'partners.paymentsDeposit',
    module: 'partners',
    method: 'POST',
    path: at('partner/payments/deposit'),
    summary: 'Credit a payment to the service’s address to the payments account',
    body: Deposit,
    response: enveloped(
      z.object({
        depositId: z.string(),
        status: z.enum(['CREDITED', 'PENDING']),
        amount: z.number(),
        currency: z.string(),
        balanceAfter: z.number(),
        message: z.string(),
      }),
    ),
    failures: depositFailures,
  }),
  settleFees: endpoint({
    id: 'partners.settleFees',
    module: 'partners',
    method: 'POST',
    path: at('partner/payments/settle-fees'),
    summary: 'Credit what the partner earned by its own fees to the payments account',
    stepUp: true,
    body: z.object({ currency: text(20) }),
    response: enveloped(
      z.object({
        currency: z.string(),
        amount: z.number(),
        balanceAfter: z.number(),
        message: z.string(),
      }),
    ),
    failures: ['INSUFFICIENT_BALANCE'],
  }),
  prepaidBalance: endpoint({
    id: 'partners.prepaidBalance',
    module: 'partners',
    method: 'GET',
    path: at('prepaid/kyc/balance'),
    summary: 'Read the prepaid balance for verifications and how to pay in',
    response: enveloped(PrepaidBalance),
    failures: [],
    deprecated: deprecations['partners.prepaidBalance'],
  }),
  prepaidDeposit: endpoint({
    id: 'partners.prepaidDeposit',
    module: 'partners',
    method: 'POST',
    path: at('prepaid/kyc/deposit'),
    summary: 'Credit a payment to the prepaid balance; the credit token is minted on the chain',
    body: Deposit,
    response: enveloped(
      z.object({
        mintTransactionHash: z.string(),
        mintAddress: z.string(),
        message: z.string(),
      }),
    ),
    failures: depositFailures,
    statusOf: { POLICY_BLOCKED: 400 },
    deprecated: deprecations['partners.prepaidDeposit'],
  }),
  me: endpoint({
    id: 'partners.me',
    module: 'partners',
    method: 'GET',
    path: '/api/v1/partner/me',
    summary: 'Read the partner itself: wallets, limits, rates and what this key may do',
    response: enveloped(Partner.extend({ scopes: z.array(z.string()) })),
    failures: ['PROVIDER_UNAVAILABLE'],
  }),
  read: endpoint({
    id: 'partners.read',
    module: 'partners',
    method: 'GET',
    path: '/api/v1/partner/{svcPartnerId}',
    summary: 'Read the partner itself by its id',
    params: z.object({ svcPartnerId: recordId() }),
    response: enveloped(Partner),
    failures: ['FIELD_INVALID', 'PARTNER_NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
    deprecated: deprecations['partners.read'],
  }),
}
