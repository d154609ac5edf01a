// A partner's policy: what was decided can be decided again, what changes meanwhile is never run, and the list counts.
import type { Policy, PolicyCondition, PolicyRule, PolicyRules } from '@corridor/contract'
import { decide, defaultPolicy, type Facts, type PolicyTerms } from '@corridor/domain'
import fc from 'fast-check'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { accountIn, aParty, setTerms } from '../../../test/support/money/ordinary.ts'
import { aQuoteOf, takeUp } from '../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import { transferPath } from '../../../test/support/money/wallets.ts'
import { type Acting, aMember, waitingIn } from '../../../test/support/people/acting.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
const policyPath = '/api/v1/partner/policy'
const rounds = process.env['FULL'] ? 500 : 12
const races = process.env['FULL'] ? 200 : 5
let site: OrdinarySite
let maker: Acting
let checker: Acting
let third: Acting
beforeAll(async () => {
  site = await openOrdinarySite(bff)
  maker = await aMember(bff, 'owner')
  checker = await aMember(bff, 'treasury')
  third = await aMember(bff, 'owner')
})
afterEach(async () => {
  const none = { rules: [], otherwise: 'allow' }
  const answer = await maker.send('PUT', policyPath, none)
  if (answer.status !== 200) await checker.decide(waitingIn(answer), 'APPROVED')
  await setTerms(bff, {})
  await expectConsistent(bff)
})

const change = (then: PolicyRule['then']): PolicyRule => ({
  id: 'change',
  name: 'Changes',
  on: ['approvals.changePolicy'],
  when: { all: [] },
  then,
})
const oneMore = {
  approvals: [{ from: ['role:owner', 'role:treasury'], count: 1 }],
  expiresInMs: 3_600_000,
}

const over = fc.constantFrom('0', '50', '150', '100000')
const facts = fc.oneof(
  fc.record({ fact: fc.constant('amount' as const), unit: fc.constantFrom('USD', 'EUR'), over }),
  fc.record({
    fact: fc.constant('sum' as const),
    unit: fc.constantFrom('USD', 'EUR'),
    by: fc.constantFrom('partner' as const, 'initiator' as const, 'payee' as const, 'account'),
    windowSeconds: fc.constantFrom(3_600, 86_400),
    over,
  }),
  fc.record({
    fact: fc.constant('count' as const),
    by: fc.constantFrom('partner' as const, 'initiator' as const, 'wallet' as const),
    windowSeconds: fc.constantFrom(60, 86_400),
    over: fc.constantFrom(0, 3, 1_000),
  }),
  fc.record({ fact: fc.constant('asset' as const), in: fc.constantFrom(['EUR'], ['USD', 'USDC']) }),
  fc.record({ fact: fc.constant('corridor' as const), in: fc.constantFrom(['DE>*'], ['US>ES']) }),
  fc.record({
    fact: fc.constant('payee' as const),
    in: fc.constantFrom<('known' | 'new' | 'listed')[]>(['new'], ['known', 'listed'], ['listed']),
  }),
  fc.record({
    fact: fc.constant('destination' as const),
    in: fc.constantFrom(['https://hooks.example.com/1'], ['acc_none']),
  }),
  fc.record({
    fact: fc.constant('initiator' as const),
    in: fc.constantFrom(['role:owner'], ['role:viewer', 'key:key_none']),
  }),
  fc.record({
    fact: fc.constant('time' as const),
    from: fc.constantFrom('00:00', '12:00'),
    to: fc.constantFrom('06:00', '23:59'),
    zone: fc.constantFrom('UTC', 'Asia/Tokyo'),
  }),
) as fc.Arbitrary<PolicyCondition>
const condition = fc.oneof(
  facts,
  fc.record({ all: fc.array(facts, { maxLength: 3 }) }),
  fc.record({ any: fc.array(facts, { minLength: 1, maxLength: 3 }) }),
  fc.record({ not: facts }),
)
const policies: fc.Arbitrary<PolicyRules> = fc
  .record({
    rules: fc.array(
      fc.record({
        on: fc.constantFrom<string[]>(
          ['webhooks.register'],
          ['webhooks.register', 'transfers.execute'],
        ),
        when: condition,
        then: fc.constantFrom('allow' as const, 'deny' as const, oneMore),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    otherwise: fc.constantFrom('allow' as const, 'deny' as const),
  })
  .map(({ rules, otherwise }) => ({
    otherwise,
    rules: [
      change('allow'),
      ...rules.map((rule, at) => ({ id: `rule-${at}`, name: `Rule ${at}`, ...rule })),
    ],
  }))

/** What is on record of each decision, decided again from that alone. */
async function decidedAgain(): Promise<{ total: number; different: unknown[] }> {
  const { decisions, versions } = await bff.deps.db.asWorker(async (tx) => ({
    decisions: await tx.selectFrom('policy_decision').selectAll().execute(),
    versions: await tx.selectFrom('partner_policy').selectAll().execute(),
  }))
  const different = decisions.flatMap((made) => {
    const kept = versions.find(({ version }) => version === made.policy_version)
    const policy: Policy = made.default_terms
      ? { ...defaultPolicy(made.default_terms as PolicyTerms), version: made.policy_version }
      : { ...(kept?.rules as PolicyRules), version: made.policy_version }
    const { outcome, rule, because } = decide(policy, made.facts as Facts)
    const then = JSON.stringify([made.outcome, made.rule, made.because])
    const again = JSON.stringify([outcome, rule, because])
    return then === again ? [] : [{ then, again }]
  })
  return { total: decisions.length, different }
}

test(`the decisions of ${rounds} random policies are made again, later, from what was kept`, async () => {
  const payee = await aParty(bff, 'ES')
  const outcomes = new Set<string>()
  for (const [round, wanted] of fc.sample(policies, { numRuns: rounds, seed: 14 }).entries()) {
    const changed = await maker.send('PUT', policyPath, wanted)
    expect([changed.status, JSON.stringify(changed.body.error ?? '')]).toEqual([200, '""'])
    const webhookUrl = `https://hooks.example.com/${round % 3}`
    const by = round % 2 === 0 ? maker : third
    const answer = await by.send('PUT', '/api/v1/partner/registerPartnerWebhook', { webhookUrl })
    outcomes.add(answer.status === 200 ? 'allow' : codeOf(answer).join(' '))
    if (round % 5 !== 0) continue
    const quoted = await aQuoteOf(bff, site.germany, payee)
    const executed = await maker.post(transferPath, takeUp(quoted))
    outcomes.add(executed.body.data?.status ?? codeOf(executed).join(' '))
  }
  const { total, different } = await decidedAgain()
  expect(different).toEqual([])
  // Each webhook is decided about at least; a policy that asks for nobody else’s leave is not.
  expect(total).toBeGreaterThanOrEqual(rounds)
  expect(outcomes.size).toBeGreaterThan(3)
}, 600_000)

test(`in ${rounds} races of two approvals and a withdrawal what was agreed to is done, or nothing`, async () => {
  const policyWith = (id: string): PolicyRules => ({
    otherwise: 'allow',
    rules: [
      change(oneMore),
      { id, name: id, on: ['transfers.refund'], when: { all: [] }, then: 'deny' },
    ],
  })
  expect((await maker.send('PUT', policyPath, policyWith('start'))).status).toBe(200)
  const seen = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    const before = (await maker.get(policyPath)).body.data
    const wanted = [policyWith(`one-${round}`), policyWith(`two-${round}`)]
    const ids: string[] = []
    for (const item of wanted) ids.push(waitingIn(await maker.send('PUT', policyPath, item)))
    const [first = '', second = ''] = ids
    const votes = [() => checker.decide(first, 'APPROVED'), () => third.decide(second, 'APPROVED')]
    const withdraws = () => maker.post(`/api/v1/approvals/${first}/cancel`, {})
    const acts =
      round % 3 === 0 ? [...votes, withdraws] : round % 3 === 1 ? votes.toReversed() : votes
    const answers = await Promise.all(acts.map((act) => act()))
    for (const { status } of answers) expect([200, 422]).toContain(status)
    const statuses: string[] = []
    for (const id of ids)
      statuses.push((await checker.get(`/api/v1/approvals/${id}`)).body.data.status)
    const done = wanted.filter((_, at) => statuses[at] === 'EXECUTED')
    const { rules, version } = (await maker.get(policyPath)).body.data
    expect([statuses, done.length]).toEqual([statuses, 1])
    expect({ rules, version }).toEqual({ rules: done[0]?.rules, version: before.version + 1 })
    expect(statuses).not.toContain('REQUESTED')
    seen.add(statuses.join(' '))
  }
  expect(seen.size).toBeGreaterThan(1)
}, 600_000)

test(`in ${races} races of approve against edit nothing runs with content that nobody approved`, async () => {
  // The third edits without asking anybody, while the checker approves what the maker asked for.
  const exempt = { not: { fact: 'initiator', in: [`member:${third.memberId}`] } } as PolicyCondition
  const policyWith = (id: string): PolicyRules => ({
    otherwise: 'allow',
    rules: [
      { ...change(oneMore), when: exempt },
      { id, name: id, on: ['transfers.refund'], when: { all: [] }, then: 'deny' },
    ],
  })
  expect((await third.send('PUT', policyPath, policyWith('start'))).status).toBe(200)
  const seen = new Set<string>()
  // On some machines one of them wins nearly always.
  for (let round = 0; round < races || (seen.size < 2 && round < 100); round += 1) {
    const { version } = (await maker.get(policyPath)).body.data
    const [approved, edited] = [policyWith(`approved-${round}`), policyWith(`edited-${round}`)]
    const id = waitingIn(await maker.send('PUT', policyPath, approved))
    const approve = () => checker.decide(id, 'APPROVED')
    // It is the shorter of the two: in some rounds its editor reads the policy first, so that either wins.
    const edit = async () => {
      for (let reads = 0; reads < round % 9; reads += 1) await third.get(policyPath)
      return third.send('PUT', policyPath, edited)
    }
    const acts = round % 2 === 0 ? [approve, edit] : [edit, approve]
    for (const { status } of await Promise.all(acts.map((act) => act()))) expect(status).toBe(200)
    const { status, failure } = (await checker.get(`/api/v1/approvals/${id}`)).body.data
    const setBy = async (at: number) =>
      (await maker.get(`${policyPath}/versions/${version + at}`)).body.data
    const next = await setBy(1)
    if (status === 'EXECUTED') {
      // It came first, over the version that was agreed to; the edit came after it.
      expect(next).toMatchObject({ rules: approved.rules, changedBy: { id: maker.memberId } })
      expect(await setBy(2)).toMatchObject({ rules: edited.rules })
    } else {
      expect([status, failure?.code]).toEqual(['FAILED', 'VERSION_CONFLICT'])
      expect(next).toMatchObject({ rules: edited.rules, changedBy: { id: third.memberId } })
      expect(await setBy(2)).toBeUndefined()
    }
    seen.add(status)
  }
  expect([...seen].toSorted()).toEqual(['EXECUTED', 'FAILED'])
}, 600_000)

test('an account is listed for every customer, under whatever name, until it is decided', async () => {
  const account = { iban: 'ES8023100001180000012345' }
  const [first, other] = [await aParty(bff, 'ES'), await aParty(bff, 'ES')]
  const named = (name: string) => ({
    account,
    ownership: 'THIRD_PARTY',
    accountHolder: { name, type: 'individual' },
  })
  const plain = await accountIn(bff, first.entityId, 'ES', named('Ada Lovelace'))
  const denies = {
    otherwise: 'allow',
    rules: [
      {
        id: 'listed',
        name: 'Listed payees',
        on: ['transfers.execute'],
        when: { fact: 'payee', in: ['listed'] },
        then: 'deny',
      },
    ],
  }
  expect((await maker.send('PUT', policyPath, denies)).status).toBe(200)
  const pay = async (): Promise<AnyBody> => {
    const quoted = await aQuoteOf(bff, site.germany, { entityId: first.entityId, accountId: plain })
    return maker.post(transferPath, takeUp(quoted))
  }
  expect((await pay()).status).toBe(200)
  const listed = await accountIn(bff, other.entityId, 'ES', named('Osama bin Laden'))
  expect(codeOf((await pay()) as never)).toEqual([422, 'POLICY_BLOCKED'])
  const cleared = { status: 'ENABLED', reason: 'Born in another century.' }
  await bff.post(`/api/v1/sandbox/external-account/${listed}/status`, cleared)
  expect((await pay()).status).toBe(200)
})

test('what failed when it was to be done counts for no limit', async () => {
  const on = ['transfers.retry']
  const often = { fact: 'count', by: 'initiator', windowSeconds: 86_400, over: 1 }
  const once = {
    otherwise: 'allow',
    rules: [
      { id: 'once', name: 'Once a day', on, when: often, then: 'deny' },
      { id: 'ask', name: 'Ask', on, when: { all: [] }, then: oneMore },
    ],
  }
  expect((await maker.send('PUT', policyPath, once)).status).toBe(200)
  const asker = await aMember(bff, 'owner')
  const retry = async () => {
    const { executionId, payee } = await site.failed()
    const toAccountId = await site.spanish(payee.entityId)
    const asked = await asker.post('/api/v1/xfer/transaction/retry', { executionId, toAccountId })
    const approve = async () => (await checker.decide(waitingIn(asked), 'APPROVED')).body.data
    return { asked, approve, account: { accountId: toAccountId, entityId: payee.entityId } }
  }
  const first = await retry()
  await bff.post('/api/v1/xfer/accounts/external/disable', first.account)
  expect(await first.approve()).toMatchObject({
    status: 'FAILED',
    failure: { code: 'CORRIDOR_UNAVAILABLE' },
  })
  const second = await retry()
  expect(codeOf(second.asked)).toEqual([422, 'APPROVAL_REQUIRED'])
  expect(await second.approve()).toMatchObject({ status: 'EXECUTED' })
  expect(codeOf((await retry()).asked)).toEqual([422, 'POLICY_BLOCKED'])
})
