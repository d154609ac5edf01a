import { ApiError } from '@corridor/client/http'
import { expect, test } from 'vitest'
import { raisers, whoRaises } from './who-raises.ts'

const refusal = (code: string, detail?: object) =>
  new ApiError({
    status: 422,
    code,
    message: 'No.',
    details: detail ? [{ path: '', code, message: 'Why.', ...detail }] : [],
  })

test.each([
  ['LIMIT_TXN', undefined, raisers.service],
  ['LIMIT_DAILY', { path: 'exactAmountIn' }, raisers.service],
  ['LIMIT_DAILY', { path: 'exactAmountIn', limit: 'CUSTOMER_MONTH' }, raisers.customer],
  ['CREDIT_LIMIT_EXCEEDED', { path: 'amount' }, raisers.service],
  ['POLICY_BLOCKED', {}, raisers.policy],
  ['POLICY_BLOCKED', { path: 'toAccountId' }, ''],
  ['POLICY_BLOCKED', undefined, ''],
  ['KYC_REQUIRED', {}, ''],
] as const)('%s of %j says who can raise it', (code, detail, expected) => {
  expect(whoRaises(refusal(code, detail))).toBe(expected)
})

test('what is no answer of the service is no limit', () => {
  expect(whoRaises(new Error('LIMIT_TXN'))).toBe('')
})
