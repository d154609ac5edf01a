import { expect, test } from 'vitest'
import type { Transfer } from '../../../api/queries/transfers.ts'
import { assignOptions, assignSentences, type Waiting } from './assign-to.tsx'

type Side = Transfer['from']
const side = (fullName: string): Side => ({
  entityId: 'ent_1',
  accountId: 'acc_1',
  fullName,
  email: '',
  jurisdiction: 'Germany',
  currency: 'EUR',
  amount: 80.3,
})
const waiting: Waiting = {
  executionId: 'exec_1',
  transactionId: 'T-1',
  status: 'PENDING',
  direction: 'FIAT_TO_FIAT',
  from: side('Ada Byron'),
  to: side('Grace Hopper'),
}
const inReview = (reason: string): Waiting => ({
  ...waiting,
  status: 'IN_REVIEW',
  review: {
    reviewId: 'rev_1',
    reason,
    decider: 'partner',
    openedAt: '2026-01-01T00:00:00Z',
    dueAt: '2026-01-02T00:00:00Z',
    questions: [],
    allowedActions: [],
  },
})

test('a transfer is offered with its amount, names and reference', () => {
  expect(assignOptions([waiting], 'EUR')).toEqual([
    {
      value: 'exec_1',
      label: '80.30 EUR from Ada Byron',
      sub: 'To Grace Hopper, T-1',
      disabledReason: undefined,
    },
  ])
  expect(assignOptions([waiting], 'USD')).toEqual([])
  expect(assignOptions([{ ...waiting, direction: 'CRYPTO_TO_CRYPTO' }], 'EUR')).toEqual([])
})

test.each([
  ['FUNDING_UNDERPAID', true],
  ['FUNDING_SENDER_MISMATCH', false],
  ['COMPLIANCE_SCREENING_HIT', false],
])('in review because of %s it takes more money: %s', (reason, takes) => {
  const [option] = assignOptions([inReview(reason)], 'EUR')
  expect(option?.disabledReason === undefined).toBe(takes)
})

test.each([
  [80.3, undefined, /^It is what the transfer waits for: Grace Hopper is paid\.$/],
  [50.2, 30.1, /^It is what the transfer waits for/],
  [60.3, undefined, /^20\.00 EUR are still missing/],
  [100.3, undefined, /^20\.00 EUR are too much/],
])('%d after %s', (amount, received, sentence) => {
  const amountReceived =
    received === undefined ? {} : { amountReceived: { amount: received, currency: 'EUR' } }
  const deposit = { amountIn: { amount, currency: 'EUR' } }
  const [first] = assignSentences(deposit, { ...waiting, ...amountReceived }, 0)
  expect(first).toMatch(sentence)
})

test('after the time of its rate it is exchanged at the current one', () => {
  const deposit = { amountIn: { amount: 80.3, currency: 'EUR' } }
  const held = { ...waiting, rateHoldUntil: '2026-01-01T00:00:00Z' }
  const sentences = (now: string) => assignSentences(deposit, held, Date.parse(now)).join(' ')
  expect(sentences('2025-12-31T00:00:00Z')).not.toContain('current rate')
  expect(sentences('2026-01-02T00:00:00Z')).toContain('current rate')
})
