import { z } from 'zod'
import {
  amount,
  enveloped,
  listed,
  metadata,
  Money,
  optionalText,
  ownReference,
  Pagination,
  recordId,
  text,
  timestamp,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { givenOf } from './base/record.ts'
import { fieldsOf } from './base/selection.ts'
import { transferActions } from './transfers/actions.ts'
import { transferMembers } from './transfers/members.ts'
import { explain } from './transfers/explanation.ts'
import { onLateWays, OrdinaryQuoteAnswer, OrdinaryTransferAnswer } from './transfers/quotes.ts'
import { tracking } from './transfers/tracking.ts'
import { Transfer, transferQuery, TransferSummary } from './transfers/records.ts'

export const signatureTypes = ['WebAuthn', 'ApiKey'] as const

/** Bare, without an envelope: the wallet-to-wallet quote of interface-specification.md 2. */
export const WalletQuote = z
  .object({
    executionId: z.string(),
    quote: z.object({
      inAmount: Money,
      outAmount: Money,
      exchangeRate: z.object({ rate: z.number(), conversion: z.string() }),
      fees: z.object({ partnerFees: Money, svcFees: Money, totalFees: Money }),
    }),
    payloadToSign: z.string(),
    validUntil: timestamp(),
    message: z.string(),
  })
  .meta({ id: 'WalletQuote' })

export const Simulate = z
  .object({
    transactionId: ownReference(),
    fromEntityId: recordId(),
    fromAccountId: recordId(),
    toEntityId: recordId(),
    toAccountId: recordId(),
    exactAmountIn: amount().optional(),
    exactAmountOut: amount().optional(),
    ...givenOf(transferMembers),
    /** REPRICE where absent. */
    onLate: z.enum(onLateWays).optional(),
    /** The rail of the payout; the quickest when absent. */
    rail: text(40).optional(),
    metadata: metadata().optional(),
    /** The rail on which the payer pays in; the quickest when absent. */
    depositAccountPreference: text(40).optional(),
  })
  .meta({ id: 'Simulate' })

export const Execute = z
  .object({
    executionId: recordId(),
    // Of any form: what is no stamp, the signer names.
    payloadSignature: z.string().optional(),
    signatureType: z.string().optional(),
    /** Text or version of the quote's acknowledgement; every ordinary transfer needs it. */
    transferAcknowledgement: optionalText(2000).optional(),
    counterPartyRiskAcknowledged: z.boolean().optional(),
    /** Six digits, where the quote asks for them. */
    verificationCode: z.string().max(20).optional(),
  })
  .meta({ id: 'Execute' })

const listQuery = { ...transferQuery, fields: fieldsOf(Transfer) }

export const transfers = {
  ...transferActions,
  explain,
  ...tracking,
  simulate: endpoint({
    id: 'transfers.simulate',
    module: 'transfers',
    method: 'POST',
    path: '/api/v1/xfer/transaction/simulate',
    summary: 'Quote a transfer; between two wallets the answer carries the payload to sign',
    body: Simulate,
    response: z.union([WalletQuote, OrdinaryQuoteAnswer]),
    failures: [
      'AMOUNT_CHOICE',
      'AMOUNT_PRECISION',
      'AMOUNT_BELOW_MIN',
      'AMOUNT_ABOVE_MAX',
      'ACCOUNT_TYPE_NOT_ALLOWED',
      'CROSS_JURISDICTION_NOT_DIRECT',
      'ENTITY_NOT_FOUND',
      'ACCOUNT_NOT_FOUND',
      'TRANSACTION_ID_USED',
      'INSUFFICIENT_BALANCE',
      'CORRIDOR_UNAVAILABLE',
      'KYC_REQUIRED',
      'CAPABILITY_MISSING',
      'LIMIT_TXN',
      'LIMIT_DAILY',
      'POLICY_BLOCKED',
      'FUNDING_ACCOUNT_NOT_FOUND',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  execute: endpoint({
    id: 'transfers.execute',
    module: 'transfers',
    method: 'POST',
    path: '/api/v1/xfer/transaction/transfer',
    summary: 'Execute a quoted transfer; between two wallets with the signature over its payload',
    stepUp: { unless: { member: 'executionId', startsWith: 'cexec-' } },
    body: Execute,
    response: z.union([
      z.object({ executionId: z.string(), message: z.string() }),
      OrdinaryTransferAnswer,
    ]),
    failures: [
      'TRANSFER_NOT_FOUND',
      'QUOTE_EXPIRED',
      'QUOTE_SUPERSEDED',
      'POLICY_BLOCKED',
      'SIGNATURE_INVALID',
      'SIGNATURE_TYPE_INVALID',
      'SESSION_EXPIRED',
      'EXECUTION_ALREADY_EXECUTED',
      'FIELD_REQUIRED',
      'ACKNOWLEDGEMENT_REQUIRED',
      'OTP_INVALID',
      'OTP_EXPIRED',
      'KYC_REQUIRED',
      'CORRIDOR_UNAVAILABLE',
      'LIMIT_DAILY',
    ],
    approval: 'record',
  }),
  list: endpoint({
    id: 'transfers.list',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfers',
    summary: 'List transfers, newest first',
    query: z.object(listQuery),
    response: listed(Transfer),
    failures: ['CURSOR_INVALID', 'AMOUNT_PRECISION'],
  }),
  listOfPartner: endpoint({
    id: 'transfers.listOfPartner',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfers/partner',
    summary: 'List transfers with a summary of all that match',
    query: z.object(listQuery),
    response: z.object({
      success: z.literal(true),
      data: z.array(Transfer),
      pagination: Pagination,
      summary: TransferSummary,
    }),
    failures: ['CURSOR_INVALID', 'AMOUNT_PRECISION'],
  }),
  listOfEntity: endpoint({
    id: 'transfers.listOfEntity',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfers/entity/{entityId}',
    summary: 'List the transfers from or to one customer',
    params: z.object({ entityId: recordId() }),
    query: z.object({ ...listQuery, role: z.enum(['from', 'to', 'any']).optional() }),
    response: listed(Transfer),
    failures: ['ENTITY_NOT_FOUND', 'CURSOR_INVALID', 'AMOUNT_PRECISION'],
  }),
  readByTransactionId: endpoint({
    id: 'transfers.readByTransactionId',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfers/transaction/{transactionId}',
    summary: 'Read a transfer by the partner’s own transaction id',
    params: z.object({ transactionId: recordId() }),
    response: enveloped(Transfer),
    failures: ['TRANSFER_NOT_FOUND'],
  }),
  read: endpoint({
    id: 'transfers.read',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfer/{executionId}',
    summary: 'Read a transfer',
    params: z.object({ executionId: recordId() }),
    response: enveloped(Transfer),
    failures: ['TRANSFER_NOT_FOUND'],
  }),
}
