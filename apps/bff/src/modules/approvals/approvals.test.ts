import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../test/support/process/bff.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { setTerms } from '../../../test/support/money/ordinary.ts'
import { act, advanceClock, readTransfer } from '../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import { type Acting, aMember, waitingIn } from '../../../test/support/people/acting.ts'
import { until } from '../../../test/support/money/wallets.ts'

const bff = ownBff()
let site: OrdinarySite
let maker: Acting
let checker: Acting
let third: Acting
beforeAll(async () => {
  site = await openOrdinarySite(bff)
  maker = await aMember(bff, 'owner')
  checker = await aMember(bff, 'treasury')
  third = await aMember(bff, 'treasury')
})
afterEach(async () => {
  await setTerms(bff, {})
  await expectConsistent(bff)
})

const approvalsPath = '/api/v1/approvals'
const policyPath = '/api/v1/partner/policy'
const required = [422, 'APPROVAL_REQUIRED']
const refundPath = '/api/v1/xfer/transaction/refund'
const read = async (approvalId: string) =>
  (await checker.get(`${approvalsPath}/${approvalId}`)).body.data

/** A refund of a transfer that failed, above the threshold. */
async function refundAsked() {
  await setTerms(bff, {})
  const { executionId } = await site.failed()
  await setTerms(bff, { approvalAbove: 0 })
  const refused = await maker.post(refundPath, { executionId })
  return { executionId, refused, approvalId: waitingIn(refused) }
}

describe('an operation that others have to agree to', () => {
  test('approvals.decide: is kept, done by the last vote that is needed, and shown with its result', async () => {
    const { executionId, refused, approvalId } = await refundAsked()
    expect(codeOf(refused)).toEqual(required)
    expect(await readTransfer(bff, executionId)).toMatchObject({ status: 'FAILED' })
    const waiting = await read(approvalId)
    expect(waiting).toMatchObject({
      operation: 'transfers.refund',
      status: 'REQUESTED',
      subject: { kind: 'transfer', id: executionId },
      maker: { type: 'partner_user', id: maker.memberId },
      approvalsNeeded: 1,
      mayDecide: true,
      rule: 'amount',
      policyVersion: 0,
    })
    expect(waiting.because.join(' ')).toContain('the limit of rule “Large payments”')
    // The same again is the same request.
    expect(waitingIn(await maker.post(refundPath, { executionId }))).toBe(approvalId)
    const done = await checker.decide(approvalId, 'APPROVED', 'fine')
    expect(done.body.data).toMatchObject({
      status: 'EXECUTED',
      votes: [{ memberId: checker.memberId, decision: 'APPROVED', comment: 'fine' }],
      result: { success: true, data: { executionId } },
    })
    await setTerms(bff, {})
    await until(bff, executionId, 'REFUNDED')
    expect(codeOf(await third.decide(approvalId, 'APPROVED'))).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('approvals.list and approvals.read: shows what waits, to whom it is to decide about', async () => {
    const { approvalId, executionId } = await refundAsked()
    const path = `${approvalsPath}?status=REQUESTED&subjectId=${executionId}`
    for (const [who, mayDecide] of [
      [maker, false],
      [checker, true],
      [await aMember(bff, 'viewer'), false],
    ] as const)
      expect((await who.get(path)).body.data).toMatchObject([{ approvalId, mayDecide }])
    expect((await bff.get(path, bff.second)).body.data).toEqual([])
    const foreign = await bff.get(`${approvalsPath}/${approvalId}`, bff.second)
    expect(codeOf(foreign)).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(codeOf(await bff.get(`${approvalsPath}?cursor=x`))).toEqual([400, 'CURSOR_INVALID'])
  })

  test('a rejection, a withdrawal by its maker, and a day without votes end it', async () => {
    const [rejected, withdrawn, late] = [
      await refundAsked(),
      await refundAsked(),
      await refundAsked(),
    ]
    expect((await checker.decide(rejected.approvalId, 'REJECTED', 'no')).body.data.status).toBe(
      'REJECTED',
    )
    const cancelPath = `${approvalsPath}/${withdrawn.approvalId}/cancel`
    // operation approvals.cancel
    expect(codeOf(await checker.post(cancelPath, {}))).toEqual([404, 'RECORD_NOT_FOUND'])
    expect((await maker.post(cancelPath, {})).body.data.status).toBe('CANCELLED')
    expect(codeOf(await maker.post(cancelPath, {}))).toEqual([422, 'ILLEGAL_TRANSITION'])
    await advanceClock(bff, 86_401)
    expect(await read(late.approvalId)).toMatchObject({ status: 'EXPIRED', mayDecide: false })
    expect(codeOf(await checker.decide(late.approvalId, 'APPROVED'))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
  })

  test('what would be refused anyway is refused at once, and nobody is asked', async () => {
    const done = await site.paid(site.germany, site.spain)
    const toAccountId = await site.spanish(site.spain.entityId)
    await setTerms(bff, { approvalAbove: 0 })
    for (const [executionId, expected] of [
      [done, [422, 'ILLEGAL_TRANSITION']],
      ['exec_unknown', [404, 'TRANSFER_NOT_FOUND']],
    ] as const)
      expect(codeOf(await act(bff, 'retry', { executionId, toAccountId }))).toEqual(expected)
    const { data } = (await checker.get(`${approvalsPath}?subjectId=${done}`)).body
    expect(data).toEqual([])
  })

  test('is refused when it is run, where its record has changed meanwhile', async () => {
    const { executionId, approvalId } = await refundAsked()
    await setTerms(bff, {})
    expect((await maker.post(refundPath, { executionId })).status).toBe(200)
    const answer = await checker.decide(approvalId, 'APPROVED')
    expect(answer.body.data).toMatchObject({ status: 'FAILED' })
    expect(answer.body.data.failure.code).toMatch(/VERSION_CONFLICT|ILLEGAL_TRANSITION/)
  })
})

describe('who may agree', () => {
  test('two approvals are two people, none of whom was removed before the last', async () => {
    const two = {
      otherwise: 'allow',
      rules: [
        {
          id: 'two',
          name: 'Two people',
          on: ['transfers.refund'],
          when: { all: [] },
          then: { approvals: [{ from: ['role:treasury'], count: 2 }], expiresInMs: 3_600_000 },
        },
      ],
    }
    const { executionId } = await site.failed()
    expect((await maker.send('PUT', policyPath, two)).status).toBe(200)
    const approvalId = waitingIn(await maker.post(refundPath, { executionId }))
    const leaving = await aMember(bff, 'treasury')
    const first = await leaving.decide(approvalId, 'APPROVED')
    expect(first.body.data).toMatchObject({ status: 'REQUESTED', approvalsNeeded: 1 })
    expect(codeOf(await leaving.decide(approvalId, 'APPROVED'))).toEqual([
      422,
      'ILLEGAL_TRANSITION',
    ])
    await leaving.remove()
    expect((await checker.decide(approvalId, 'APPROVED')).body.data).toMatchObject({
      status: 'REQUESTED',
      approvalsNeeded: 1,
    })
    // Another membership of the same person adds nothing, nor does who may not agree any more.
    const twin = await aMember(bff, 'treasury')
    await Promise.all([
      checker.change({ email: 'nora@example.com' }),
      twin.change({ email: 'Nora@Example.com' }),
    ])
    expect((await twin.decide(approvalId, 'APPROVED')).body.data.status).toBe('REQUESTED')
    await twin.change({ email: '', role: 'viewer' })
    expect((await read(approvalId)).approvalsNeeded).toBe(1)
    expect((await third.decide(approvalId, 'APPROVED')).body.data.status).toBe('EXECUTED')
    expect((await maker.send('PUT', policyPath, { rules: [], otherwise: 'allow' })).status).toBe(
      200,
    )
    await until(bff, executionId, 'REFUNDED')
  })
})

describe('the policy', () => {
  const denies = {
    otherwise: 'allow',
    rules: [
      { id: 'none', name: 'No refunds', on: ['transfers.refund'], when: { all: [] }, then: 'deny' },
    ],
  }

  test('approvals.replayPolicy, approvals.changePolicy and approvals.readPolicy: what it would have done, what it does, and how it reads', async () => {
    const { executionId } = await site.failed()
    const replayed = await maker.post(`${policyPath}/replay`, denies)
    expect(replayed.body.data.newlyDenied.length).toBeGreaterThan(0)
    expect(replayed.body.data.newlyDenied[0]).toMatchObject({ operation: 'transfers.refund' })
    const changed = await maker.send('PUT', policyPath, denies)
    expect(changed.body.data).toMatchObject({
      isDefault: false,
      rules: denies.rules,
      changedBy: { id: maker.memberId },
    })
    expect(codeOf(await maker.post(refundPath, { executionId }))).toEqual([422, 'POLICY_BLOCKED'])
    const none = { rules: [], otherwise: 'allow' }
    expect((await maker.send('PUT', policyPath, none)).status).toBe(200)
    expect((await maker.get(policyPath)).body.data.sentences).toEqual(['Allow everything else.'])
  })

  test('400: an operation or a role that is none', async () => {
    const [rule] = denies.rules
    const wrong = { ...rule, on: ['transfers.cancel'] }
    const nobody = {
      ...rule,
      then: { approvals: [{ from: ['role:viewer'], count: 1 }], expiresInMs: 60_000 },
    }
    for (const item of [wrong, nobody]) {
      const answer = await maker.send('PUT', policyPath, { rules: [item], otherwise: 'allow' })
      expect(codeOf(answer)).toEqual([400, 'FIELD_INVALID'])
    }
  })
})

test('transfers.approve and approvals.decide are the same decision', async () => {
  const { executionId } = await site.failed()
  expect(codeOf(await act(bff, 'approval', { executionId, decision: 'APPROVED' }))).toEqual([
    422,
    'ILLEGAL_TRANSITION',
  ])
})
