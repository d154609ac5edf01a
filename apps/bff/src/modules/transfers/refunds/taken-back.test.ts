// What the bank takes back after its money was on its way is settled with what comes back of it.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { bankBooks } from '../../../../test/support/money/bank-books.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { accountIn, aParty, rowOf } from '../../../../test/support/money/ordinary.ts'
import { act, paidIn, readTransfer, started } from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
} from '../../../../test/support/money/ordinary-site.ts'
import { until } from '../../../../test/support/money/wallets.ts'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { checkBanks } from '../../intake/bank-check.ts'

const bff = ownBff()
const { balance, book, newest, payoutsOf, reversalOf } = bankBooks(bff)
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})
afterEach(() => expectConsistent(bff))

const refused = 'FAIL BENEFICIARY_ACCOUNT_CLOSED'
/** What left, in cents of EUR. */
const sentBack = async (executionId: string) =>
  (await payoutsOf(executionId))
    .filter(({ step, status }) => step === 'refund_submitted' && status === 'CONFIRMED')
    .map(({ amount }) => amount)

/** A refund that one of its senders' banks refuses; then the bank takes back the first payment. */
async function takenBackAfterRefusal(payments: { amount?: number; senderName: string }[]) {
  const payee = await site.payeeNamed('FAIL RAIL_REJECTED')
  const { executionId } = await started(bff, site.germany, payee)
  for (const payment of payments) await paidIn(bff, executionId, payment)
  const status = async () => (await readTransfer(bff, executionId))['eventStatus']
  await expect.poll(status, { timeout: 30_000 }).toBe('refund_failed')
  const { entry, partnerId } = await reversalOf(executionId)
  expect(await book(entry)).toBe('BOOKED')
  const of = newest()
  const owed = () => balance('reversal_receivable', partnerId, of)
  expect(await owed()).toBe(entry.minor)
  return { executionId, owed }
}

test('a refund that was refused sends nothing of it to another account', async () => {
  const { executionId, owed } = await takenBackAfterRefusal([{ senderName: refused }])
  const account = { iban: 'DE75512108001245126199' }
  const target = await accountIn(bff, site.germany.entityId, 'DE', { account })
  expect((await act(bff, 'refund', { executionId, target })).status).toBe(200)
  expect(await readTransfer(bff, executionId)).toMatchObject({
    status: 'FAILED',
    eventStatus: 'error',
    allowedActions: [],
  })
  expect(await sentBack(executionId)).toEqual([])
  expect((await rowOf(bff, executionId)).received).toBe(0n)
  expect(await owed()).toBe(0n)
  expect(await checkBanks(bff.deps)).toEqual([])
})

test('a refund whose other part arrived is over', async () => {
  const { executionId, owed } = await takenBackAfterRefusal([
    { amount: 60, senderName: refused },
    { amount: 40, senderName: 'Ada Okonkwo' },
  ])
  await expect.poll(() => sentBack(executionId)).toEqual([4_000n])
  expect((await act(bff, 'refund', { executionId })).status).toBe(200)
  await until(bff, executionId, 'REFUNDED')
  expect(await sentBack(executionId)).toEqual([4_000n])
  expect(await owed()).toBe(0n)
  expect(await checkBanks(bff.deps)).toEqual([])
})

test.each([
  ['all of it', [100], []],
  ['a part of it, and the rest goes to who paid that', [60, 40], [4_000n]],
])('a payout that comes back settles what was taken: %s', async (_, amounts, sent) => {
  const payee = await aParty(bff, 'US')
  const { executionId } = await started(bff, site.germany, payee)
  for (const [nth, amount] of amounts.entries())
    await paidIn(bff, executionId, { amount, senderName: nth === 0 ? refused : 'Ada Okonkwo' })
  await until(bff, executionId, 'COMPLETED')
  const { entry, partnerId } = await reversalOf(executionId)
  expect(await book(entry)).toBe('BOOKED')
  const of = newest()
  expect(await balance('reversal_receivable', partnerId, of)).toBe(entry.minor)
  const [payout] = await payoutsOf(executionId)
  if (!payout) throw new Error('nothing was paid out')
  const state = await book({
    kind: 'RETURN',
    countryCode: 'US',
    routingNumber: '',
    accountNumber: '',
    currency: payout.currency,
    minor: payout.amount,
    scale: payout.scale,
    sender: { name: '', account: '' },
    reference: '',
    payoutReference: payout.id,
    code: 'BENEFICIARY_ACCOUNT_CLOSED',
  })
  expect(state).toBe('RETURN')
  expect(await balance('reversal_receivable', partnerId, of)).toBe(0n)
  const { refunds } = await readTransfer(bff, executionId)
  expect(refunds).toHaveLength(sent.length)
  for (const linked of refunds) {
    await until(bff, linked, 'COMPLETED')
    expect((await payoutsOf(linked)).map(({ amount, status }) => [amount, status])).toEqual(
      sent.map((amount) => [amount, 'CONFIRMED']),
    )
  }
  expect(await checkBanks(bff.deps)).toEqual([])
})
