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
import { ExternalAccount } from './accounts/external-accounts.ts'
import { externalAccountStatuses } from './accounts/members.ts'
import { KycStatus } from './kyc.ts'
import { Transfer } from './transfers/records.ts'

/** A reason as a code, or with what the partner should do about it. */
const DecisionReason = z.union([
  text(),
  z.object({
    code: text(60),
    message: optionalText().default(''),
    fixBy: optionalText(40).default(''),
    fixField: optionalText().default(''),
    retryable: z.boolean().optional(),
  }),
])

const Chain = z.object({
  jurisdictionId: z.string(),
  chainId: z.string(),
  networkName: z.string(),
  rpcUrl: z.string(),
  tokenAddress: z.string(),
  currency: z.string(),
  decimals: z.int(),
})

/** What arrived: its id, the transfer it belongs to if that is known already, and its state. */
const Deposit = z.object({
  depositId: z.string(),
  executionId: z.string().optional(),
  status: z.string(),
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
    body: z.object({ address: text(), jurisdictionId: recordId(), amount: amount() }),
    response: enveloped(
      z.object({
        transactionHash: z.string(),
        blockNumber: z.int(),
        amount: z.number(),
        currency: z.string(),
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
    body: z.object({ jurisdictionId: recordId(), signedTransaction: z.string().min(4).max(20000) }),
    response: enveloped(z.object({ transactionHash: z.string() })),
    failures: ['RECORD_NOT_FOUND', 'PROVIDER_UNAVAILABLE'],
  }),
  mine: endpoint({
    id: 'sandbox.mine',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/chain/mine',
    summary: 'Mine blocks',
    body: z.object({ blocks: z.int().min(1).max(1000) }),
    response: enveloped(z.object({ blockNumber: z.int() })),
    failures: ['PROVIDER_UNAVAILABLE'],
  }),
  reorg: endpoint({
    id: 'sandbox.reorg',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/chain/reorg',
    summary: 'Replace the newest blocks by others without their transactions',
    body: z.object({ blocks: z.int().min(1).max(1000) }),
    response: enveloped(z.object({ blockNumber: z.int() })),
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
    body: z.object({ seconds: z.int().min(1).max(315_360_000) }),
    response: enveloped(z.object({ now: timestamp() })),
    failures: ['PROVIDER_UNAVAILABLE'],
  }),
  clock: endpoint({
    id: 'sandbox.clock',
    module: 'sandbox',
    method: 'GET',
    path: '/api/v1/sandbox/clock',
    summary: 'Read the service’s clock',
    response: enveloped(z.object({ now: timestamp() })),
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
      channel: z.enum(['EMAIL', 'SMS']).optional(),
      to: text().optional(),
    }),
    response: listed(
      z.object({
        messageId: z.string(),
        channel: z.enum(['EMAIL', 'SMS']),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        code: z.string().optional(),
        otpId: z.string().optional(),
        entityId: z.string().optional(),
        createdAt: timestamp(),
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
      decision: z.enum(['APPROVED', 'REJECTED', 'INFORMATION_REQUIRED']),
      reasons: z.array(DecisionReason).max(20).optional(),
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
    body: z.object({ status: z.enum(externalAccountStatuses), reason: optionalText().default('') }),
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
      amount: amount().optional(),
      currency: text(20).optional(),
      /** The payer when absent; '' where the bank names nobody. */
      senderName: optionalText().optional(),
      /** A made-up account of the sender when absent, always the same; '' where the bank names none. */
      senderAccount: optionalText().optional(),
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
      amount: amount(),
      currency: text(20),
      senderName: text(),
      senderAccount: optionalText().optional(),
      reference: optionalText(140).optional(),
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
      purpose: z.enum(liquidityPurposes),
      /** The reserve frame or the replenish quote that is paid. */
      id: recordId().optional(),
      /** Units of the credit line's asset; what is owed when absent. */
      amount: amount().optional(),
      /** Only a repayment comes by bank, rounded up to the decimals of the bank's money. */
      by: z.enum(['CHAIN', 'BANK']).default('CHAIN'),
      /** Whom the bank names as the sender; only of a repayment by bank. */
      senderName: optionalText().optional(),
    }),
    response: enveloped(
      z.object({
        /** '' for a payment by bank. */
        transactionHash: z.string(),
        amount: z.number(),
        currency: z.string(),
        /** '' where it was not taken in yet, and for the operational wallet. */
        paymentId: z.string(),
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
    body: z.object({ step: text(60), failureCode: text(60) }),
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
      decision: z.enum(['APPROVED', 'REJECTED', 'INFORMATION_REQUIRED']),
      /** What is asked with INFORMATION_REQUIRED. */
      question: text().default('Please explain this payment.'),
      /** Until when it is to be answered; a week where it is absent. */
      dueAt: anyTimestamp().optional(),
    }),
    response: enveloped(Transfer),
    failures: ['TRANSFER_NOT_FOUND', 'ILLEGAL_TRANSITION'],
  }),
  oidcToken: endpoint({
    id: 'sandbox.oidcToken',
    module: 'sandbox',
    method: 'POST',
    path: '/api/v1/sandbox/oidc/token',
    summary: 'Get an identity token of the sandbox’s own issuer',
    body: z.object({
      sub: text(),
      nonce: text(),
      aud: text().optional(),
      /** Seconds until the token ends; negative for one that has ended. */
      expiresIn: z.int().min(-3600).max(3600).optional(),
    }),
    response: enveloped(z.object({ oidcToken: z.string(), iss: z.string(), aud: z.string() })),
    failures: [],
  }),
}
