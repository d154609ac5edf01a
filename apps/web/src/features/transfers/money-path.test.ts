import { expect, test } from 'vitest'
import { hasLeft, moneyMoved, moneyPath, moneyText, type Place, placeOf } from './money-path.ts'
import { aBankTransfer, aTransfer, bankSteps, steps } from './testing/samples.ts'
import type { Transfer } from '../../api/queries/transfers.ts'

const failed = (code: string, details = steps({ confirmed: 'failed', finalized: 'pending' })) =>
  aTransfer({
    status: 'FAILED',
    details,
    failure: {
      code,
      type: 'chain',
      message: '',
      retryable: true,
      at: '2026-01-05T12:00:00Z',
      step: 'confirmed',
    },
  })

test('a refusal by the chain moved nothing; an error after the broadcast may have', () => {
  const before = steps({ broadcast: 'failed', confirmed: 'pending', finalized: 'pending' })
  expect(moneyMoved(failed('CHAIN_REVERTED'))).toBe('no')
  expect(moneyMoved(failed('SIGNING_REVOKED_KEY'))).toBe('no')
  expect(moneyMoved(failed('INTERNAL_ERROR'))).toBe('unknown')
  expect(moneyMoved(failed('INTERNAL_ERROR', steps({ broadcast: 'pending' })))).toBe('no')
  expect(moneyMoved(failed('INTERNAL_ERROR', before))).toBe('unknown')
})

test.each<[Partial<Transfer>, string, boolean]>([
  [{ status: 'COMPLETED' }, 'Orchid has received the money.', true],
  [{ status: 'QUOTED' }, 'Not signed yet. No money has moved.', false],
  [{ status: 'EXPIRED' }, 'No money has moved.', false],
  [
    { status: 'PROCESSING', details: steps({ broadcast: 'pending' }) },
    'The money is still with the sender.',
    false,
  ],
  [{ status: 'PROCESSING' }, 'On the network, not final yet.', true],
])('%o says where the money is', (change, text, left) => {
  const transfer = aTransfer(change)
  expect(moneyText(transfer)).toBe(text)
  expect(hasLeft(transfer)).toBe(left)
})

const eur = (amount: number) => ({ amount, currency: 'EUR' })

test.each<[string, Partial<Transfer>, Place, string]>([
  [
    'quoted',
    { status: 'QUOTED', details: bankSteps(0) },
    'payer',
    'Not executed yet. No money has moved.',
  ],
  [
    'awaiting funds',
    { status: 'PENDING', details: bankSteps(2, 'waiting') },
    'payer',
    'Nothing has arrived from Halden yet.',
  ],
  [
    'stopped before anything arrived',
    { status: 'CANCELLED', details: bankSteps(1) },
    'payer',
    'No money has moved.',
  ],
  [
    'too little arrived',
    { status: 'IN_REVIEW', details: bankSteps(2, 'waiting'), amountReceived: eur(900) },
    'held',
    'The money is with the service, not paid out yet.',
  ],
  [
    'in a check',
    { status: 'PROCESSING', details: bankSteps(3, 'in_progress') },
    'held',
    'The money is with the service, not paid out yet.',
  ],
  [
    'converted',
    { status: 'IN_REVIEW', details: bankSteps(5, 'pending') },
    'converted',
    'The money is with the service, not paid out yet.',
  ],
  [
    'payout ordered',
    { status: 'PROCESSING', details: bankSteps(6, 'waiting') },
    'leaving',
    'Paid out, not confirmed yet.',
  ],
  [
    'payout ordered, and the payee’s provider has not answered',
    {
      status: 'PROCESSING',
      details: bankSteps(5, 'waiting'),
      travelRule: { state: 'WAITING', counterparty: '', reason: '' },
    },
    'converted',
    'The money is with the service, not paid out yet.',
  ],
  [
    'payout refused',
    { status: 'FAILED', details: bankSteps(6, 'failed') },
    'converted',
    'The money is held by the service.',
  ],
  [
    'failed before anything arrived',
    { status: 'FAILED', details: bankSteps(2, 'failed') },
    'payer',
    'No money has moved.',
  ],
  [
    'delivered',
    { status: 'COMPLETED', details: bankSteps(7) },
    'payee',
    'Orchid has received the money.',
  ],
  [
    'being sent back',
    { status: 'REFUNDING', details: bankSteps(6, 'failed') },
    'returning',
    'On its way back to the payer.',
  ],
  [
    'sent back',
    { status: 'REFUNDED', details: bankSteps(6, 'failed') },
    'returned',
    'The money was sent back.',
  ],
  [
    'a linked refund under way',
    { status: 'PROCESSING', refundOf: 'exec_0', details: [] },
    'returning',
    'On its way back to the payer.',
  ],
  [
    'a linked refund that is done',
    { status: 'COMPLETED', refundOf: 'exec_0', details: [] },
    'returned',
    'The money was sent back.',
  ],
])('by bank, %s', (_, change, place, text) => {
  const transfer = aBankTransfer(change)
  expect(placeOf(transfer)).toBe(place)
  expect(moneyText(transfer)).toBe(text)
})

const shape = (transfer: Transfer) =>
  moneyPath(transfer).map(({ key, meaning, isHere }) => `${isHere ? '*' : ''}${key} ${meaning}`)

test.each<[string, Transfer, string[]]>([
  [
    'a payout under way',
    aBankTransfer({ status: 'PROCESSING', details: bankSteps(6, 'waiting') }),
    ['payer done', 'deposit done', 'conversion done', '*payout move', 'payee none'],
  ],
  [
    'a payout that was refused',
    aBankTransfer({ status: 'FAILED', details: bankSteps(6, 'failed') }),
    ['payer done', 'deposit done', '*conversion hand', 'payout fail', 'payee none'],
  ],
  [
    'a transfer that waits for its money',
    aBankTransfer({ status: 'PENDING', details: bankSteps(2, 'waiting') }),
    ['*payer wait', 'deposit none', 'conversion none', 'payout none', 'payee none'],
  ],
  [
    'a refund under way',
    aBankTransfer({ status: 'REFUNDING', details: bankSteps(6, 'failed') }),
    ['held done', '*refund move', 'payer none'],
  ],
  [
    'a refund that arrived',
    aBankTransfer({ status: 'REFUNDED', details: bankSteps(6, 'failed') }),
    ['held done', 'refund done', '*payer done'],
  ],
  ['tokens that arrived', aTransfer(), ['payer done', 'network done', '*payee done']],
])('%s has one place where the money is', (_, transfer, stops) => {
  expect(shape(transfer)).toEqual(stops)
})
