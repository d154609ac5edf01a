import { expect, test } from 'vitest'
import type { Timeline } from '../../../../api/queries/transfers.ts'
import { moneyPath } from '../../../../features/transfers/money-path.ts'
import { aBankTransfer } from '../../../../features/transfers/testing/samples.ts'
import { netsOf } from '../ledger/ledger-groups.ts'
import { momentsOf, postingsUntil, transferAt } from './replay.tsx'

const at = (second: number, rest = '000') =>
  `2026-01-05T12:00:${String(second).padStart(2, '0')}.${rest}Z`
const completed = [1, 1, 5, 6, 8, 9, 12]
const transfer = aBankTransfer({
  details: aBankTransfer().details.map((step, index) => ({
    ...step,
    startedAt: at(completed[index - 1] ?? 1),
    completedAt: at(completed[index] ?? 12),
  })),
})
const event = (second: number, status: string) => ({
  eventId: `evt_${second}`,
  eventType: 'transitioned',
  eventStatus: 'x',
  status,
  previousStatus: '',
  at: at(second, '500'),
})
const posting = (second: number, debit: number, credit: number) => ({
  postingId: `${second}`,
  account: 'transfer_clearing',
  currency: 'EUR',
  debit,
  credit,
  at: at(second),
  step: 'x',
  code: 'x',
  kind: 'single' as const,
})
const timeline: Timeline = {
  executionId: transfer.executionId,
  events: [event(1, 'PENDING'), event(5, 'PROCESSING'), event(12, 'COMPLETED')],
  steps: transfer.details,
  deliveries: [],
  bankStatuses: [],
  payouts: [],
  ledger: [posting(5, 0, 1000), posting(8, 1000, 0)],
  audit: [],
}
const moments = momentsOf(timeline)
const hereAt = (index: number) => {
  const moment = moments[index]
  if (!moment) throw new Error('no moment')
  return moneyPath(transferAt(transfer, moment)).find(({ isHere }) => isHere)?.key
}

test('one moment for each time, however short the transfer took, with the status from then on', () => {
  expect(moments.map((moment) => [moment.at, moment.status])).toEqual([
    [at(1), 'QUOTED'],
    [at(1, '500'), 'PENDING'],
    [at(5), 'PENDING'],
    [at(5, '500'), 'PROCESSING'],
    [at(6), 'PROCESSING'],
    [at(8), 'PROCESSING'],
    [at(9), 'PROCESSING'],
    [at(12), 'PROCESSING'],
    [at(12, '500'), 'COMPLETED'],
  ])
})

test('the money is where it was then, and nothing that came later has happened', () => {
  expect(moments.map((_, index) => hereAt(index))).toEqual([
    'payer',
    'payer',
    'payer',
    'deposit',
    'deposit',
    'payout',
    'payout',
    'payout',
    'payee',
  ])
})

test('the ledger has the postings of until then', () => {
  const netsAt = (second: number) => netsOf(postingsUntil(timeline, at(second, '999')))
  expect(netsAt(4)).toEqual([])
  expect(netsAt(5)).toMatchObject([{ amount: '1000', side: 'credit' }])
  expect(netsAt(8)).toEqual([])
})
