import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { codeOf, fundingPath } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { setTerms } from '../../../../test/support/money/ordinary.ts'
import {
  advanceClock,
  readTransfer,
  started,
} from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
  unknownExecution,
} from '../../../../test/support/money/ordinary-site.ts'
import {
  findDeposit,
  payTo,
  resolveDeposit,
  untilDeposit,
} from '../../../../test/support/money/payin-deposits.ts'
import { until } from '../../../../test/support/money/wallets.ts'
import { decideAbout } from '../../../../test/support/people/operator.ts'

const bff = ownBff()
let site: OrdinarySite
let fundingAccountId = ''
let payer = ''
beforeAll(async () => {
  site = await openOrdinarySite(bff)
  const { entityId } = site.germany
  const account = (await bff.get(`/api/v1/xfer/accounts/external/${site.germany.accountId}`)).body
  const opened = await bff.post(`${fundingPath}/create`, {
    entityId,
    jurisdictionId: account.data.jurisdiction.id,
  })
  fundingAccountId = opened.body.data.fundingAccountId
  payer = account.data.accountHolder.name
})
afterEach(async () => {
  await setTerms(bff, {})
  await expectConsistent(bff)
})

const transfer = (change: object = {}): Promise<AnyBody> =>
  started(bff, site.germany, site.spain, { ...change })
/** Money that names no transfer; nothing forwards it. */
async function held(body: object = {}): Promise<string> {
  const sent = { currency: 'EUR', senderName: payer, senderAccount: 'DE89370400440532013000' }
  return (await payTo(bff, fundingAccountId, { ...sent, ...body })).depositId
}
const assign = (depositId: string, executionId: string, partner = bff.first) =>
  resolveDeposit(bff, { depositId, action: 'ASSIGN', executionId }, {}, partner)

describe('payinRoutes.resolve with ASSIGN', () => {
  test('200: money without a reference pays the transfer that it was sent for', async () => {
    const [depositId, { executionId }] = [await held(), await transfer()]
    expect(await findDeposit(bff, depositId)).toMatchObject({
      heldReason: 'NO_ROUTE',
      allowedActions: ['FORWARD', 'RETURN', 'HOLD', 'ASSIGN'],
    })
    const answer = await assign(depositId, executionId)
    expect(answer.body.data).toMatchObject({
      message: 'The deposit pays the transfer.',
      data: { executionId, previousStatus: 'HELD', status: 'FORWARDING' },
    })
    await until(bff, executionId, 'COMPLETED')
    await untilDeposit(bff, depositId, 'FORWARDED')
    expect(codeOf(await assign(depositId, executionId))).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('200: too little is reviewed with the transfer; the rest may be assigned, too', async () => {
    const { executionId } = await transfer()
    const part = await held({ amount: 60 })
    expect((await assign(part, executionId)).body.data.data.status).toBe('HELD')
    expect((await findDeposit(bff, part)).heldReason).toBe('TRANSFER_IN_REVIEW')
    expect((await readTransfer(bff, executionId)).review.reason).toBe('FUNDING_UNDERPAID')
    const rest = await held({ amount: 40 })
    expect((await assign(rest, executionId)).status).toBe(200)
    await until(bff, executionId, 'COMPLETED')
    for (const id of [part, rest]) await untilDeposit(bff, id, 'FORWARDED')
  })

  test('200: a stranger’s money is the operator’s to decide unless the terms allow it', async () => {
    const other = {
      senderName: 'Grace Hopper',
      senderAccount: 'ES9121000418450200051332',
      amount: 2_000,
    }
    const first = await transfer({ exactAmountIn: 2_000 })
    await assign(await held(other), first.executionId)
    const { status, review } = await readTransfer(bff, first.executionId)
    expect([status, review.reason, review.decider]).toEqual([
      'IN_REVIEW',
      'FUNDING_SENDER_MISMATCH',
      'operator',
    ])
    expect(codeOf(await assign(await held(), first.executionId))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
    await setTerms(bff, { payers: 'ANYBODY' })
    const second = await transfer({ exactAmountIn: 2_000 })
    await assign(await held(other), second.executionId)
    await until(bff, second.executionId, 'COMPLETED')
  })

  test('200: a listed sender is found, whatever the deposit is assigned to', async () => {
    const { executionId } = await transfer()
    const depositId = await held({ senderName: 'Osama bin Laden' })
    expect(codeOf(await assign(depositId, executionId))).toEqual([422, 'ILLEGAL_TRANSITION'])
    // Cleared as the sender of a deposit, the name is found again with what it pays.
    await decideAbout(bff, depositId)
    await expect.poll(async () => (await findDeposit(bff, depositId)).heldReason).toBe('NO_ROUTE')
    expect((await assign(depositId, executionId)).status).toBe(200)
    await until(bff, executionId, 'IN_REVIEW')
    expect((await readTransfer(bff, executionId)).review.reason).toBe('COMPLIANCE_SCREENING_HIT')
  })

  test('200: assigned after the time of the rate, it gets the present one', async () => {
    const { executionId } = await transfer()
    const depositId = await held()
    await advanceClock(bff, 3 * 3_600)
    expect((await assign(depositId, executionId)).status).toBe(200)
    const record = await until(bff, executionId, 'COMPLETED')
    expect(record.quotedRate).toBe(1)
  })

  test('200: before that, it is exchanged as quoted', async () => {
    const { executionId } = await transfer()
    expect((await assign(await held(), executionId)).status).toBe(200)
    const record = await until(bff, executionId, 'COMPLETED')
    expect(record.quotedRate).toBeUndefined()
  })

  test('400, 404 and 422: not of this customer, not this money, or nothing to pay', async () => {
    const depositId = await held()
    const { executionId } = await transfer()
    const unnamed = await resolveDeposit(bff, { depositId, action: 'ASSIGN' })
    expect(codeOf(unnamed)).toEqual([400, 'FIELD_REQUIRED'])
    expect(codeOf(await assign(depositId, unknownExecution))).toEqual([404, 'TRANSFER_NOT_FOUND'])
    const spanish = await started(bff, site.spain, site.germany)
    const other = await assign(depositId, spanish.executionId)
    expect([...codeOf(other), other.body.error.details[0].message]).toEqual([
      400,
      'FIELD_INVALID',
      'The deposit belongs to another customer than the payer of this transfer.',
    ])
    const tokens = await started(bff, site.usdc, site.spain)
    expect(codeOf(await assign(depositId, tokens.executionId))).toEqual([400, 'FIELD_INVALID'])
    const done = await site.paid(site.germany, site.spain)
    await until(bff, done, 'COMPLETED')
    expect(codeOf(await assign(depositId, done))).toEqual([422, 'ILLEGAL_TRANSITION'])
    const foreign = await assign(depositId, executionId, bff.second)
    expect(codeOf(foreign)).toEqual([404, 'RECORD_NOT_FOUND'])
    expect((await findDeposit(bff, depositId)).status).toBe('HELD')
  })
})
