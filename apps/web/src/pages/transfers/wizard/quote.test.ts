import { expect, test } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { afterText } from './after.ts'
import { judgeRefusal } from './judge-refusal.ts'
import { changesText, refusalOf, type WalletQuote } from './quote.ts'
import { nativeText } from './sentence.tsx'
import { stepsOf } from './steps-of.ts'

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
    'You send 10.10 USDC, before 10.00 USDC. They receive 9.99 USDC, before 10.00 USDC. ' +
      'The rate is 1 USDC = 0.99 USDC, before 1 USDC = 1 USDC.',
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

test('what is left of a balance is exact, and not said where it is unknown', () => {
  const dai = { currency: 'DAI', decimals: 18 }
  expect(afterText(0.3, 0.1, dai)).toBe('0.2')
  expect(afterText(undefined, 0.1, dai)).toBeUndefined()
  expect(afterText(0.1, 0.3, dai)).toBeUndefined()
})

test('a fee is shortened upwards, so that it stays the most there can be', () => {
  expect(nativeText(24_887_910_291_528n)).toBe('0.0000249')
  expect(nativeText(24_800_000_000_000n)).toBe('0.0000248')
  expect(nativeText(7n)).toBe('0.000000000000000007')
  expect(nativeText(0n)).toBe('0')
})

test('the first step that is not done is where the person is', () => {
  const none = {
    parties: false,
    amount: false,
    quoted: false,
    review: false,
    signing: false,
    last: 'Sign' as const,
  }
  const current = (reached: Partial<typeof none>) =>
    stepsOf({ ...none, ...reached }).find(({ state }) => state === 'current')?.name
  expect(current({})).toBe('Parties')
  expect(current({ amount: true })).toBe('Parties')
  expect(current({ parties: true })).toBe('Amount')
  expect(current({ parties: true, amount: true, quoted: true })).toBe('Quote')
  expect(current({ parties: true, amount: true, quoted: true, review: true })).toBe('Review')
  expect(current({ parties: true, amount: true, quoted: true, review: true, signing: true })).toBe(
    'Sign',
  )
})
