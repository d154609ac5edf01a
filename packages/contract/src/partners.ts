import { z } from 'zod'
import { enveloped, recordId, text, timestamp } from './base/common.ts'
import { deprecations } from './base/deprecations.ts'
import { endpoint } from './base/endpoint.ts'
import { Partner } from './partner-records.ts'

const at = <const P extends string>(path: P) => `/api/v1/xfer/utility/${path}` as const

/** What pays in: the hash of a final token transfer and a signature over its text by the sender. */
const Deposit = z.object({
  transactionHash: text().describe(
    'Hash of a final token transfer to the address for deposits, used once.',
  ),
  base64Signature: text(400).describe(
    'Base64 of the 65-byte signature over the hash as text (EIP-191), by the key that sent it.',
  ),
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
  entryId: z.string().describe('Id of the entry.'),
  type: z.enum(paymentEntryTypes).describe('What was booked.'),
  amount: z.number().describe('Amount in units of the currency; a debit is negative.'),
  currency: z.string().describe('Code of the currency or token.'),
  balanceAfter: z.number().describe('Balance after the entry, in units of the currency.'),
  description: z.string().describe('What it was for, in a sentence.'),
  transactionHash: z.string().describe('Hash of the payment; empty where none came.'),
  entityId: z
    .string()
    .describe('Id of the customer that it was for, `ent_…`; empty where it was for none.'),
  createdAt: timestamp().describe('When it was booked.'),
})

export const PaymentsBalance = z
  .object({
    balances: z
      .array(
        z.object({
          currency: z.string().describe('Code of the currency or token.'),
          available: z.number().describe('What may be spent, in units of the currency.'),
          pending: z
            .number()
            .describe('Always 0: a payment is credited once it is final, and refused before.'),
          reserved: z
            .number()
            .describe(
              'Fees that were due when the balance was too small; the next deposit pays them first.',
            ),
        }),
      )
      .describe('What the account holds, by currency.'),
    deposit: z
      .object({
        network: z.string().describe('Name of the chain.'),
        currency: z.string().describe('Code of the token.'),
        tokenAddress: z.string().describe('Address of the token’s contract.'),
        toWalletAddress: z.string().describe('Address that takes deposits.'),
      })
      .describe('How to pay in.'),
    kycFee: z
      .object({
        individual: z.number().describe('Fee for a person, in units of the currency.'),
        business: z.number().describe('Fee for a business, in units of the currency.'),
        currency: z.string().describe('Code of the currency of the fees.'),
      })
      .describe('What a verification costs.'),
    partnerFees: z
      .array(
        z.object({
          currency: z.string().describe('Code of the currency or token.'),
          amount: z.number().describe('Amount in units of the currency.'),
        }),
      )
      .describe('What you earned by your own fees, taken for you and not settled yet.'),
    lowBalanceThreshold: z
      .number()
      .describe(
        'Falling below this balance sends the event `low_balance`; in units of the currency.',
      ),
    entries: z.array(PaymentEntry).describe('The newest 20 entries, the newest first.'),
  })
  .meta({ id: 'PaymentsBalance' })

const PrepaidBalance = z
  .object({
    network: z.string().describe('Name of the chain.'),
    currency: z.string().describe('Code of the token.'),
    tokenAddress: z.string().describe('Address of the token’s contract.'),
    toWalletAddress: z.string().describe('Address that takes deposits.'),
    balance: z.number().describe('What may be spent, in units of the token.'),
    decimals: z.int().describe('Decimals of the token.'),
    depositsTotal: z.number().describe('What was paid in so far, in units of the token.'),
    consumedTotal: z.number().describe('What was spent so far, in units of the token.'),
    deposits: z
      .array(
        z.object({
          transactionHash: z.string().describe('Hash of the payment.'),
          amount: z.number().describe('Amount in units of the token.'),
          currency: z.string().describe('Code of the token.'),
          mintTransactionHash: z
            .string()
            .describe('Hash of the transaction that minted the credit; empty until there is one.'),
          createdAt: timestamp().describe('When it was credited.'),
        }),
      )
      .describe('The newest 100 deposits, the newest first.'),
    deprecated: z.literal(true).describe('Always true: the payments account replaces it.'),
    successor: z.string().describe('Path of the operation to use in its place.'),
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
        depositId: z.string().describe('Id of the deposit.'),
        status: z.enum(['CREDITED', 'PENDING']).describe('Whether it is credited already.'),
        amount: z.number().describe('What was credited, in units of the currency.'),
        currency: z.string().describe('Code of the token.'),
        balanceAfter: z.number().describe('Balance after the deposit, in units of the currency.'),
        message: z.string().describe('What was done, in a sentence.'),
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
    body: z.object({ currency: text(20).describe('Code of the currency or token to settle.') }),
    response: enveloped(
      z.object({
        currency: z.string().describe('Code of the currency or token.'),
        amount: z.number().describe('What was settled, in units of the currency.'),
        balanceAfter: z.number().describe('Balance after it, in units of the currency.'),
        message: z.string().describe('What was done, in a sentence.'),
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
        mintTransactionHash: z.string().describe('Hash of the transaction that minted the credit.'),
        mintAddress: z.string().describe('Address that the credit was minted to.'),
        message: z.string().describe('What was done, in a sentence.'),
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
    response: enveloped(
      Partner.extend({
        scopes: z
          .array(z.string())
          .describe('What the key of this call may do, such as `transfers:read`.'),
      }),
    ),
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
