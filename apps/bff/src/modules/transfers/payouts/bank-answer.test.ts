import { randomUUID } from 'node:crypto'
import { parseExecutionId } from '@corridor/domain'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  type BankParties,
  bankParties,
  payBank,
} from '../../../../test/support/money/bank-transfers.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { until } from '../../../../test/support/money/wallets.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'

const bff = sharedBff({ BANK_SETTLE_MS: '0' })
let parties: BankParties
beforeAll(async () => {
  parties = await bankParties(bff)
})
afterEach(() => expectConsistent(bff))

test('a payment that the bank confirms with its answer closes both steps, with one event', async () => {
  const executionId = await payBank(bff, parties)
  const done = await until(bff, executionId, 'COMPLETED')
  const steps = done.details.filter(({ name }: AnyBody) => name.startsWith('payout_'))
  expect(steps.map(({ name, status }: AnyBody) => [name, status])).toEqual([
    ['payout_submitted', 'completed'],
    ['payout_confirmed', 'completed'],
  ])
  const [order] = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('payout as p')
      .innerJoin('simulated_bank_payout as s', 's.bank_reference', 'p.reference')
      .select(['p.status', 's.bank_reference'])
      .where('p.transfer_id', '=', parseExecutionId(executionId)?.id ?? '')
      .execute(),
  )
  expect(order?.status).toBe('CONFIRMED')
  expect(steps.at(-1).reference).toBe(order?.bank_reference)
  const { body } = await bff.get('/api/v1/xfer/utility/webhook/events?limit=200')
  const eventTypes = body.data
    .filter((event: AnyBody) => event.eventObject.executionId === executionId)
    .map((event: AnyBody) => event.eventStatus)
  expect(eventTypes).toContain('payment_processed')
  expect(eventTypes).not.toContain('payment_submitted')
})

test('what the bank says of a payment that nobody waits for wakes who follows the bank', async () => {
  let woken = 0
  const off = bff.deps.wake.on('bank', () => {
    woken += 1
  })
  await bff.deps.bank.sandbox?.refuse(randomUUID(), 'RAIL_REJECTED')
  expect(woken).toBe(1)
  off()
})

test('deposits that come at the same time are each taken in before their call is answered', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => payBank(bff, parties)))
  const rows = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('deposit')
      .select('status')
      .where(
        'transfer_id',
        'in',
        ids.map((id) => parseExecutionId(id)?.id ?? ''),
      )
      .execute(),
  )
  expect(rows).toHaveLength(6)
  for (const id of ids) await until(bff, id, 'COMPLETED')
})
