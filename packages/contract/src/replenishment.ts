import { z } from 'zod'
import {
  amount,
  anyTimestamp,
  enveloped,
  listed,
  optionalText,
  pageQuery,
  recordId,
  sortBy,
  text,
  timestamp,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import {
  BatchError,
  Fulfillment,
  fulfillmentTypes,
  referenceTypes,
  Replenishment,
  replenishmentStatuses,
  ReplenishQuote,
  replenishQuoteStatuses,
} from './liquidity/records.ts'
import { Withdrawal } from './partner-records.ts'

const at = <const P extends string>(path: P) => `/api/v1/replenish/${path}` as const
const module = 'liquidity'
const asset = () => text(20)

/** A bank's form, a chain's form, or members of both; the answer always has the second. */
const TransactionReference = z.object({
  accountNumber: text(64)
    .optional()
    .describe('Number of the account that paid, of a payment by bank.'),
  accountName: text().optional().describe('Name of its holder, of a payment by bank.'),
  hash: optionalText()
    .optional()
    .describe('Hash of the payment’s transaction, of a payment on a chain.'),
  id: optionalText().optional().describe('Reference of the payment at the bank.'),
  type: z
    .enum(referenceTypes)
    .optional()
    .describe('Whether it is a payment by bank or on a chain.'),
  timestamp: anyTimestamp().optional().describe('When it was paid.'),
})

/** The specification's list of these operations is 400, 401, 404 and 500. */
const initiateStatuses = {
  ILLEGAL_TRANSITION: 400,
  INSUFFICIENT_BALANCE: 400,
  APPROVAL_REQUIRED: 400,
  POLICY_BLOCKED: 400,
} as const
const batchStatuses = { ...initiateStatuses, LIQUIDITY_TXN_NOT_FOUND: 400 } as const

/** Repaying drawings: quotes, payments from the operational wallet, statements of payments made. */
export const replenishment = {
  quoteReplenish: endpoint({
    id: 'liquidity.quoteReplenish',
    module,
    method: 'POST',
    path: at('quote'),
    summary: 'Quote what it takes to repay a drawing',
    body: z.object({
      originalTxnHash: text().describe('Hash of the transaction that disbursed the drawing.'),
      asOf: anyTimestamp()
        .optional()
        .describe('When it would be repaid, at most 30 days from now; now when absent.'),
      asset: asset().optional().describe('Code of the token of the drawing; that one when absent.'),
    }),
    response: enveloped(ReplenishQuote),
    failures: ['LIQUIDITY_TXN_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
  quoteReplenishBatch: endpoint({
    id: 'liquidity.quoteReplenishBatch',
    module,
    method: 'POST',
    path: at('quote/batch'),
    summary: 'Quote what it takes to repay several drawings',
    body: z.object({
      originalTxnHashes: z
        .array(text())
        .min(1)
        .max(100)
        .describe('Hashes of the transactions that disbursed the drawings, 1 to 100.'),
    }),
    response: enveloped(
      z.object({
        batchQuoteId: z.string().describe('Id of the batch, `rqb_…`.'),
        items: z
          .array(z.union([ReplenishQuote, BatchError]))
          .describe('A quote for each hash, or why there is none, in their order.'),
        totalReplenishAmount: z
          .number()
          .describe(
            'What it takes to repay all of them: principal and fees, in units of the asset.',
          ),
        validUntil: timestamp().describe('Until when the amounts hold.'),
      }),
    ),
    failures: [],
  }),
  listReplenishQuotes: endpoint({
    id: 'liquidity.listReplenishQuotes',
    module,
    method: 'GET',
    path: at('quote'),
    summary: 'List replenish quotes with what was fulfilled of each, newest first',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt']),
      status: z.enum(replenishQuoteStatuses).optional().describe('State of the quote.'),
      ltxId: recordId().optional(),
    }),
    response: listed(ReplenishQuote),
    failures: ['CURSOR_INVALID'],
  }),
  initiateReplenish: endpoint({
    id: 'liquidity.initiateReplenish',
    module,
    method: 'POST',
    path: at('transaction/initiate'),
    summary: 'Repay a drawing from the operational wallet',
    stepUp: true,
    body: z.object({
      originalTxnHash: text().describe('Hash of the transaction that disbursed the drawing.'),
      totalReplenishAmount: amount().describe(
        'What to pay, in units of the asset: at least the total of the newest quote.',
      ),
      asset: asset().describe('Code of the token of the drawing.'),
    }),
    response: enveloped(Replenishment),
    failures: [
      'LIQUIDITY_TXN_NOT_FOUND',
      'QUOTE_REQUIRED',
      'REPLENISH_AMOUNT_LOW',
      'INSUFFICIENT_BALANCE',
      'ILLEGAL_TRANSITION',
      'PROVIDER_UNAVAILABLE',
    ],
    statusOf: initiateStatuses,
    approval: 'beforehand',
  }),
  replenishBatch: endpoint({
    id: 'liquidity.replenishBatch',
    module,
    method: 'POST',
    path: at('transaction/batch'),
    summary: 'Repay several drawings from the operational wallet: all or none, or each for itself',
    stepUp: true,
    body: z.object({
      batchQuoteId: recordId().describe('Id of the batch, `rqb_…`, as its quote gave it.'),
      mode: z
        .enum(['ATOMIC', 'BEST_EFFORT'])
        .describe(
          'ATOMIC pays all in a single transaction or none; BEST_EFFORT pays each for itself.',
        ),
      items: z
        .array(
          z.object({
            originalTxnHash: text().describe('Hash of the transaction that disbursed the drawing.'),
            totalReplenishAmount: amount().describe(
              'What to pay for it, in units of the asset: at least the total of its quote.',
            ),
          }),
        )
        .min(1)
        .max(100)
        .describe('Drawings to repay, 1 to 100.'),
      asset: asset().describe('Code of the token of the drawings.'),
    }),
    response: enveloped(
      z.object({
        batchId: z.string().describe('Id of the batch.'),
        items: z
          .array(z.union([Replenishment, BatchError]))
          .describe('A repayment for each item, or why there is none, in their order.'),
        txnStatus: z
          .enum(replenishmentStatuses)
          .describe(
            'State of the batch: COMPLETED or FAILED when all are, PARTIAL when they differ, PENDING until then.',
          ),
      }),
    ),
    failures: [
      'QUOTE_NOT_FOUND',
      'LIQUIDITY_TXN_NOT_FOUND',
      'QUOTE_REQUIRED',
      'QUOTE_EXPIRED',
      'REPLENISH_AMOUNT_LOW',
      'INSUFFICIENT_BALANCE',
      'ILLEGAL_TRANSITION',
      'PROVIDER_UNAVAILABLE',
    ],
    statusOf: batchStatuses,
    approval: 'beforehand',
  }),
  readReplenish: endpoint({
    id: 'liquidity.readReplenish',
    module,
    method: 'GET',
    path: at('transaction/{replenishTxnHash}'),
    summary: 'Read a replenishment by any of its transaction hashes or by its id',
    params: z.object({
      replenishTxnHash: recordId().describe(
        'Any hash of the repayment’s transaction, or its id, `rpl_…`.',
      ),
    }),
    response: enveloped(Replenishment),
    failures: ['LIQUIDITY_TXN_NOT_FOUND'],
  }),
  listReplenishments: endpoint({
    id: 'liquidity.listReplenishments',
    module,
    method: 'GET',
    path: at('transaction'),
    summary: 'List replenishments, newest first',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt']),
      status: z.enum(replenishmentStatuses).optional().describe('State of the repayment.'),
      ltxId: recordId().optional(),
    }),
    response: listed(Replenishment),
    failures: ['CURSOR_INVALID'],
  }),
  fulfilQuote: endpoint({
    id: 'liquidity.fulfilQuote',
    module,
    method: 'POST',
    path: '/api/v1/transactions/quote/fulfilled',
    summary: 'State a payment that was made for a replenish quote',
    body: z.object({
      quoteId: recordId().describe('Id of the replenish quote, `rq_…`.'),
      amount: amount().describe('What was paid, in units of the asset.'),
      transactionReference: TransactionReference.describe(
        'The payment, in the form of a bank or of a chain.',
      ),
      fulfillmentType: z
        .enum(fulfillmentTypes)
        .describe('Whether it pays principal, fee, or both.'),
    }),
    response: enveloped(Fulfillment),
    failures: [
      'QUOTE_NOT_FOUND',
      'QUOTE_EXPIRED',
      'QUOTE_SUPERSEDED',
      'OVER_FULFILLMENT',
      'TRANSACTION_HASH_REUSED',
      'TRANSACTION_HASH_INVALID',
    ],
  }),
  withdrawOperational: endpoint({
    id: 'liquidity.withdrawOperational',
    module,
    method: 'POST',
    path: '/api/v1/partner/operational/withdraw',
    summary: 'Pay out of the operational wallet to an address that funded it before',
    stepUp: true,
    body: z.object({
      amount: amount().describe('What to pay out, in units of the asset.'),
      asset: asset().describe('Code of the token, such as USDC.'),
      toWalletAddress: text().describe('Address that funded the operational wallet before.'),
    }),
    response: enveloped(Withdrawal),
    failures: ['INSUFFICIENT_BALANCE', 'POLICY_BLOCKED', 'PROVIDER_UNAVAILABLE'],
    approval: 'beforehand',
  }),
}
