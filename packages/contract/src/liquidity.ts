import { z } from 'zod'
import {
  amount,
  anyTimestamp,
  countryCode,
  created,
  enveloped,
  listed,
  metadata,
  optionalText,
  outcome,
  ownReference,
  pageQuery,
  recordId,
  sortBy,
  succeeded,
  text,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import {
  drawingStatuses,
  framePhases,
  frameStatuses,
  LiquidityTransaction,
  ReserveFrame,
  transferModes,
} from './liquidity/records.ts'
import { LiquidityLimits, LiquidityPayment, paymentStates } from './liquidity/limits.ts'
import { replenishment } from './replenishment.ts'

const at = <const P extends string>(path: P) => `/api/v1/transactions/${path}` as const
const module = 'liquidity'

const Party = z.object({
  name: text().describe('Name of the person or business.'),
  country: countryCode().describe('Country as two capital letters (ISO 3166), such as GB.'),
})
/** Of a token's symbol; only that of the partner's credit line is taken. */
const asset = () => text(20)

/**
 * The specification's list of accept is 400 and 422: what the parameters are refused with is 422, what
 * the state is refused with 400.
 */
const acceptStatuses = {
  TRANSACTION_HASH_INVALID: 422,
  RESERVE_NOT_FOUND: 422,
  RESERVE_NOT_QUOTED: 400,
  RESERVE_EXPIRED: 400,
  FEE_TXN_MISMATCH: 400,
  APPROVAL_REQUIRED: 400,
  POLICY_BLOCKED: 400,
} as const

/** Reserve frames, drawings and how much of the credit line is used. */
export const liquidity = {
  quoteReserve: endpoint({
    id: 'liquidity.quoteReserve',
    module,
    method: 'POST',
    path: at('reserve/quote'),
    summary: 'Quote a reserve frame: what reserving an amount for a time costs',
    body: z.object({
      startTimestamp: anyTimestamp().describe('When the frame begins.'),
      endTimestamp: anyTimestamp().describe('When the frame ends.'),
      amount: amount().describe('What may be drawn in it, in units of the asset.'),
      asset: asset()
        .optional()
        .describe('Code of the credit line’s token, such as USDC; that one when absent.'),
      reference: optionalText().default('').describe('Your own name of the frame.'),
    }),
    response: enveloped(ReserveFrame),
    failures: ['CREDIT_LIMIT_EXCEEDED'],
  }),
  acceptReserve: endpoint({
    id: 'liquidity.acceptReserve',
    module,
    method: 'POST',
    path: at('reserve/accept'),
    summary: 'Accept a reserve frame with the transaction that paid its fee',
    stepUp: true,
    body: z.object({
      reserveFrameId: recordId().describe('Id of the reserve frame, `rsv_…`.'),
      feeTxnHash: text().describe('Hash of the transaction that paid its fee, used once.'),
    }),
    response: z.object({
      success: succeeded(),
      message: outcome(),
    }),
    failures: [
      'TRANSACTION_HASH_INVALID',
      'TRANSACTION_HASH_REUSED',
      'RESERVE_NOT_FOUND',
      'RESERVE_NOT_QUOTED',
      'RESERVE_EXPIRED',
      'FEE_TXN_MISMATCH',
    ],
    statusOf: acceptStatuses,
    membersRefusedAs: 422,
    approval: 'request',
  }),
  cancelReserve: endpoint({
    id: 'liquidity.cancelReserve',
    module,
    method: 'POST',
    path: at('reserve/cancel'),
    summary: 'Cancel a reserve frame before it begins; part of the fee goes back to who paid it',
    stepUp: true,
    body: z.object({
      reserveFrameId: recordId().describe('Id of the reserve frame, `rsv_…`.'),
      reason: optionalText().default('').describe('Why it is cancelled; kept with the frame.'),
    }),
    response: enveloped(ReserveFrame),
    failures: ['RESERVE_NOT_FOUND', 'ILLEGAL_TRANSITION', 'VERSION_CONFLICT'],
  }),
  activeReserves: endpoint({
    id: 'liquidity.activeReserves',
    module,
    method: 'GET',
    path: at('reserve/active'),
    summary: 'List accepted reserve frames that have not ended',
    query: z.object(pageQuery),
    response: listed(ReserveFrame),
    failures: ['CURSOR_INVALID'],
  }),
  listReserves: endpoint({
    id: 'liquidity.listReserves',
    module,
    method: 'GET',
    path: at('reserve/all'),
    summary: 'List reserve frames, by status or phase and by time',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt', 'startTimestamp']),
      status: z
        .enum([...frameStatuses, ...framePhases])
        .optional()
        .describe('State or phase of the frame.'),
      from: anyTimestamp()
        .optional()
        .describe('Frames whose time overlaps with the one from here on.'),
      to: anyTimestamp()
        .optional()
        .describe('Frames whose time overlaps with the one before here.'),
    }),
    response: listed(ReserveFrame),
    failures: ['CURSOR_INVALID'],
  }),
  initiate: endpoint({
    id: 'liquidity.initiate',
    module,
    method: 'POST',
    path: at('initiate'),
    summary: 'Draw on the credit line or on a reserve frame: tokens are paid to the recipient',
    stepUp: true,
    body: z.object({
      transactionId: ownReference().describe('Your own name of the drawing, unique among yours.'),
      amount: amount().describe('Principal to draw, in units of the asset.'),
      asset: asset().describe('Code of the credit line’s token, such as USDC.'),
      recipientWallet: text().describe('Address that the principal goes to.'),
      reserveFrameId: recordId()
        .optional()
        .describe('Id of the reserve frame to draw on, `rsv_…`; the credit line when absent.'),
      transferMode: z
        .enum(transferModes)
        .default('IMMEDIATE')
        .describe(
          'Whether it is disbursed at once, or when its frame begins; IMMEDIATE when absent.',
        ),
      expectedRepaymentAt: anyTimestamp()
        .optional()
        .describe(
          'When it is due, within 30 days of its start; after the agreed tenor when absent.',
        ),
      originator: Party.describe('Who the money comes from.'),
      beneficiary: Party.describe('Who the money goes to.'),
      metadata: metadata()
        .default({})
        .describe(
          'Texts to keep with the drawing, name by name: at most 50, each of at most 200 characters.',
        ),
    }),
    response: enveloped(LiquidityTransaction).extend({ created: created() }),
    failures: [
      'RESERVE_NOT_FOUND',
      'TRANSACTION_ID_USED',
      'LIMIT_TXN',
      'LIMIT_DAILY',
      'CREDIT_LIMIT_EXCEEDED',
      'RESERVE_EXPIRED',
      'ILLEGAL_TRANSITION',
      'POLICY_BLOCKED',
      'PROVIDER_UNAVAILABLE',
    ],
    approval: 'request',
  }),
  detail: endpoint({
    id: 'liquidity.detail',
    module,
    method: 'GET',
    path: at('detail/{transactionId}'),
    summary: 'Read a drawing by its id, the partner’s id or its transaction hash',
    params: z.object({
      transactionId: recordId().describe(
        'Id of the drawing, your own name of it, or the hash of its transaction.',
      ),
    }),
    response: enveloped(LiquidityTransaction),
    failures: ['LIQUIDITY_TXN_NOT_FOUND'],
  }),
  list: endpoint({
    id: 'liquidity.list',
    module,
    method: 'GET',
    path: at('list'),
    summary: 'List drawings, newest first',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt', 'dueAt']),
      status: z.enum(drawingStatuses).optional().describe('State of the drawing.'),
      asset: asset().optional().describe('Code of the token.'),
      from: anyTimestamp().optional().describe('Drawings from this time on.'),
      to: anyTimestamp().optional().describe('Drawings before this time.'),
      open: z
        .enum(['true', 'false'])
        .optional()
        .describe('`true`: drawings on which something is owed or about to be paid.'),
      reserveFrameId: recordId().optional(),
    }),
    response: listed(LiquidityTransaction),
    failures: ['CURSOR_INVALID'],
  }),
  limits: endpoint({
    id: 'liquidity.limits',
    module,
    method: 'GET',
    path: at('limits'),
    summary: 'Read limits, what is used of them and how the day goes',
    response: enveloped(LiquidityLimits),
    failures: [],
  }),
  listPayments: endpoint({
    id: 'liquidity.listPayments',
    module,
    method: 'GET',
    path: at('payments'),
    summary: 'List what arrived for fees and repayments, those that fit nothing as well',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['receivedAt']),
      status: z.enum(paymentStates).optional().describe('What the payment was taken for.'),
    }),
    response: listed(LiquidityPayment),
    failures: ['CURSOR_INVALID'],
  }),
  creditPayment: endpoint({
    id: 'liquidity.creditPayment',
    module,
    method: 'POST',
    path: at('payments/credit'),
    summary: 'Credit a payment that fits nothing to the payments account',
    body: z.object({ paymentId: recordId().describe('Id of the payment, `lpay_…`.') }),
    response: enveloped(LiquidityPayment),
    failures: ['RECORD_NOT_FOUND', 'ILLEGAL_TRANSITION', 'TRANSACTION_HASH_REUSED'],
  }),
  ...replenishment,
}
