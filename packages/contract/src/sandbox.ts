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
import { ExternalAccount } from './accounts/external-records.ts'
import { externalAccountStatuses } from './accounts/members.ts'
import { KycStatus } from './kyc/records.ts'
import { Transfer } from './transfers/records.ts'
import { bankControls } from './sandbox/bank.ts'
import { payeeControls } from './sandbox/payees.ts'
import { travelControls } from './sandbox/travel-rule.ts'

/** A reason as a code, or with what the partner should do about it. */
const DecisionReason = z.union([
  text(),
  z.object({
    code: text(60).describe('Code of the reason, such as DOCUMENT_EXPIRED.'),
    message: optionalText().default('').describe('The same in a sentence; empty when absent.'),
    fixBy: optionalText(40)
      .default('')
      .describe('Who can do something about it: partner, customer or service.'),
    fixField: optionalText()
      .default('')
      .describe('Key of the field or document to correct; empty where it is about the whole.'),
    retryable: z
      .boolean()
      .optional()
      .describe('Whether it may be submitted again; true when absent.'),
  }),
])

const Chain = z.object({
  jurisdictionId: z.string().describe('Id of the token on its chain, `jur_…`.'),
  chainId: z.string().describe('Id of the chain, as text.'),
  networkName: z.string().describe('Name of the chain.'),
  rpcUrl: z.string().describe('Address of its node, for JSON-RPC.'),
  tokenAddress: z.string().describe('Address of the token’s contract.'),
  currency: z.string().describe('Code of the token.'),
  decimals: z.int().describe('Decimals of the token.'),
})

/** What arrived: its id, the transfer it belongs to if that is known already, and its state. */
const Deposit = z.object({
  depositId: z.string().describe('Id of the deposit, `dep_…`.'),
  executionId: z
    .string()
    .optional()
    .describe('Id of the transfer it belongs to; absent until that is known.'),
  status: z.string().describe('State of the deposit.'),
})

export const liquidityPurposes = ['RESERVE_FEE', 'REPAYMENT', 'OPERATIONAL_WALLET'] as const

/** Controls that exist only where `ENVIRONMENT=sandbox`; operations.md 14. */
export const sandbox = {
  faucet: endpoint({
    id: 'sandbox.faucet',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/chain/faucet',
    summary: 'Pay test tokens and native coin to an address',
    body: z.object({
      address: text().describe('Address that is paid.'),
      jurisdictionId: recordId().describe('Id of the token on its chain, `jur_…`.'),
      amount: amount().describe('Amount in units of the token.'),
    }),
    response: enveloped(
      z.object({
        transactionHash: z.string().describe('Hash of the transaction that paid.'),
        blockNumber: z.int().describe('Number of its block.'),
        amount: z.number().describe('Amount in units of the token.'),
        currency: z.string().describe('Code of the token.'),
      }),
    ),
    failures: ['RECORD_NOT_FOUND', 'AMOUNT_PRECISION', 'AMOUNT_ABOVE_MAX', 'PROVIDER_UNAVAILABLE'],
  }),
  send: endpoint({
    id: 'sandbox.send',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/chain/send',
    summary: 'Send a signed transaction',
    body: z.object({
      jurisdictionId: recordId().describe('Id of a token on the chain, `jur_…`.'),
      signedTransaction: z
        .string()
        .min(4)
        .max(20000)
        .describe('The signed transaction in hexadecimal, `0x…`.'),
    }),
    response: enveloped(
      z.object({ transactionHash: z.string().describe('Hash of the transaction.') }),
    ),
    failures: ['RECORD_NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
  }),
  mine: endpoint({
    id: 'sandbox.mine',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/chain/mine',
    summary: 'Mine blocks',
    body: z.object({ blocks: z.int().min(1).max(1000).describe('How many blocks, 1 to 1,000.') }),
    response: enveloped(z.object({ blockNumber: z.int().describe('Number of the newest block.') })),
    failures: ['PROVIDER_UNAVAILABLE'],
  }),
  reorg: endpoint({
    id: 'sandbox.reorg',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/chain/reorg',
    summary: 'Replace the newest blocks by others without their transactions',
    body: z.object({ blocks: z.int().min(1).max(1000).describe('How many blocks, 1 to 1,000.') }),
    response: enveloped(z.object({ blockNumber: z.int().describe('Number of the newest block.') })),
    failures: ['PROVIDER_UNAVAILABLE'],
  }),
  chains: endpoint({
    id: 'sandbox.chains',
    module: 'sandbox',
    method: 'GET',
    path: '/api/v1/sandbox/chain',
    summary: 'List the chains of this instance',
    response: enveloped(z.array(Chain)),
    failures: [],
  }),
  advanceClock: endpoint({
    id: 'sandbox.advanceClock',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/clock/advance',
    summary: 'Move the service’s clock forward',
    body: z.object({
      seconds: z.int().min(1).max(315_360_000).describe('How many seconds forward.'),
    }),
    response: enveloped(z.object({ now: timestamp().describe('The service’s time now.') })),
    failures: ['PROVIDER_UNAVAILABLE'],
  }),
  clock: endpoint({
    id: 'sandbox.clock',
    module: 'sandbox',
    method: 'GET',
    path: '/api/v1/sandbox/clock',
    summary: 'Read the service’s clock',
    response: enveloped(z.object({ now: timestamp().describe('The service’s time now.') })),
    failures: [],
  }),
  outbox: endpoint({
    id: 'sandbox.outbox',
    module: 'sandbox',
    method: 'GET',
    path: '/api/v1/sandbox/outbox',
    summary: 'List the messages that a live instance would have sent',
    query: z.object({
      ...pageQuery,
      sort: sortBy(['createdAt']),
      channel: z.enum(['EMAIL', 'SMS']).optional().describe('Whether it is an e-mail or an SMS.'),
      to: text().optional().describe('Address or number that it goes to.'),
    }),
    response: listed(
      z.object({
        messageId: z.string().describe('Id of the message, `msg_…`.'),
        channel: z.enum(['EMAIL', 'SMS']).describe('Whether it is an e-mail or an SMS.'),
        to: z.string().describe('Address or number that it goes to.'),
        subject: z.string().describe('Subject of an e-mail; empty of an SMS.'),
        text: z.string().describe('Text of the message.'),
        code: z.string().optional().describe('The one-time code in it; absent of most.'),
        otpId: z.string().optional().describe('Id of that code; absent of most.'),
        entityId: z
          .string()
          .optional()
          .describe('Id of the customer that it is about, `ent_…`; absent where it is about none.'),
        createdAt: timestamp().describe('When it was written.'),
      }),
    ),
    failures: ['CURSOR_INVALID'],
  }),
  decideKyc: endpoint({
    id: 'sandbox.decideKyc',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/kyc/{entityId}/decision',
    summary: 'Decide a verification as the service would',
    params: z.object({ entityId: recordId() }),
    body: z.object({
      decision: z
        .enum(['APPROVED', 'REJECTED', 'INFORMATION_REQUIRED'])
        .describe('The state to give it.'),
      reasons: z
        .array(DecisionReason)
        .max(20)
        .optional()
        .describe('Reasons, each a code, a sentence or both; a plain reason when absent.'),
    }),
    response: enveloped(KycStatus),
    failures: ['ENTITY_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
  setAccountStatus: endpoint({
    id: 'sandbox.setAccountStatus',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/external-account/{accountId}/status',
    summary: 'Give an external account a status, as its bank would',
    params: z.object({ accountId: recordId() }),
    body: z.object({
      status: z.enum(externalAccountStatuses).describe('The state to give it.'),
      reason: optionalText().default('').describe('Why it has it; empty when absent.'),
    }),
    response: enveloped(ExternalAccount),
    failures: ['ACCOUNT_NOT_FOUND', 'VERSION_CONFLICT', 'ACCOUNT_IN_USE', 'ILLEGAL_TRANSITION'],
  }),
  depositForTransfer: endpoint({
    id: 'sandbox.depositForTransfer',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/transfer/{executionId}/deposit',
    summary: 'Have the money arrive that a transfer waits for',
    params: z.object({ executionId: recordId() }),
    body: z.object({
      amount: amount()
        .optional()
        .describe('Amount that arrives; what the transfer waits for when absent.'),
      currency: text(20)
        .optional()
        .describe('Code of the currency or token that arrives; the expected one when absent.'),
      senderName: optionalText()
        .optional()
        .describe('Whom the bank names as the sender: the payer when absent, nobody when empty.'),
      senderAccount: optionalText()
        .optional()
        .describe(
          'Account that the bank names: a made-up one, always the same, when absent; none when empty.',
        ),
      ultimateName: optionalText()
        .optional()
        .describe('For whom the sender pays, as a bank names it; nobody when absent.'),
    }),
    response: enveloped(Deposit),
    failures: [
      'TRANSFER_NOT_FOUND',
      'AMOUNT_PRECISION',
      'ILLEGAL_TRANSITION',
      'PROVIDER_UNAVAILABLE',
    ],
  }),
  depositForFunding: endpoint({
    id: 'sandbox.depositForFunding',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/funding/{fundingAccountId}/deposit',
    summary: 'Have a bank deposit arrive on a funding account',
    params: z.object({ fundingAccountId: recordId() }),
    body: z.object({
      amount: amount().describe('Amount that arrives, in units of the currency.'),
      currency: text(20).describe('Code of the currency that arrives.'),
      senderName: text().describe('Whom the bank names as the sender.'),
      senderAccount: optionalText()
        .optional()
        .describe(
          'Account that the bank names: a made-up one, always the same, when absent; none when empty.',
        ),
      ultimateName: optionalText()
        .optional()
        .describe('For whom the sender pays, as a bank names it; nobody when absent.'),
      reference: optionalText(140)
        .optional()
        .describe('Text of the payment, at most 140 characters.'),
    }),
    response: enveloped(Deposit),
    failures: ['FUNDING_ACCOUNT_NOT_FOUND', 'AMOUNT_PRECISION', 'PROVIDER_UNAVAILABLE'],
  }),
  payLiquidity: endpoint({
    id: 'sandbox.payLiquidity',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/liquidity/pay',
    summary: 'Pay the fee of a reserve, a repayment, or into the operational wallet',
    body: z.object({
      purpose: z
        .enum(liquidityPurposes)
        .describe('What is paid: the fee of a reserve, a repayment, or the operational wallet.'),
      id: recordId()
        .optional()
        .describe('Id of the reserve frame or the replenish quote that is paid.'),
      amount: amount()
        .optional()
        .describe('Amount in units of the credit line’s asset; what is owed when absent.'),
      by: z
        .enum(['CHAIN', 'BANK'])
        .default('CHAIN')
        .describe(
          'Only a repayment comes by bank, rounded up to the decimals of the bank’s money.',
        ),
      senderName: optionalText()
        .optional()
        .describe('Whom the bank names as the sender; only of a repayment by bank.'),
    }),
    response: enveloped(
      z.object({
        transactionHash: z
          .string()
          .describe('Hash of the transaction that paid; empty of a payment by bank.'),
        amount: z.number().describe('Amount that was paid, in units of the asset.'),
        currency: z.string().describe('Code of the token or currency that was paid.'),
        paymentId: z
          .string()
          .describe(
            'Id of the payment; empty where it was not taken in yet, and for the operational wallet.',
          ),
      }),
    ),
    failures: ['RECORD_NOT_FOUND', 'AMOUNT_PRECISION', 'PROVIDER_UNAVAILABLE'],
  }),
  failTransfer: endpoint({
    id: 'sandbox.failTransfer',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/transfer/{executionId}/fail',
    summary: 'Have a step of a transfer fail when it is reached',
    params: z.object({ executionId: recordId() }),
    body: z.object({
      step: text(60).describe('Name of the step, such as payout_submitted.'),
      failureCode: text(60).describe('Code of the failure, such as BENEFICIARY_ACCOUNT_CLOSED.'),
    }),
    response: enveloped(Transfer),
    failures: ['TRANSFER_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
  reviewTransfer: endpoint({
    id: 'sandbox.reviewTransfer',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/transfer/{executionId}/review',
    summary: 'Decide a review as the service would',
    params: z.object({ executionId: recordId() }),
    body: z.object({
      decision: z
        .enum(['APPROVED', 'REJECTED', 'INFORMATION_REQUIRED'])
        .describe('What the service decides.'),
      question: text()
        .default('Please explain this payment.')
        .describe('What is asked with INFORMATION_REQUIRED.'),
      dueAt: anyTimestamp()
        .optional()
        .describe('Until when it is to be answered; a week when absent.'),
    }),
    response: enveloped(Transfer),
    failures: ['TRANSFER_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
  ...bankControls,
  ...payeeControls,
  ...travelControls,
  oidcToken: endpoint({
    id: 'sandbox.oidcToken',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/oidc/token',
    summary: 'Get an identity token of the sandbox’s own issuer',
    body: z.object({
      sub: text().describe('Subject of the token: who signs in.'),
      nonce: text().describe(
        'Nonce of the token: SHA-256 of the key of the session, in hexadecimal.',
      ),
      aud: text().optional().describe('Audience of the token; the sandbox’s own when absent.'),
      expiresIn: z
        .int()
        .min(-3600)
        .max(3600)
        .optional()
        .describe('Seconds until the token ends; negative for a token that has ended.'),
    }),
    response: enveloped(
      z.object({
        oidcToken: z.string().describe('The identity token, a JWT.'),
        iss: z.string().describe('Issuer of the token.'),
        aud: z.string().describe('Audience of the token.'),
      }),
    ),
    failures: [],
  }),
}
