import { expect, test } from 'vitest'
import { hasMaximum, hasMinimum } from './deposit-limits.ts'
import { outcomeLines, rateLine, sampleAmount, senderText, sendsText } from './flow.ts'
import type { Preview } from '../../api/queries/payin-routes.ts'

const money = (amount: number, currency: string) => ({ amount, currency })
const preview: Preview = {
  teleportId: 'rt_1',
  outcome: 'FORWARD',
  heldReason: '',
  amountIn: money(1000, 'USD'),
  amountOut: money(995, 'USDC'),
  exchangeRate: 0.9985,
  midRate: 1,
  spreadBps: 15,
  fees: {
    partnerFees: money(0, 'USD'),
    svcFees: money(3.5, 'USD'),
    txFees: money(0, 'USD'),
    totalFees: money(3.5, 'USD'),
  },
  etaMinutes: 5,
  at: '2026-11-20T13:00:00.000Z',
}
const info = {
  currency: 'USD',
  bank_name: 'Corvane Bank',
  bank_address: '',
  bank_routing_number: '',
  bank_account_number: '884011774471',
  payment_rail: 'ACH push, Fedwire',
}
const country = { id: 'j1', name: 'United States', currency: 'USD', type: 'country' } as const
const chain = { id: 'j2', name: 'Polygon', currency: 'USDC', type: 'blockchain' } as const

test('a payer reads who may pay in and how', () => {
  const bank = { sourceJurisdiction: country, depositAccountInfo: info }
  expect(senderText(bank)).toBe('Any payer in the United States')
  expect(sendsText(bank)).toBe('Sends USD by ACH push, Fedwire')
  expect(senderText({ ...bank, sourceJurisdiction: { ...country, name: 'Kenya' } })).toBe(
    'Any payer in Kenya',
  )
  const wallet = { sourceJurisdiction: chain, depositAccountInfo: { ...info, currency: 'USDC' } }
  expect(senderText(wallet)).toBe('Any wallet on Polygon')
  expect(sendsText(wallet)).toBe('Sends USDC')
})

test('a conversion says its rate, and that there is none between the same currency', () => {
  expect(rateLine(preview)).toBe('1 USD = 0.9985 USDC')
  expect(rateLine({ ...preview, exchangeRate: 0 })).toBe('USD to USDC')
  expect(rateLine({ ...preview, amountOut: money(995, 'USD') })).toBe('USD stays as it is')
})

test('an amount says what it costs and what arrives, or why it would wait', () => {
  expect(outcomeLines(preview)).toEqual(['3.50 USD in fees', '995.00 USDC arrives'])
  const fees = { ...preview.fees, totalFees: money(0, 'USD') }
  expect(outcomeLines({ ...preview, fees })).toEqual(['No fees', '995.00 USDC arrives'])
  const held = { ...preview, outcome: 'HOLD', heldReason: 'BELOW_MINIMUM' } as const
  expect(outcomeLines(held)).toEqual(['Would be held: Below minimum'])
})

test.each([
  [{ minDeposit: 25, maxDeposit: 0 }, '1000'],
  [{ minDeposit: 25, maxDeposit: 500 }, '500'],
  [{ minDeposit: 5000, maxDeposit: 90_000 }, '5000'],
])('the amount shown first is one that %j takes', (limits, amount) => {
  expect(sampleAmount({ ...limits, dailyLimit: 0 })).toBe(amount)
})

test('what the rails allow at most is no largest deposit to people', () => {
  const results = [0, 5000, 1_000_000_000].map((maxDeposit) => hasMaximum({ maxDeposit }))
  expect(results).toEqual([false, true, false])
})

test('a payer sees the smallest deposit, not the smallest unit of a token', () => {
  expect([1, 0.01, 0.000001, 0].map((minDeposit) => hasMinimum({ minDeposit }))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
