// What those who decide see and ask before they do: the payee, both prices, who else could agree, and questions.
import { scopesOfRole } from '@corridor/domain'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { accountIn, aParty, setTerms } from '../../../test/support/money/ordinary.ts'
import {
  advanceClock,
  aQuoteOf,
  moveEuro,
  paidIn,
  takeUp,
} from '../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import { transferPath } from '../../../test/support/money/wallets.ts'
import { type Acting, aMember, waitingIn } from '../../../test/support/people/acting.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
const approvalsPath = '/api/v1/approvals'
const policyPath = '/api/v1/partner/policy'
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

let addresses = 0
/** Something that others have to agree to, asked for by an owner. */
async function asked(by: Acting = maker): Promise<string> {
  await setTerms(bff, { approvalAbove: 0 })
  const webhookUrl = `https://asked.example.com/${(addresses += 1)}`
  const answer = await by.send('PUT', '/api/v1/partner/registerPartnerWebhook', { webhookUrl })
  expect(codeOf(answer)).toEqual([422, 'APPROVAL_REQUIRED'])
  return waitingIn(answer)
}
const read = async (id: string, by: Acting = checker): Promise<AnyBody> =>
  (await by.get(`${approvalsPath}/${id}`)).body.data
const ask = (by: Acting, id: string, text = 'Whose address is it?') =>
  by.post(`${approvalsPath}/${id}/questions`, { text })
const answer = (by: Acting, id: string, questionId: string, text = 'Our accountant’s.') =>
  by.post(`${approvalsPath}/${id}/questions/${questionId}/answer`, { text })

describe('approvals.ask and approvals.answer', () => {
  test('200: a question and its answer stand at the request with names and times, which waits on unchanged', async () => {
    const id = await asked()
    const before = await read(id)
    expect(before).toMatchObject({ questions: [], openQuestions: 0 })
    const posed = await ask(checker, id)
    expect(posed.body.data).toMatchObject({
      status: 'REQUESTED',
      expiresAt: before.expiresAt,
      openQuestions: 1,
      questions: [{ text: 'Whose address is it?', askedBy: { id: checker.memberId } }],
    })
    const [{ questionId }] = posed.body.data.questions
    const colleague = await aMember(bff, 'developer')
    const answered = await answer(colleague, id, questionId)
    expect(answered.body.data).toMatchObject({
      openQuestions: 0,
      questions: [{ answer: 'Our accountant’s.', answeredBy: { id: colleague.memberId } }],
    })
    expect(answered.body.data.questions[0].answeredBy.name).toMatch(/^developer/)
    // Each is answered once.
    expect(codeOf(await answer(maker, id, questionId))).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect((await checker.decide(id, 'APPROVED')).body.data.status).toBe('EXECUTED')
    expect(await read(id)).toMatchObject({ questions: [{ questionId }], mayApprove: [] })
    const actions = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('audit').select(['action', 'reason']).where('object_id', '=', id).execute(),
    )
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['approval.ask', 'approval.answer']),
    )
    expect(JSON.stringify(actions)).not.toContain('accountant')
  })

  test('400: without words, or with too many', async () => {
    const id = await asked()
    expect(codeOf(await ask(checker, id, ' '))[0]).toBe(400)
    expect(codeOf(await ask(checker, id, 'x'.repeat(501)))).toEqual([400, 'FIELD_INVALID'])
  })

  test('403: of who may not decide, and of who may not ask for the operation', async () => {
    const id = await asked()
    const viewer = await aMember(bff, 'viewer')
    expect(codeOf(await ask(viewer, id))).toEqual([403, 'SCOPE_MISSING'])
    for (const by of [maker, await aMember(bff, 'owner').then(sharingAddress)])
      expect(codeOf(await ask(by, id))[1]).toBe('MAKER_CANNOT_APPROVE')
    const byKey = await bff.post(`${approvalsPath}/${id}/questions`, { text: 'Why?' })
    expect(codeOf(byKey)[1]).toBe('MAKER_CANNOT_APPROVE')
    const [{ questionId }] = (await ask(checker, id)).body.data.questions
    expect(codeOf(await answer(viewer, id, questionId))).toEqual([403, 'SCOPE_MISSING'])
    expect(codeOf(await answer(checker, id, questionId))).toEqual([403, 'SCOPE_MISSING'])
    const other = await aMember(bff, 'owner')
    const [, own] = (await ask(other, id, 'Since when?')).body.data.questions
    // Nobody answers what they asked themselves.
    expect(codeOf(await answer(other, id, own.questionId))[1]).toBe('MAKER_CANNOT_APPROVE')
    const leaving = await aMember(bff, 'treasury')
    await leaving.remove()
    expect((await ask(leaving, id)).status).toBeGreaterThanOrEqual(400)
    expect((await read(id)).questions).toHaveLength(2)
  })

  /** The maker under a second membership. */
  async function sharingAddress(other: Acting): Promise<Acting> {
    await Promise.all([
      maker.change({ email: 'nora@example.com' }),
      other.change({ email: 'Nora@example.com' }),
    ])
    return other
  }

  test('404: at another partner, and of what does not exist', async () => {
    const id = await asked()
    const [{ questionId }] = (await ask(checker, id)).body.data.questions
    const foreign = await aMember(bff, 'owner', bff.second)
    const elsewhere = await asked()
    for (const refused of [
      await ask(foreign, id),
      await answer(foreign, id, questionId),
      await answer(maker, id, 'rfi_none'),
      await answer(maker, elsewhere, questionId),
      await ask(checker, 'apr_none'),
    ])
      expect(codeOf(refused)).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('422: when it is decided, its time is up, or there are enough of them', async () => {
    const [decided, many] = [await asked(), await asked()]
    const [{ questionId }] = (await ask(checker, decided)).body.data.questions
    await checker.decide(decided, 'REJECTED', 'not ours')
    const over = [422, 'ILLEGAL_TRANSITION']
    expect(codeOf(await ask(checker, decided))).toEqual(over)
    expect(codeOf(await answer(maker, decided, questionId))).toEqual(over)
    for (let at = 0; at < 20; at += 1) expect((await ask(checker, many, `${at}?`)).status).toBe(200)
    expect(codeOf(await ask(checker, many))).toEqual(over)
    await advanceClock(bff, 86_401)
    expect(codeOf(await ask(checker, many))).toEqual(over)
  })

  test('a question and a decision at the same moment: either comes first, and both show what happened', async () => {
    const other = await aMember(bff, 'treasury')
    for (let round = 0; round < 5; round += 1) {
      const id = await asked()
      const [posed, decided] = await Promise.all([ask(other, id), checker.decide(id, 'APPROVED')])
      expect(decided.body.data.status).toBe('EXECUTED')
      expect([200, 422]).toContain(posed.status)
      const { questions, openQuestions } = await read(id)
      expect([questions.length, openQuestions]).toEqual([posed.status === 200 ? 1 : 0, 0])
    }
  })
})

describe('before a decision', () => {
  test('400: a rejection without a reason; the specification’s way may leave it out', async () => {
    const id = await asked()
    const refused = await checker.decide(id, 'REJECTED', '  ')
    expect(codeOf(refused)).toEqual([400, 'FIELD_REQUIRED'])
    expect(refused.body.error.details[0].path).toBe('comment')
    expect(await read(id)).toMatchObject({ status: 'REQUESTED', votes: [] })
    expect((await checker.decide(id, 'REJECTED', 'no')).body.data.status).toBe('REJECTED')
    const { executionId } = await executionAsked(await aParty(bff, 'ES'))
    const bySpecification = { executionId, decision: 'REJECTED' }
    const done = await checker.post('/api/v1/xfer/transaction/approval', bySpecification)
    expect(done.body.data.status).toBe('CANCELLED')
  })

  test('who could still agree is named, and whether they are enough', async () => {
    const id = await asked()
    const [viewer, other] = [await aMember(bff, 'viewer'), await aMember(bff, 'treasury')]
    const named = async () =>
      (await read(id)).mayApprove.map(({ memberId }: AnyBody) => memberId) as string[]
    expect(await named()).toEqual(expect.arrayContaining([checker.memberId, other.memberId]))
    expect(await named()).not.toContain(maker.memberId)
    expect(await named()).not.toContain(viewer.memberId)
    expect((await read(id)).isReachable).toBe(true)
    await other.remove()
    expect(await named()).not.toContain(other.memberId)
  })

  const idsIn = async (by: Acting, query: string): Promise<string[]> =>
    (await by.get(`${approvalsPath}?limit=200&${query}`)).body.data.map(
      ({ approvalId }: AnyBody) => approvalId as string,
    )

  test('the list separates what a member may decide, what waits for others, and what has ended', async () => {
    const me = await aMember(bff, 'owner')
    const [own, others, ended] = [await asked(me), await asked(), await asked()]
    await me.decide(ended, 'REJECTED', 'no')
    const mine = await idsIn(me, 'mayDecide=true')
    expect([own, others, ended].map((id) => mine.includes(id))).toEqual([false, true, false])
    const theirs = await idsIn(me, 'mayDecide=false')
    expect([own, others, ended].map((id) => theirs.includes(id))).toEqual([true, false, false])
    const done = await idsIn(me, 'ended=true')
    expect([own, others, ended].map((id) => done.includes(id))).toEqual([false, false, true])
    expect(await idsIn(await aMember(bff, 'viewer'), 'mayDecide=true')).toEqual([])
    const counts = (await me.get(`${approvalsPath}/counts`)).body.data
    expect([counts.mayDecide, counts.waiting]).toEqual([mine.length, mine.length + theirs.length])
  })

  /** An execution that waits, and its request. */
  async function executionAsked(payee: Parameters<typeof aQuoteOf>[2]) {
    await setTerms(bff, { approvalAbove: 0 })
    const quoted = await aQuoteOf(bff, site.germany, payee)
    const { executionId } = (await maker.post(transferPath, takeUp(quoted))).body.data
    const [request] = (await checker.get(`${approvalsPath}?subjectId=${executionId}`)).body.data
    return { executionId, approvalId: request.approvalId as string, quoted }
  }

  test('the payee’s history counts what was paid to its number, without what is asked about', async () => {
    const payee = await aParty(bff, 'ES')
    const earlier = await aQuoteOf(bff, site.germany, payee)
    const { executionId: paid } = (await maker.post(transferPath, takeUp(earlier))).body.data
    await paidIn(bff, paid)
    const { approvalId } = await executionAsked(payee)
    const { payeeHistory } = await read(approvalId)
    const { amount, currency } = earlier.quote.inAmount
    expect(payeeHistory).toMatchObject({
      standing: 'known',
      payments: 1,
      sums: [{ amount, currency }],
      latest: [{ executionId: paid, amount, currency }],
    })
    const own = payeeHistory.accounts.find(
      (account: AnyBody) => account.accountId === payee.accountId,
    )
    expect(own.addedBy).toMatchObject({ type: 'api_key', name: 'test' })
    expect(Number(payeeHistory.dollars)).toBeGreaterThan(0)
    // It shows transfers, which not everybody reads; a list does without it.
    const scopes = scopesOfRole.viewer.filter((scope) => scope !== 'transfers:read').join(' ')
    const blind = await checker.send('GET', `${approvalsPath}/${approvalId}`, undefined, {
      'x-acting-scopes': scopes,
    })
    expect(blind.body.data.payeeHistory).toBeUndefined()
    const [listed] = (await checker.get(`${approvalsPath}?mayDecide=true`)).body.data
    expect(listed.payeeHistory).toBeUndefined()
  })

  test('an account that was added under another name is the same payee, and listed where it is', async () => {
    const payee = await aParty(bff, 'ES')
    const account = { iban: 'ES8023100001180000012345' }
    const named = (name: string) =>
      accountIn(bff, payee.entityId, 'ES', {
        account,
        ownership: 'THIRD_PARTY',
        accountHolder: { name, type: 'individual' },
      })
    const accountId = await named('Ada Lovelace')
    await setTerms(bff, { approvalAbove: 0, coolingOffHours: 24 })
    const { approvalId } = await executionAsked({ entityId: payee.entityId, accountId })
    const second = await named('Osama bin Laden')
    const { payeeHistory } = await read(approvalId)
    expect(payeeHistory.standing).toBe('listed')
    expect(payeeHistory.accounts.map((body: AnyBody) => body.accountId)).toEqual([
      accountId,
      second,
    ])
  })

  test('both prices are shown before it is approved, and stay with the request afterwards', async () => {
    const { approvalId, quoted } = await executionAsked(site.usdc)
    const { outAmount, inAmount } = quoted.quote
    expect((await read(approvalId)).price).toEqual({
      quoted: expect.objectContaining({ outAmount, inAmount }),
    })
    await moveEuro(bff, 100)
    try {
      await advanceClock(bff, 3_600)
      const { price } = await read(approvalId)
      expect(price.quoted).toMatchObject({ outAmount, inAmount })
      expect(price.current).toMatchObject({ inAmount })
      expect(price.current.outAmount.amount).not.toBe(outAmount.amount)
      const done = await checker.decide(approvalId, 'APPROVED')
      expect(done.body.data).toMatchObject({
        status: 'EXECUTED',
        price: {
          quoted: { outAmount, inAmount },
          current: { outAmount: price.current.outAmount, rate: price.current.rate },
        },
      })
    } finally {
      await moveEuro(bff, 0)
    }
  })
})

describe('the policy', () => {
  const none = { rules: [], otherwise: 'allow' }
  const refunds = (count: number) => ({
    otherwise: 'allow',
    rules: [
      {
        id: 'refunds',
        name: 'Refunds',
        on: ['transfers.refund'],
        when: { all: [] },
        then: {
          approvals: [{ from: [`member:${checker.memberId}`], count }],
          expiresInMs: 3_600_000,
        },
      },
    ],
  })

  test('a change that waits shows the rules that it asks for beside those in force', async () => {
    await setTerms(bff, { approvalAbove: 0 })
    const id = waitingIn(await maker.send('PUT', policyPath, refunds(1)))
    // The terms change meanwhile: what was in force when it was asked for stays.
    await setTerms(bff, { approvalAbove: 5_000 })
    const { policyChange } = await read(id)
    expect(policyChange.rules).toEqual(refunds(1))
    expect(policyChange.after.join(' ')).toMatch(/^Refunds: Ask for one approval \(.*treasury/)
    expect(policyChange.before.join(' ')).toContain('more than 0 USD')
    await maker.post(`${approvalsPath}/${id}/cancel`, {})
  })

  test('approvals.policyVersions and approvals.readPolicyVersion: who set which rules, and when', async () => {
    expect((await maker.send('PUT', policyPath, refunds(1))).status).toBe(200)
    const { version } = (await maker.send('PUT', policyPath, none)).body.data
    const listed = await checker.get(`${policyPath}/versions?limit=2`)
    expect(listed.body.data).toMatchObject([
      { version, sentences: ['Allow everything else.'], changedBy: { id: maker.memberId } },
      { version: version - 1, isDefault: false },
    ])
    expect(listed.body.data[0].changedBy.name).toMatch(/^owner/)
    const before = await checker.get(`${policyPath}/versions/${version - 1}`)
    expect(before.body.data).toMatchObject({ version: version - 1, rules: refunds(1).rules })
    for (const wrong of ['0', '99999', 'x', '-1'])
      expect(codeOf(await checker.get(`${policyPath}/versions/${wrong}`))).toEqual([
        404,
        'RECORD_NOT_FOUND',
      ])
    const foreign = await aMember(bff, 'owner', bff.second)
    expect(codeOf(await foreign.get(`${policyPath}/versions/${version}`))[0]).toBe(404)
    expect((await foreign.get(`${policyPath}/versions`)).body.data).toEqual([])
    expect(codeOf(await checker.get(`${policyPath}/versions?cursor=x`))).toEqual([
      400,
      'CURSOR_INVALID',
    ])
  })

  test('a rule that nobody can meet, and a policy that locks everybody out, are named before it is set', async () => {
    const kindsOf = async (policy: object): Promise<string[]> =>
      (await maker.post(`${policyPath}/replay`, policy)).body.data.findings.map(
        ({ kind }: AnyBody) => kind as string,
      )
    expect(await kindsOf(none)).toEqual([])
    expect(await kindsOf(refunds(2))).toEqual(['unreachable'])
    expect(await kindsOf({ rules: [], otherwise: 'deny' })).toEqual(['locked'])
    expect((await maker.send('PUT', policyPath, refunds(2))).status).toBe(200)
    expect((await maker.get(policyPath)).body.data.findings).toMatchObject([
      { kind: 'unreachable', rule: 'refunds' },
    ])
    expect((await maker.send('PUT', policyPath, none)).status).toBe(200)
  })
})
