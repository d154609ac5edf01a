import { expect, test } from 'vitest'
import { actionsOf, actionWords } from './action-words.ts'
import { aBankTransfer } from '../../../../features/transfers/testing/samples.ts'

test('what may be done is what the service allows; unknown words are left out', () => {
  expect(actionsOf({ allowedActions: [] })).toEqual([])
  expect(actionsOf({ allowedActions: ['submit', 'cancel', 'split'] })).toEqual(['cancel'])
  expect(actionsOf({ allowedActions: ['approve'] })).toEqual(['approve', 'reject'])
  expect(actionsOf({ allowedActions: ['retry', 'refund'] })).toEqual(['retry', 'refund'])
})

test('a refund says who pays for it: the held money, or the workspace’s credit', () => {
  const held = aBankTransfer({
    status: 'FAILED',
    amountReceived: { amount: 998, currency: 'EUR' },
  })
  expect(actionWords('refund', held).consequence).toContain('998.00 EUR, goes back to Halden')
  expect(actionWords('refund', aBankTransfer()).consequence).toContain('this workspace owes')
})

test('a retry names the amount and the payee', () => {
  expect(actionWords('retry', aBankTransfer()).consequence).toMatch(/1,080\.50 USDC .* Orchid/)
})
