import { expect, test } from 'vitest'
import { actionsOf, actionLabels } from './action-labels.ts'
import { aBankTransfer } from '../../../../features/transfers/testing/samples.ts'

test('what may be done is what the service allows; unknown names are left out', () => {
  expect(actionsOf({ allowedActions: [] })).toEqual([])
  expect(actionsOf({ allowedActions: ['submit', 'cancel', 'split'] })).toEqual(['cancel'])
  expect(actionsOf({ allowedActions: ['approve'] })).toEqual(['approve', 'reject'])
  expect(actionsOf({ allowedActions: ['retry', 'refund'] })).toEqual(['retry', 'refund'])
})

test('a refund says who pays for it: the held money, or the payments account', () => {
  const held = aBankTransfer({
    status: 'FAILED',
    amountReceived: { amount: 998, currency: 'EUR' },
  })
  expect(actionLabels('refund', held).consequence).toContain(
    '998.00 EUR received is returned to Halden',
  )
  expect(actionLabels('refund', aBankTransfer()).consequence).toContain('payments account')
})

test('a retry names the amount and the payee', () => {
  expect(actionLabels('retry', aBankTransfer()).consequence).toMatch(/1,080\.50 USDC .* Orchid/)
})
