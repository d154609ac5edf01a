import { expect, test } from 'vitest'
import {
  ledgerAccountLabel,
  currencyLabel,
  groupsOf,
  netsOf,
  type Posting,
} from './ledger-groups.ts'

const posting = (
  step: string,
  account: string,
  [debit, credit]: readonly [number, number],
  change: Partial<Posting> = {},
): Posting => ({
  postingId: `${step}-${account}`,
  account,
  currency: 'EUR',
  debit,
  credit,
  at: '2026-01-05T12:00:00.000Z',
  step,
  code: 'deposit',
  kind: 'single',
  ...change,
})

const ledger = [
  posting('deposit_received', 'bank:NL', [1000.1, 0]),
  posting('deposit_received', 'transfer_clearing:exec_1', [0, 1000.1]),
  posting('conversion', 'transfer_clearing:exec_1', [0.3, 0]),
  posting('conversion', 'fee_income_service', [0, 0.1]),
  posting('conversion', 'fee_income_partner:svc_1', [0, 0.2]),
  posting('payout_submitted/2', 'transfer_clearing:exec_1', [5, 0], { kind: 'pending' }),
  posting('payout_submitted/2', 'custody:0x30897EA4b6F1a2C3D4e5F60718293a4b5C6d71aF', [0, 5], {
    kind: 'pending',
  }),
]

test('each step is a group that balances in each currency, exactly', () => {
  expect(groupsOf(ledger).map(({ step, attempt, sums }) => ({ step, attempt, sums }))).toEqual([
    {
      step: 'deposit_received',
      attempt: 1,
      sums: [{ currency: 'EUR', debit: '1000.1', credit: '1000.1', isBalanced: true }],
    },
    {
      step: 'conversion',
      attempt: 1,
      // 0.1 + 0.2 is 0.3 here.
      sums: [{ currency: 'EUR', debit: '0.3', credit: '0.3', isBalanced: true }],
    },
    {
      step: 'payout_submitted',
      attempt: 2,
      sums: [{ currency: 'EUR', debit: '5', credit: '5', isBalanced: true }],
    },
  ])
})

test('a difference is shown, and currencies are never added to each other', () => {
  const broken = [
    posting('conversion', 'fx', [10, 0]),
    posting('conversion', 'fx', [0, 10], { currency: 'USDC@31337' }),
  ]
  expect(groupsOf(broken)[0]?.sums.map(({ isBalanced }) => isBalanced)).toEqual([false, false])
})

test('what is left counts what is final; a pending payout has not happened', () => {
  expect(netsOf(ledger)).toEqual([
    { account: 'bank:NL', currency: 'EUR', amount: '1000.1', side: 'debit' },
    { account: 'transfer_clearing:exec_1', currency: 'EUR', amount: '999.8', side: 'credit' },
    { account: 'fee_income_service', currency: 'EUR', amount: '0.1', side: 'credit' },
    { account: 'fee_income_partner:svc_1', currency: 'EUR', amount: '0.2', side: 'credit' },
  ])
})

test.each([
  ['bank:NL', 'Bank, Netherlands'],
  ['fx', 'Exchange position'],
  ['transfer_clearing:exec_1', 'Held for the transfer'],
  ['custody:0x30897EA4b6F1a2C3D4e5F60718293a4b5C6d71aF', 'Custody 0x3089…71aF'],
  ['moon_reserve:1', 'Moon reserve 1'],
])('%s is called %s', (account, label) => {
  expect(ledgerAccountLabel(account)).toBe(label)
})

test('a token is shown without its chain', () => {
  expect(currencyLabel('USDC@31337')).toBe('USDC')
})
