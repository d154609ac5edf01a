import { expect, test } from 'vitest'
import { ApiError } from '@corridor/client/http'
import { judgeRefusal } from '../../../../features/transfers/signing/judge-refusal.ts'
import type { WalletQuote } from '../../../../features/transfers/signing/quoted.ts'
import { changesText, refusalOf } from './quote.ts'

const money = (amount: number) => ({ amount, currency: 'USDC' })
const quote = (sent: number, received: number, rate = 1): WalletQuote => ({
  executionId: 'cexec-1',
  quote: {
    inAmount: money(sent),
    outAmount: money(received),
    exchangeRate: { rate, conversion: `1 USDC = ${rate} USDC` },
    fees: { partnerFees: money(0), svcFees: money(0), totalFees: money(0) },
  },
  payloadToSign: '',
  validUntil: '',
  message: '',
})

test('a new quote says what changed, or that nothing did', () => {
  expect(changesText(quote(10, 10), quote(10, 10))).toBe(
    'Nothing changed: 10.00 USDC leaves, 10.00 USDC arrives.',
  )
  expect(changesText(quote(10, 10), quote(10.1, 9.99, 0.99))).toBe(
    'You send 10.10 USDC, previously 10.00 USDC. They receive 9.99 USDC, previously 10.00 USDC. ' +
      'The rate is 1 USDC = 0.99 USDC, previously 1 USDC = 1 USDC.',
  )
})

const refused = (code: string, path?: string) =>
  refusalOf(
    new ApiError({
      status: 400,
      code,
      message: 'No.',
      details: path === undefined ? [] : [{ path, code, message: 'Why.' }],
    }),
  )

test('a refusal stands at the field that a person has to change', () => {
  expect(refused('AMOUNT_PRECISION', 'exactAmountOut').fields).toEqual({ amount: 'Why.' })
  expect(refused('INSUFFICIENT_BALANCE', 'fromAccountId').fields).toEqual({ amount: 'Why.' })
  expect(refused('LIMIT_TXN', 'exactAmountIn').fields).toEqual({
    amount: 'Why. Corridor can raise this limit.',
  })
  expect(refused('CORRIDOR_UNAVAILABLE', 'toAccountId').fields).toEqual({ toAccountId: 'Why.' })
  const used = refused('TRANSACTION_ID_USED', 'transactionId')
  expect(used.fields.transactionId).toContain('another transfer')
  expect(used.rest).toEqual([])
  expect(refused('TRANSACTION_ID_USED').rest).toEqual([])
  expect(refused('PROVIDER_UNAVAILABLE')).toEqual({ fields: {}, rest: ['No.'] })
})

test.each([
  [409, 'EXECUTION_ALREADY_EXECUTED', 'executed'],
  [422, 'IDEMPOTENCY_MISMATCH', 'executed'],
  [400, 'QUOTE_EXPIRED', 'expired'],
  [400, 'QUOTE_SUPERSEDED', 'superseded'],
  [401, 'SESSION_EXPIRED', 'session'],
  [400, 'SIGNATURE_INVALID', 'refused'],
  [403, 'SCOPE_MISSING', 'refused'],
  [0, 'NETWORK', 'unknown'],
  [500, 'INTERNAL', 'unknown'],
  [503, 'SERVICE_UNAVAILABLE', 'unknown'],
  [409, 'IDEMPOTENCY_IN_PROGRESS', 'unknown'],
])('%i %s means: %s', (status, code, meaning) => {
  expect(judgeRefusal({ status, code })).toBe(meaning)
})

test('a policy that waits for another signature is no refusal', () => {
  const blocked = (code: string) =>
    judgeRefusal({
      status: 422,
      code: 'POLICY_BLOCKED',
      details: [{ path: 'payloadSignature', code, message: 'Why.' }],
    })
  expect(blocked('FURTHER_STAMP_REQUIRED')).toBe('further')
  expect(blocked('POLICY_DENIED')).toBe('policy')
})
