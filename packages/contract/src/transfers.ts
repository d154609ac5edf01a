import { z } from 'zod'
import {
  amount,
  enveloped,
  listed,
  metadata,
  Money,
  optionalText,
  ownReference,
  page,
  recordId,
  succeeded,
  text,
  timestamp,
} from './base/common.ts'
import { endpoint } from './base/endpoint.ts'
import { givenOf } from './base/record.ts'
import { fieldsOf } from './base/selection.ts'
import { transferActions } from './transfers/actions.ts'
import { transferMembers } from './transfers/members.ts'
import { explain } from './transfers/explanation.ts'
import {
  Fees,
  onLateWays,
  OrdinaryQuoteAnswer,
  OrdinaryTransferAnswer,
} from './transfers/quotes.ts'
import { tracking } from './transfers/tracking.ts'
import { Transfer, transferQuery, TransferSummary } from './transfers/records.ts'

export const signatureTypes = ['WebAuthn', 'ApiKey'] as const

/** Bare, without an envelope: the wallet-to-wallet quote of interface-specification.md 2. */
export const WalletQuote = z
  .object({
    executionId: z
      .string()
      .describe('Id of the transfer, `cexec-…`: executing and reading it name it.'),
    quote: z
      .object({
        inAmount: Money.describe('What leaves the payer’s wallet.'),
        outAmount: Money.describe('What reaches the payee’s wallet.'),
        exchangeRate: z
          .object({
            rate: z.number().describe('Units of the target for one unit of the source: 1.'),
            conversion: z.string().describe('The rate as a text, such as `1 USDC = 1 USDC`.'),
          })
          .describe('The rate between the two sides; the tokens are the same.'),
        fees: Fees.omit({ txFees: true }).describe(
          'Fees of the transfer; the network’s are not part of it.',
        ),
      })
      .describe('What is paid and received.'),
    payloadToSign: z
      .string()
      .describe('The exact text that the owner of the paying wallet signs (guide to signing).'),
    validUntil: timestamp().describe('Until when the signature is taken.'),
    message: z.string().describe('What to do next, in a sentence.'),
  })
  .meta({ id: 'WalletQuote' })

export const Simulate = z
  .object({
    transactionId: ownReference().describe(
      'Your own name of the transfer, unique among yours; repeated while its quote holds, that quote is answered.',
    ),
    fromEntityId: recordId().describe('Id of the customer who pays, `ent_…`.'),
    fromAccountId: recordId().describe(
      'The account that pays: `acc_…`, or `fund_…` of a funding account that takes the money in.',
    ),
    toEntityId: recordId().describe('Id of the customer who is paid, or whose payee is, `ent_…`.'),
    toAccountId: recordId().describe('Id of the external account that is paid, `acc_…`.'),
    exactAmountIn: amount()
      .optional()
      .describe(
        'What the payer pays, fees included, in the source currency; in place of `exactAmountOut`.',
      ),
    exactAmountOut: amount()
      .optional()
      .describe('What the payee receives, in the target currency; in place of `exactAmountIn`.'),
    ...givenOf(transferMembers),
    onLate: z
      .enum(onLateWays)
      .optional()
      .describe(
        'What becomes of money that is booked after the rate’s time: REPRICE pays another rate, RETURN sends it back; REPRICE when absent.',
      ),
    rail: text(40)
      .optional()
      .describe('Rail of the payout, such as SEPA_INSTANT; the quickest when absent.'),
    metadata: metadata()
      .optional()
      .describe(
        'Texts to keep with the transfer, name by name: at most 50, each of at most 200 characters.',
      ),
    payeeCheckToken: text(2_000)
      .optional()
      .describe(
        'Token of a check of this payee’s account and name within the last hour: its answer is taken, and the bank is not asked again.',
      ),
    depositAccountPreference: text(40)
      .optional()
      .describe('Rail on which the payer pays in; the quickest when absent.'),
  })
  .meta({ id: 'Simulate' })

export const Execute = z
  .object({
    executionId: recordId().describe('Id of the quote: `exec_…`, between two wallets `cexec-…`.'),
    // Of any form: what is no stamp, the signer names.
    payloadSignature: z
      .string()
      .optional()
      .describe('Stamp over `payloadToSign`; between two wallets only.'),
    signatureType: z
      .string()
      .optional()
      .describe('ApiKey or WebAuthn, as the stamp was made; between two wallets only.'),
    transferAcknowledgement: optionalText(2000)
      .optional()
      .describe(
        'Text or version of the quote’s acknowledgement; needed for all but transfers between two wallets.',
      ),
    counterPartyRiskAcknowledged: z
      .boolean()
      .optional()
      .describe('Whether the payee’s risk is known; needed where the quote asks for it.'),
    verificationCode: z
      .string()
      .max(20)
      .optional()
      .describe('The payer’s code of six digits, where the quote asks for it.'),
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
      'PAYEE_CHECK_INVALID',
      'PAYEE_CHECK_EXPIRED',
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
      z.object({
        executionId: z.string().describe('Id of the transfer, `cexec-…`.'),
        message: z.string().describe('What happens next, in a sentence.'),
      }),
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
      success: succeeded(),
      data: z.array(Transfer).describe('Transfers of this page.'),
      pagination: page(),
      summary: TransferSummary.describe(
        'Counts and sums of all transfers that match, on every page the same.',
      ),
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
    query: z.object({
      ...listQuery,
      role: z
        .enum(['from', 'to', 'any'])
        .optional()
        .describe('Side of the transfer that the customer is on; any when absent.'),
    }),
    response: listed(Transfer),
    failures: ['ENTITY_NOT_FOUND', 'CURSOR_INVALID', 'AMOUNT_PRECISION'],
  }),
  readByTransactionId: endpoint({
    id: 'transfers.readByTransactionId',
    module: 'transfers',
    method: 'GET',
    path: '/api/v1/xfer/transaction/transfers/transaction/{transactionId}',
    summary: 'Read a transfer by the partner’s own transaction id',
    params: z.object({ transactionId: recordId().describe('Your own name of the transfer.') }),
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
