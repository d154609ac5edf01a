import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { drawn, fundOperational, replenish } from '../../../test/support/money/liquidity.ts'
import { quoteReplenish, transactions, drawBody } from '../../../test/support/money/liquidity.ts'
import { accountIn, aParty, setTerms } from '../../../test/support/money/ordinary.ts'
import {
  advanceClock,
  aQuoteOf,
  paidIn,
  readTransfer,
  started,
  takeUp,
} from '../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import {
  aRoute,
  payinPath,
  readRoute,
  routeEnds,
} from '../../../test/support/money/payin-routes.ts'
import { transferPath, until } from '../../../test/support/money/wallets.ts'
import { type Acting, aMember, waitingIn } from '../../../test/support/people/acting.ts'
import { type AnyBody, type Got, sharedBff } from '../../../test/support/process/bff.ts'

/** Ends the run of what was agreed to, as a kill between vote and effect would, so often. */
let ends = 0
const bff = sharedBff(
  {},
  {
    faults: {
      reach: (step, moment) => {
        if (`${step}:${moment}` !== 'approval:after_effect' || ends === 0) return undefined
        ends -= 1
        throw new Error('the process is gone')
      },
    },
  },
)
let site: OrdinarySite
let maker: Acting
let checker: Acting
beforeAll(async () => {
  site = await openOrdinarySite(bff)
  maker = await aMember(bff, 'owner')
  checker = await aMember(bff, 'treasury')
})
afterEach(async () => {
  await setTerms(bff, {})
  await expectConsistent(bff)
})

const read = async (approvalId: string): Promise<AnyBody> =>
  (await checker.get(`/api/v1/approvals/${approvalId}`)).body.data
const above = (approvalAbove: number) => setTerms(bff, { approvalAbove })

describe('a new payee', () => {
  const execute = async (quoted: AnyBody) =>
    (await maker.post(transferPath, takeUp(quoted))).body.data
  const approve = (executionId: string) =>
    checker.post('/api/v1/xfer/transaction/approval', { executionId, decision: 'APPROVED' })

  test('is paid for the first time only once another member agrees, and then without', async () => {
    const payee = await aParty(bff, 'ES')
    await setTerms(bff, { coolingOffHours: 24 })
    const first = await aQuoteOf(bff, site.germany, payee)
    expect(first.approval).toEqual({ required: true, policyId: 'new-payee', approvalsNeeded: 1 })
    const { executionId, status } = await execute(first)
    expect(status).toBe('AWAITING_APPROVAL')
    // What waits makes nobody known.
    expect((await aQuoteOf(bff, site.germany, payee)).approval.required).toBe(true)
    expect((await approve(executionId)).body.data.status).toBe('PENDING')
    await paidIn(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
    const second = await aQuoteOf(bff, site.germany, payee)
    expect(second.approval.required).toBe(false)
    expect((await execute(second)).status).toBe('PENDING')
  })

  test('is known once it was there for a day, and the sum of its day counts', async () => {
    const payee = await aParty(bff, 'ES', { account: { iban: 'ES6000491500051234567892' } })
    await setTerms(bff, { coolingOffHours: 24 })
    expect((await aQuoteOf(bff, site.germany, payee)).approval.required).toBe(true)
    await advanceClock(bff, 86_401)
    expect((await aQuoteOf(bff, site.germany, payee)).approval.required).toBe(false)
    await setTerms(bff, {})
    const paid = (await execute(await aQuoteOf(bff, site.germany, payee))).executionId
    await paidIn(bff, paid)
    await until(bff, paid, 'COMPLETED')
    const { from } = await readTransfer(bff, paid)
    await above(from.amount * 1.5)
    const again = await aQuoteOf(bff, site.germany, payee)
    expect(again.approval).toMatchObject({ required: true, policyId: 'payee-day' })
    // Another account of the customer's with the same number is the same payee.
    expect((await execute(again)).status).toBe('AWAITING_APPROVAL')
  })
})

describe('above the threshold the bound content is agreed to', () => {
  test('another account of a retry, and its change asks again', async () => {
    const { executionId, payee } = await site.failed()
    const toAccountId = await site.spanish(payee.entityId)
    await above(0)
    const path = '/api/v1/xfer/transaction/retry'
    const asked = await maker.post(path, { executionId, toAccountId })
    expect(codeOf(asked)).toEqual([422, 'APPROVAL_REQUIRED'])
    const account = { iban: 'ES1000492352082414205416' }
    const other = await accountIn(bff, payee.entityId, 'ES', { account })
    const elsewhere = await maker.post(path, { executionId, toAccountId: other })
    expect(waitingIn(elsewhere)).not.toBe(waitingIn(asked))
    const disabled = { accountId: toAccountId, entityId: payee.entityId }
    await setTerms(bff, {})
    await bff.post('/api/v1/xfer/accounts/external/disable', disabled)
    const done = await checker.decide(waitingIn(asked), 'APPROVED')
    expect(done.body.data).toMatchObject({
      status: 'FAILED',
      failure: { code: 'CORRIDOR_UNAVAILABLE' },
    })
    expect(await readTransfer(bff, executionId)).toMatchObject({ status: 'FAILED' })
  })

  test('more than was confirmed; a code that others let run out is asked for again', async () => {
    const { executionId } = await started(bff, site.germany, site.spain)
    await paidIn(bff, executionId, { amount: 12_000, senderName: '', senderAccount: '' })
    await above(5_000)
    const accept = (also = {}) =>
      maker.post(`${transferPath}/${executionId}/resolve`, { action: 'ACCEPT_RECEIVED', ...also })
    const accepted = async () => {
      expect(codeOf(await accept())).toEqual([400, 'FIELD_REQUIRED'])
      const { body } = await bff.get('/api/v1/sandbox/outbox?channel=EMAIL&limit=1')
      return waitingIn(await accept({ verificationCode: body.data[0].code }))
    }
    const first = await accepted()
    await advanceClock(bff, 301)
    expect((await checker.decide(first, 'APPROVED')).body.data).toMatchObject({
      status: 'FAILED',
      failure: { code: 'OTP_EXPIRED', message: expect.stringContaining('without a code') },
    })
    const again = await checker.decide(await accepted(), 'APPROVED')
    expect(again.body.data).toMatchObject({ status: 'EXECUTED' })
    await until(bff, executionId, 'COMPLETED')
  })

  test('a payee whose bank has another name: to pay as it is', async () => {
    const payee = await aParty(bff, 'FR', {
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'Grace Payee', type: 'individual' },
    })
    const { accountId } = payee
    const bankHas = (name: string | null) =>
      bff.post('/api/v1/sandbox/accounts/bank-name', { accountId, name })
    await bankHas('Walter Otherman')
    const executionId = await site.paid(site.germany, payee)
    await until(bff, executionId, 'IN_REVIEW')
    await above(0)
    const path = `${transferPath}/${executionId}/resolve`
    const asked = await maker.post(path, { action: 'PAY_AS_IS' })
    expect((await read(waitingIn(asked))).summary).toMatch(/^Pay .* NO_MATCH\.$/)
    const done = await checker.decide(waitingIn(asked), 'APPROVED')
    expect(done.body.data).toMatchObject({ status: 'EXECUTED' })
    await until(bff, executionId, 'COMPLETED')
    await bankHas(null)
  })

  test('a route: made, sent elsewhere, switched on; 400 as its list has it; switching off asks nobody', async () => {
    const route = await aRoute(bff)
    const fresh = await routeEnds(bff)
    const elsewhere = await accountIn(bff, route.entityId, site.tokenId)
    await above(1_000_000)
    const refused = [400, 'APPROVAL_REQUIRED']
    const { fundingAccountId, externalAccountId } = fresh
    const made = await maker.post(`${payinPath}/create`, { fundingAccountId, externalAccountId })
    expect(codeOf(made)).toEqual(refused)
    const { teleportId } = route
    const sent = await maker.post(`${payinPath}/update`, {
      teleportId,
      externalAccountId: elsewhere,
    })
    expect(codeOf(sent)).toEqual(refused)
    expect((await readRoute(bff, teleportId)).externalAccountId).not.toBe(elsewhere)
    const off = { teleportId, routeStatus: 'inactive' }
    expect((await maker.post(`${payinPath}/toggle`, off)).status).toBe(200)
    const on = await maker.post(`${payinPath}/toggle`, { ...off, routeStatus: 'active' })
    expect(codeOf(on)).toEqual([422, 'APPROVAL_REQUIRED'])
    const decided = async (answer: Got) =>
      (await checker.decide(waitingIn(answer), 'APPROVED')).body.data
    for (const answer of [made, sent])
      expect(await decided(answer)).toMatchObject({ status: 'EXECUTED' })
    // It leads elsewhere by now than when it was asked for.
    expect(await decided(on)).toMatchObject({
      status: 'FAILED',
      failure: { code: 'VERSION_CONFLICT' },
    })
    const again = await maker.post(`${payinPath}/toggle`, { ...off, routeStatus: 'active' })
    expect(await decided(again)).toMatchObject({ status: 'EXECUTED' })
    expect(await readRoute(bff, teleportId)).toMatchObject({ routeStatus: 'active' })
  })

  test('a batch whose effect comes before its transaction happens once, also where its run is cut off', async () => {
    await fundOperational(bff, 1_000)
    const drawing = await drawn(bff, { amount: 100 })
    const { data: quote } = (await quoteReplenish(bff, drawing.originalTxnHash)).body
    await above(0)
    const asked = await maker.post(`${replenish}/transaction/initiate`, {
      originalTxnHash: drawing.originalTxnHash,
      totalReplenishAmount: quote.totalReplenishAmount,
      asset: 'USDC',
    })
    expect(codeOf(asked)).toEqual([400, 'APPROVAL_REQUIRED'])
    ends = 2
    await checker.decide(waitingIn(asked), 'APPROVED')
    await expect
      .poll(async () => (await read(waitingIn(asked))).status, { timeout: 15_000 })
      .toBe('EXECUTED')
    expect(ends).toBe(0)
    const list = await bff.get(`${replenish}/transaction?ltxId=${drawing.ltxId}`)
    expect(list.body.data).toHaveLength(1)
  })

  test('a drawing', async () => {
    await above(0)
    const body = drawBody()
    const asked = await maker.post(`${transactions}/initiate`, body)
    expect(codeOf(asked)).toEqual([422, 'APPROVAL_REQUIRED'])
    const { data } = (await checker.decide(waitingIn(asked), 'APPROVED')).body
    expect(data).toMatchObject({ status: 'EXECUTED', destination: body.recipientWallet })
  })

  test('an address of notices, whose secret nobody but its maker reads', async () => {
    await above(0)
    const body = { webhookUrl: 'https://hooks.example.com/in' }
    const asked = await maker.send('PUT', '/api/v1/partner/registerPartnerWebhook', body)
    expect(codeOf(asked)).toEqual([422, 'APPROVAL_REQUIRED'])
    const { data } = (await checker.decide(waitingIn(asked), 'APPROVED')).body
    expect(data.status).toBe('EXECUTED')
    expect(JSON.stringify(data)).not.toContain('whsec')
    expect(data.result).toBeUndefined()
  })
})

test('two who approve at once do it once', async () => {
  const { executionId } = await site.failed()
  await above(0)
  const refunded = await maker.post('/api/v1/xfer/transaction/refund', { executionId })
  const third = await aMember(bff, 'treasury')
  const answers = await Promise.all(
    [checker, third].map((who) => who.decide(waitingIn(refunded), 'APPROVED')),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  await setTerms(bff, {})
  await until(bff, executionId, 'REFUNDED')
})
