import { chargeLegs } from '@corridor/domain'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankBooks } from '../../../test/support/money/bank-books.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { aParty, rowOf, type Side } from '../../../test/support/money/ordinary.ts'
import { paidIn, readTransfer, started } from '../../../test/support/money/ordinary-flow.ts'
import { until } from '../../../test/support/money/wallets.ts'
import { ownBff } from '../../../test/support/process/bff.ts'
import { operatorPartnerId } from '../../records/audit/operator.ts'
import { haltPayouts, resumePayouts } from '../../records/ledger/halts.ts'
import { postGroup } from '../../records/ledger/service.ts'
import { checkBanks } from './bank-check.ts'

const bff = ownBff()
let germany: Side
let states: Side
beforeAll(async () => {
  const [a, b] = await Promise.all(['DE', 'US'].map((place) => aParty(bff, place)))
  if (!a || !b) throw new Error('no parties')
  ;[germany, states] = [a, b]
})
afterAll(() => expectConsistent(bff))

const books = bankBooks(bff)
const { balance, book, payoutsOf, payoutStates, reversalOf } = books
const euros = { asset: 'EUR', scale: 2 }
const owner = { name: '', account: '' }
const atBank = {
  countryCode: 'DE',
  routingNumber: '',
  accountNumber: '',
  currency: 'EUR',
  scale: 2,
}
const decide = (executionId: string, decision: string) =>
  bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, { decision })
const halt = { asset: 'USD', reason: 'a test', problems: [] }

describe('what a bank does besides paying is booked, and the ledger stays what it holds', () => {
  test('its charges are the service’s cost', async () => {
    const before = await balance('bank_charges', operatorPartnerId)
    const charge = { ...atBank, kind: 'CHARGE' as const, minor: 250n, sender: owner }
    expect(await book({ ...charge, reference: 'Fees of November' })).toBe('BOOKED')
    expect(await balance('bank_charges', operatorPartnerId)).toBe(before + 250n)
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('a payout that comes back as 98 of 100 is refunded whole; 2 are a charge', async () => {
    // Its account is out of use afterwards.
    const payee = await aParty(bff, 'DE')
    const { executionId } = await started(bff, states, payee, { exactAmountIn: 200 })
    await paidIn(bff, executionId)
    const done = await until(bff, executionId, 'COMPLETED')
    const row = await rowOf(bff, executionId)
    const payout = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('payout')
        .selectAll()
        .where('transfer_id', '=', row.id)
        .executeTakeFirstOrThrow(),
    )
    const before = await balance('bank_charges', row.partner_id)
    const back = { ...atBank, kind: 'RETURN' as const, sender: owner, reference: '' }
    const code = 'BENEFICIARY_ACCOUNT_CLOSED'
    const minor = payout.amount - 200n
    const taken = await book({ ...back, minor, payoutReference: payout.id, code })
    expect(taken).toBe('RETURN')
    expect(await balance('bank_charges', row.partner_id)).toBe(before + 200n)
    const [refund] = (await readTransfer(bff, executionId))['refunds']
    const refunded = await until(bff, refund, 'COMPLETED')
    expect(refunded['to'].amount).toBe(done['from'].amount)
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('a credit that it takes back stops a transfer that was not paid out', async () => {
    const { executionId } = await started(bff, germany, states)
    await paidIn(bff, executionId, { amount: 50 })
    await until(bff, executionId, 'IN_REVIEW')
    const { entry, partnerId } = await reversalOf(executionId)
    expect(await book(entry)).toBe('BOOKED')
    expect((await rowOf(bff, executionId)).received).toBe(0n)
    expect(await balance('reversal_receivable', partnerId)).toBe(0n)
    expect(await checkBanks(bff.deps)).toEqual([])
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
  })

  test('a stranger whose money it took back was let pay, and the next one is looked at', async () => {
    const { executionId } = await started(bff, germany, states, { exactAmountIn: 1_500 })
    const reason = async () => (await readTransfer(bff, executionId))['review']?.reason
    await paidIn(bff, executionId, { senderName: 'Walter Stranger' })
    expect(await reason()).toBe('FUNDING_SENDER_MISMATCH')
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    await decide(executionId, 'APPROVED')
    await expect.poll(reason).toBe('INTERNAL_PAYOUTS_HALTED')
    const { entry } = await reversalOf(executionId)
    expect(await book(entry)).toBe('BOOKED')
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'USD'))
    await paidIn(bff, executionId, { senderName: 'Sally Stranger' })
    expect(await reason()).toBe('FUNDING_SENDER_MISMATCH')
    await decide(executionId, 'APPROVED')
    await until(bff, executionId, 'COMPLETED')
  })

  test.each([
    ['that was short', 100, { amount: 50 }, 'FUNDING_UNDERPAID'],
    ['of a stranger', 1_500, { senderName: 'Walter Stranger' }, 'FUNDING_SENDER_MISMATCH'],
  ])('an approval after it pays nothing for the money %s', async (_, exactAmountIn, paid, why) => {
    const { executionId } = await started(bff, germany, states, { exactAmountIn })
    await paidIn(bff, executionId, paid)
    expect((await until(bff, executionId, 'IN_REVIEW'))['review'].reason).toBe(why)
    const { entry } = await reversalOf(executionId)
    await book(entry)
    const refused = await decide(executionId, 'APPROVED')
    expect([refused.status, refused.body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect((await readTransfer(bff, executionId))['review'].reason).toBe('FUNDING_UNDERPAID')
    expect(await payoutStates(executionId)).toEqual([])
    await decide(executionId, 'REJECTED')
    await until(bff, executionId, 'FAILED')
    expect(await payoutStates(executionId)).toEqual([])
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('an approval after one of two was taken back pays for the other one', async () => {
    const { executionId, quote } = await started(bff, germany, states)
    await paidIn(bff, executionId, { amount: 60 })
    await until(bff, executionId, 'IN_REVIEW')
    await paidIn(bff, executionId, { amount: 30 })
    const { entry } = await reversalOf(executionId)
    expect(entry.minor).toBe(6_000n)
    await book(entry)
    expect((await rowOf(bff, executionId)).received).toBe(3_000n)
    expect((await decide(executionId, 'APPROVED')).status).toBe(200)
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done['from'].amount).toBe(30)
    expect(done['to'].amount).toBeLessThan(quote.outAmount.amount * 0.31)
    const [payout, ...more] = await payoutsOf(executionId)
    expect(payout?.amount).toBe(BigInt(Math.round(done['to'].amount * 100)))
    expect(more).toEqual([])
    expect(await checkBanks(bff.deps)).toEqual([])
  })

  test('after the payout it is owed by the payer, and taken back once', async () => {
    const { executionId } = await started(bff, germany, states)
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    const { entry, partnerId } = await reversalOf(executionId)
    expect(await book(entry)).toBe('BOOKED')
    const owed = await balance('reversal_receivable', partnerId, books.newest())
    expect(owed).toBe(10_000n)
    // The same once more is about no credit that is known.
    expect(await book(entry)).toBe('BOOKED')
    expect(await balance('reversal_receivable', operatorPartnerId, books.newest())).toBe(10_000n)
    expect(await checkBanks(bff.deps)).toEqual([])
  })
})

test('a difference between statements and ledger halts the payouts of its currency', async () => {
  const entry = { ...euros, amount: 700n, country: 'DE', entryId: 'no entry' }
  const postAs = (step: string, legs: ReturnType<typeof chargeLegs>) =>
    bff.deps.db.asWorker((tx) =>
      postGroup(tx, { partnerId: operatorPartnerId, transferId: uuidV7(), step, legs }),
    )
  await postAs('wrong', chargeLegs(entry))
  expect(await checkBanks(bff.deps)).toEqual([expect.stringContaining('EUR at banks')])
  const { executionId } = await started(bff, states, germany)
  await paidIn(bff, executionId)
  const held = await until(bff, executionId, 'IN_REVIEW')
  expect(held['review'].reason).toBe('INTERNAL_PAYOUTS_HALTED')
  const undone = chargeLegs(entry).map((leg) => ({ ...leg, debit: leg.credit, credit: leg.debit }))
  await postAs('right', undone)
  expect(await checkBanks(bff.deps)).toEqual([])
  await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'EUR'))
  await until(bff, executionId, 'COMPLETED')
})
