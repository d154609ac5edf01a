// Each order to a bank carries what the payee's bank says of the name, and leaves by it alone.
import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import {
  accountIn,
  aParty,
  rowOf,
  setTerms,
  type Side,
} from '../../../../test/support/money/ordinary.ts'
import {
  act,
  advanceClock,
  paidIn,
  readTransfer,
  started,
} from '../../../../test/support/money/ordinary-flow.ts'
import {
  openOrdinarySite,
  type OrdinarySite,
} from '../../../../test/support/money/ordinary-site.ts'
import { findDeposit, payTo, untilDeposit } from '../../../../test/support/money/payin-deposits.ts'
import { aRoute } from '../../../../test/support/money/payin-routes.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'
import { decideAbout } from '../../../../test/support/people/operator.ts'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { withClient } from '../../../db/server/server.ts'
import { haltPayouts, resumePayouts } from '../../../records/ledger/halts.ts'
import { reviewOf } from '../../../records/transfers/review.ts'
import { createPayeeChecks } from './payee-checks.ts'

/** Between the answer and the order that keeps it: set where a test has the process end there. */
let asked: (() => Promise<void>) | undefined
const faults = {
  reach: async (step: string, moment: string) => {
    const ending = `${step}:${moment}` === 'conversion:after_effect' ? asked : undefined
    if (!ending) return
    asked = undefined
    await ending()
    throw new Error('the process ends')
  },
}
const bff = ownBff({}, { faults })
let site: OrdinarySite
beforeAll(async () => {
  site = await openOrdinarySite(bff)
})
afterEach(async () => {
  await setTerms(bff, {})
  await expectConsistent(bff)
})

const ibans = ['DE75512108001245126199', 'FR1420041010050500013M02606', 'NL91ABNA0417164300']
let taken = 0
/** A payee with a number of its own, so that its bank says nothing of others. */
async function aPayee(name = 'Grace Payee'): Promise<Side> {
  const place = taken % 3
  const [iban] = [ibans[place] ?? '']
  taken += 1
  return aParty(bff, ['DE', 'FR', 'NL'][place] ?? '', {
    ownership: 'THIRD_PARTY',
    accountHolder: { name, type: 'individual' },
    account: { iban },
  })
}
const bankHas = async (accountId: string, change: object) => {
  const answer = await bff.post('/api/v1/sandbox/accounts/bank-name', { accountId, ...change })
  expect(answer.status).toBe(200)
}
const ordersOf = (executionId: string) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('payout')
      .selectAll()
      .where('transfer_id', '=', parseId('exec', executionId) ?? '')
      .orderBy('created_at')
      .execute(),
  )
const resolve = (executionId: string, action: string) =>
  bff.post(`${transferPath}/${executionId}/resolve`, { action })
/** Which accounts a decision was about, and which of their banks' answers. */
const releasedOf = async (executionId: string) =>
  reviewOf(await rowOf(bff, executionId)).payees?.map(({ target, outcome }) => [target, outcome])
const held = (executionId: string) => until(bff, executionId, 'IN_REVIEW')

const answers = {
  CLOSE_MATCH: { name: 'Grace Payeé-Stone' },
  NO_MATCH: { name: 'Walter Otherman' },
  NOT_POSSIBLE: { unavailable: true },
} as const

describe('an order to a bank (sandbox.setBankName)', () => {
  test('leaves by a match, which it keeps', async () => {
    const executionId = await site.paid(site.germany, site.spain)
    await until(bff, executionId, 'COMPLETED')
    expect(await ordersOf(executionId)).toMatchObject([
      {
        status: 'CONFIRMED',
        payee_outcome: 'MATCH',
        payee_release: null,
        payee_check: { scheme: 'SIMULATED', reference: expect.stringMatching(/^[0-9a-f]{24}$/) },
        payee_checked_at: expect.any(Date),
      },
    ])
  })

  test.each([
    ['CLOSE_MATCH', 'HOLD'],
    ['CLOSE_MATCH', 'PAY'],
    ['NO_MATCH', 'HOLD'],
    ['NO_MATCH', 'PAY'],
    ['NOT_POSSIBLE', 'HOLD'],
    ['NOT_POSSIBLE', 'PAY'],
  ] as const)('%s with the policy %s', async (outcome, way) => {
    const payee = await aPayee()
    await bankHas(payee.accountId, answers[outcome])
    await setTerms(bff, { payeeChecks: { [outcome]: way } })
    const executionId = await site.paid(site.germany, payee)
    if (way === 'PAY') {
      await until(bff, executionId, 'COMPLETED')
      expect(await ordersOf(executionId)).toMatchObject([
        { status: 'CONFIRMED', payee_outcome: outcome, payee_release: 'POLICY' },
      ])
      return
    }
    expect(await held(executionId)).toMatchObject({
      allowedActions: ['resolve', 'retry'],
      review: {
        reason: 'BENEFICIARY_NAME_UNCONFIRMED',
        decider: 'partner',
        allowedActions: ['PAY_AS_IS', 'RETURN'],
      },
    })
    expect(await ordersOf(executionId)).toMatchObject([
      {
        status: 'CREATED',
        payee_outcome: outcome,
        payee_release: null,
        payee_check: {
          asked: 'Grace Payee',
          name: outcome === 'CLOSE_MATCH' ? 'Grace Payeé-Stone' : '',
        },
      },
    ])
    expect((await resolve(executionId, 'PAY_AS_IS')).status).toBe(200)
    await until(bff, executionId, 'COMPLETED')
    const [order, ...more] = await ordersOf(executionId)
    expect(more).toEqual([])
    expect(order).toMatchObject({
      status: 'CONFIRMED',
      payee_release: 'REVIEW',
      payee_check: { decidedBy: expect.stringMatching(/./), decidedAt: expect.any(String) },
    })
  })

  test('a decision is about one answer: what the bank says meanwhile is held again', async () => {
    const payee = await aPayee()
    await bankHas(payee.accountId, answers.CLOSE_MATCH)
    const executionId = await site.paid(site.germany, payee)
    await held(executionId)
    await bankHas(payee.accountId, answers.NO_MATCH)
    await resolve(executionId, 'PAY_AS_IS')
    const outcome = async () => (await ordersOf(executionId))[0]?.payee_outcome
    await expect.poll(outcome).toBe('NO_MATCH')
    await held(executionId)
    await resolve(executionId, 'RETURN')
    await until(bff, executionId, 'REFUNDED')
  })

  /** As a further message of its payment names who really paid. */
  const nowPaidBy = (executionId: string, ultimateName: string) =>
    bff.deps.db.asWorker((tx) =>
      sql`update deposit set sender = sender || ${JSON.stringify({ ultimateName })}::jsonb
        where transfer_id = ${parseId('exec', executionId) ?? ''}`.execute(tx),
    )
  const stopped = async (executionId: string) =>
    (await readTransfer(bff, executionId)).review?.reason

  test('that waits is not paid to anybody’s order where a listed payer was named meanwhile', async () => {
    const payee = await aPayee()
    await bankHas(payee.accountId, answers.NO_MATCH)
    const executionId = await site.paid(site.germany, payee)
    await held(executionId)
    await nowPaidBy(executionId, 'Ayman al-Zawahiri')
    await resolve(executionId, 'PAY_AS_IS')
    await expect.poll(() => stopped(executionId)).toBe('COMPLIANCE_SCREENING_HIT')
    expect(await ordersOf(executionId)).toMatchObject([{ status: 'CREATED' }])
    await decideAbout(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
  })

  test('that was not written yet is no way out either', async () => {
    await bff.deps.db.asWorker((tx) =>
      haltPayouts(tx, { asset: 'EUR', reason: 'a test', problems: [] }),
    )
    const executionId = await site.paid(site.germany, site.spain)
    await held(executionId)
    await nowPaidBy(executionId, 'Ayman al-Zawahiri')
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'EUR'))
    await advanceClock(bff, 60)
    await expect.poll(() => stopped(executionId)).toBe('COMPLIANCE_SCREENING_HIT')
    await decideAbout(bff, executionId)
    await until(bff, executionId, 'COMPLETED')
  })

  test('a process that ends between answer and order leaves none: the bank is asked anew', async () => {
    const payee = await aPayee()
    asked = () => bankHas(payee.accountId, answers.NO_MATCH)
    const executionId = await site.paid(site.germany, payee)
    await held(executionId)
    expect(asked).toBeUndefined()
    expect(await ordersOf(executionId)).toMatchObject([
      { status: 'CREATED', payee_outcome: 'NO_MATCH' },
    ])
    await resolve(executionId, 'RETURN')
    await until(bff, executionId, 'REFUNDED')
  })

  test('another account is named by a retry, and is asked about itself', async () => {
    const payee = await aPayee()
    await bankHas(payee.accountId, answers.NO_MATCH)
    const executionId = await site.paid(site.germany, payee)
    await held(executionId)
    const toAccountId = await site.spanish(payee.entityId)
    const retried = await act(bff, 'retry', { executionId, toAccountId })
    expect(retried.body.data).toMatchObject({
      status: 'PROCESSING',
      to: { accountId: toAccountId },
    })
    await until(bff, executionId, 'COMPLETED')
    expect(await ordersOf(executionId)).toMatchObject([
      { status: 'FAILED', failure_code: 'BENEFICIARY_NAME_UNCONFIRMED', payee_outcome: 'NO_MATCH' },
      { status: 'CONFIRMED', payee_outcome: 'MATCH' },
    ])
  })

  test('a decision is about the newest order alone, not about an account that was held before', async () => {
    const payee = await aPayee()
    await bankHas(payee.accountId, answers.NO_MATCH)
    const executionId = await site.paid(site.germany, payee)
    await held(executionId)
    const toAccountId = await accountIn(bff, payee.entityId, 'ES', {
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'Grace Payee', type: 'individual' },
      account: { iban: 'ES6621000418401234567891' },
    })
    await bankHas(toAccountId, answers.CLOSE_MATCH)
    await act(bff, 'retry', { executionId, toAccountId })
    await held(executionId)
    await resolve(executionId, 'PAY_AS_IS')
    await until(bff, executionId, 'COMPLETED')
    expect(await releasedOf(executionId)).toEqual([[parseId('acc', toAccountId), 'CLOSE_MATCH']])
  })

  test('goes back where nobody decides until the review is due', async () => {
    const payee = await aPayee()
    await bankHas(payee.accountId, answers.NO_MATCH)
    const executionId = await site.paid(site.germany, payee)
    await held(executionId)
    await advanceClock(bff, 8 * 86_400)
    await until(bff, executionId, 'REFUNDED')
    const [, refund] = await ordersOf(executionId)
    expect(refund).toMatchObject({
      step: 'refund_submitted',
      payee_outcome: 'NOT_POSSIBLE',
      payee_release: 'ORIGIN',
      payee_check: { scheme: 'ORIGIN' },
    })
  })
})

describe('a refund', () => {
  test('to a named account whose bank has another name is held, and paid by a decision', async () => {
    const account = { iban: 'DE02120300000000202051' }
    const target = await accountIn(bff, site.germany.entityId, 'DE', { account })
    const before = await accountIn(bff, site.germany.entityId, 'DE', {
      account: { iban: 'DE44500105175407324931' },
    })
    for (const accountId of [target, before]) await bankHas(accountId, answers.NO_MATCH)
    const { executionId } = await site.failed()
    // Of an account that was named before, nobody decides anything.
    const first = await act(bff, 'refund', { executionId, target: before })
    expect(first.status).toBe(200)
    await held(executionId)
    expect((await act(bff, 'refund', { executionId, target })).status).toBe(200)
    const record = async () => {
      const { status, eventStatus, allowedActions, review } = await readTransfer(bff, executionId)
      return { status, eventStatus, allowedActions, actions: review?.allowedActions }
    }
    const waits = {
      status: 'IN_REVIEW',
      eventStatus: 'refund_failed',
      allowedActions: ['refund', 'resolve'],
      actions: ['PAY_AS_IS'],
    }
    await expect.poll(record).toEqual(waits)
    expect(codeOf(await resolve(executionId, 'RETURN'))).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect((await resolve(executionId, 'PAY_AS_IS')).status).toBe(200)
    await until(bff, executionId, 'REFUNDED')
    const refunds = (await ordersOf(executionId)).filter(({ step }) => step === 'refund_submitted')
    expect(await releasedOf(executionId)).toEqual([[parseId('acc', target), 'NO_MATCH']])
    expect(refunds).toMatchObject([
      { status: 'FAILED', payee_outcome: 'NO_MATCH', payee_release: null },
      { status: 'FAILED', payee_outcome: 'NO_MATCH', payee_release: null },
      { status: 'CONFIRMED', payee_outcome: 'NO_MATCH', payee_release: 'REVIEW' },
    ])
  })
})

test('a deposit that a route forwards is held, too, and paid by a decision', async () => {
  const route = await aRoute(bff, { from: 'DE', to: 'ES' })
  await bankHas(route.externalAccountId, answers.NO_MATCH)
  const { depositId } = await payTo(bff, route.fundingAccountId, { currency: 'EUR' })
  const executionOf = async () => (await findDeposit(bff, depositId)).executionId ?? ''
  await expect.poll(executionOf).not.toBe('')
  const executionId = await executionOf()
  await held(executionId)
  await resolve(executionId, 'PAY_AS_IS')
  await untilDeposit(bff, depositId, 'FORWARDED')
  expect(await ordersOf(executionId)).toMatchObject([
    { status: 'CONFIRMED', payee_outcome: 'NO_MATCH', payee_release: 'REVIEW' },
  ])
})

test('nobody sends an order without its answer, or against it: not even the owner of the database', async () => {
  const payee = await aPayee()
  await bankHas(payee.accountId, answers.NO_MATCH)
  const { executionId } = await started(bff, site.germany, payee)
  await paidIn(bff, executionId)
  await held(executionId)
  const id = (await ordersOf(executionId))[0]?.id ?? ''
  const refused = (change: string) =>
    expect(
      withClient(bff.adminUrl, (client) =>
        client.query(`update payout set ${change} where id = $1`, [id]),
      ),
    ).rejects.toMatchObject({ code: '23514' })
  await refused("status = 'SUBMITTED'")
  await refused("status = 'CONFIRMED', payee_outcome = null, payee_release = 'POLICY'")
  await refused("status = 'SUBMITTED', payee_release = 'REVIEW'")
  await refused("payee_outcome = 'YES'")
  // One whose sending got no answer keeps what it left by, whatever the bank says of the name by now.
  const left = new Date(Date.now() - 7_200_000)
  await bff.deps.db.asWorker((tx) =>
    tx
      .updateTable('payout')
      .set({ payee_outcome: 'MATCH', payee_checked_at: left })
      .where('id', '=', id)
      .execute(),
  )
  const problem = async (isKnown: boolean | undefined) => {
    const [order] = await ordersOf(executionId)
    if (!order) throw new Error('no order')
    const transfer = await rowOf(bff, executionId)
    const facts = { isFresh: false, isKnown: () => Promise.resolve(isKnown) }
    const code = await createPayeeChecks(bff.deps).problem(transfer, order, facts)
    const [kept] = await ordersOf(executionId)
    const isOld = kept?.payee_checked_at?.getTime() === left.getTime()
    return [code, kept?.payee_outcome, kept?.payee_release, isOld]
  }
  expect(await problem(undefined)).toEqual(['NO_ANSWER', 'MATCH', null, true])
  expect(await problem(true)).toEqual([undefined, 'MATCH', null, true])
  expect(await problem(false)).toEqual(['BENEFICIARY_NAME_UNCONFIRMED', 'NO_MATCH', null, false])
  await resolve(executionId, 'RETURN')
  await until(bff, executionId, 'REFUNDED')
})
