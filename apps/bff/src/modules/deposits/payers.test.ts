// Whose money a funding account takes: sums of each sender and customer, whoever may pay it.
import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf, fundingEvents, fundingPath } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { accountIn, aParty, setTerms } from '../../../test/support/money/ordinary.ts'
import { advanceClock, paidIn, started } from '../../../test/support/money/ordinary-flow.ts'
import {
  findDeposit,
  payTo,
  resolveDeposit,
  untilDeposit,
} from '../../../test/support/money/payin-deposits.ts'
import { aRoute, type MadeRoute, toggleRoute } from '../../../test/support/money/payin-routes.ts'
import { tokens, until } from '../../../test/support/money/wallets.ts'
import { decideAbout, reviewAbout } from '../../../test/support/people/operator.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
/** Worth of 150 euro is 173 dollars: five of them are below 1,000 dollars. */
const euro = 150
const withinLimit = 5
let account: string
beforeEach(async () => {
  account = (await aRoute(bff, { from: 'DE', to: 'ES' })).fundingAccountId
  await setPayers({ allowed: 'CUSTOMER' })
})

type Sent = { senderName?: string | undefined; senderAccount?: string; amount?: number }

async function paid(sent: Sent, into = account): Promise<AnyBody> {
  const { depositId } = await payTo(bff, into, {
    amount: euro,
    currency: 'EUR',
    senderName: 'Walter Stranger',
    ...sent,
  })
  return findDeposit(bff, depositId)
}
const isHeld = ({ heldReason }: AnyBody) => heldReason === 'PAYER_NOT_ALLOWED'

async function repeated(times: number, sentOf: (at: number) => Sent = () => ({})) {
  const all: AnyBody[] = []
  for (let at = 0; at < times; at += 1) all.push(await paid(sentOf(at)))
  return all.map(isHeld)
}

const setPayers = (body: object, fundingAccountId = account) =>
  bff.post(`${fundingPath}/payers`, { fundingAccountId, ...body })
const forward = (depositId: string) =>
  resolveDeposit(bff, { depositId, action: 'FORWARD', reason: '' })
const terms = (payers?: string) => setTerms(bff, payers ? { payers } : {})

describe('what a stranger pays', () => {
  test('goes on below the limit and is held from it on, for the operator', async () => {
    expect(await repeated(withinLimit + 1)).toEqual([...Array(withinLimit).fill(false), true])
    const held = await paid({})
    expect(held).toMatchObject({ status: 'HELD', allowedActions: ['RETURN', 'HOLD'] })
    expect(await reviewAbout(bff, held['depositId'])).toMatchObject({
      reason: 'PAYER_NOT_ALLOWED',
      decider: 'operator',
    })
    const forwarded = { depositId: held['depositId'], action: 'FORWARD', reason: '' }
    expect(codeOf(await resolveDeposit(bff, forwarded))).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('goes back where the partner wants it, and does not count then; what is released does', async () => {
    await repeated(withinLimit - 1)
    const [large, small] = [{ amount: 400 }, { amount: 100 }]
    const first = await paid(large)
    expect(isHeld(first)).toBe(true)
    const { depositId } = first
    await resolveDeposit(bff, { depositId, action: 'RETURN', reason: '' })
    await untilDeposit(bff, depositId, 'RETURNED')
    const second = await paid(large)
    expect([isHeld(await paid(small)), isHeld(second)]).toEqual([false, true])
    await decideAbout(bff, second['depositId'])
    await untilDeposit(bff, second['depositId'], 'FORWARDED')
    expect(isHeld(await paid({ amount: 20 }))).toBe(true)
    await expectConsistent(bff)
  })

  test('goes back where the operator refuses it', async () => {
    const { depositId } = await paid({ amount: 1_001 })
    await decideAbout(bff, depositId, 'reject')
    await untilDeposit(bff, depositId, 'RETURNED')
  })

  test('goes on once with 1,000 units, as every corridor takes them', async () => {
    expect(await repeated(2, () => ({ amount: 1_000 }))).toEqual([false, true])
  })

  test.each<[string, (at: number) => Sent]>([
    [
      'under other spellings',
      (at) => ({
        senderName: ['Walter Stranger', 'STRANGER, WALTER', 'W. Stranger', 'Wálter Stränger'][
          at % 4
        ],
      }),
    ],
    ['from other accounts', (at) => ({ senderAccount: `DE8937040044053201300${at}` })],
    [
      'under other names from one account',
      (at) => ({
        senderName:
          ['Ann Ames', 'Bob Berg', 'Cyd Cole', 'Dan Dorn', 'Eva Ewald', 'Flo Fein'][at] ?? '',
        senderAccount: 'DE89370400440532013000',
      }),
    ],
    ['in another script', (at) => ({ senderName: at % 2 ? 'Иван Петров' : 'Ivan Petrov' })],
  ])('is one sender’s, %s', async (_, sentOf) => {
    expect(await repeated(withinLimit + 1, sentOf)).toEqual([
      ...Array(withinLimit).fill(false),
      true,
    ])
  })

  test('is not another’s, nor another customer’s', async () => {
    await repeated(withinLimit)
    expect(isHeld(await paid({ senderName: 'Ulla Unlike' }))).toBe(false)
    const other = await aRoute(bff, { from: 'DE', to: 'ES' })
    expect(isHeld(await paid({}, other.fundingAccountId))).toBe(false)
    expect(isHeld(await paid({ senderName: 'Ada Okonkwo', amount: 5_000 }))).toBe(false)
  })

  test('passes no limit, though twenty come at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => paid({})))
    expect(all.filter((deposit) => !isHeld(deposit))).toHaveLength(withinLimit)
  })

  test('counts over 1, 7 and 30 days', async () => {
    await setTerms(bff, { senderCheckAbove: { DAY: 400, WEEK: 600, MONTH: 800 } })
    const later = (days: number) => advanceClock(bff, days * 86_400)
    // Each is 173 dollars.
    expect(await repeated(3)).toEqual([false, false, true])
    await later(1)
    expect(await repeated(2)).toEqual([false, true])
    await later(7)
    expect(await repeated(2)).toEqual([false, true])
    await later(23)
    expect(await repeated(3)).toEqual([false, false, true])
    await setTerms(bff, {})
  })

  test('is added up over transfers, whatever their size', async () => {
    const [from, to] = [await aParty(bff, 'DE'), await aParty(bff, 'ES')]
    const pays = async (exactAmountIn: number) => {
      const { executionId } = await started(bff, from, to, { exactAmountIn })
      await paidIn(bff, executionId, { senderName: 'Walter Stranger' })
      return executionId
    }
    await until(bff, await pays(600), 'COMPLETED')
    const held = await until(bff, await pays(600), 'IN_REVIEW')
    expect(held).toMatchObject({
      review: { reason: 'FUNDING_SENDER_MISMATCH', decider: 'operator' },
    })
  })
})

describe('accounts.setFundingPayers', () => {
  const read = async () => (await bff.get(`${fundingPath}/${account}`)).body.data

  test('200: those who are named pay what they like, nobody else does', async () => {
    const named = [
      { name: 'Eve Real', account: 'DE75 5121 0800 1245 1261 99' },
      { name: 'Bob Berg' },
    ]
    const answer = await setPayers({ allowed: 'NAMED', named })
    expect(answer.status).toBe(200)
    expect((await read()).payers).toEqual({
      allowed: 'NAMED',
      named: [
        { name: 'Bob Berg', accountMasked: '', status: 'ALLOWED' },
        { name: 'Eve Real', accountMasked: expect.stringContaining('6199'), status: 'ALLOWED' },
      ],
    })
    const own = 'DE75512108001245126199'
    const amount = 3_000
    expect(isHeld(await paid({ senderName: 'REAL EVE', senderAccount: own, amount }))).toBe(false)
    expect(isHeld(await paid({ senderName: 'Bob Berg', amount }))).toBe(false)
    expect(isHeld(await paid({ senderName: 'Eve Real', amount }))).toBe(true)
    expect(isHeld(await paid({ amount }))).toBe(true)
    expect((await fundingEvents(bff, account)).flat().join(' ')).toContain('updated')
  })

  test('200: anybody pays, listed ones are held all the same, and back again', async () => {
    const waiting = await paid({ amount: 3_000 })
    expect((await setPayers({ allowed: 'ANYBODY' })).status).toBe(200)
    expect(isHeld(await paid({ amount: 3_000 }))).toBe(false)
    const { executionId } = await paid({ senderName: 'Osama bin Laden' })
    const stopped = await until(bff, executionId, 'IN_REVIEW')
    expect(stopped).toMatchObject({ review: { reason: 'COMPLIANCE_SCREENING_HIT' } })
    // What was held for its payer stays the operator's.
    const { depositId } = waiting
    expect(codeOf(await forward(depositId))).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(await reviewAbout(bff, depositId)).toMatchObject({ decider: 'operator' })
    expect((await setPayers({ allowed: 'CUSTOMER' })).status).toBe(200)
    // What came while anybody might pay counts.
    expect(isHeld(await paid({}))).toBe(true)
  })

  test('200: what somebody paid who is named by now waits for the partner', async () => {
    const { depositId } = await paid({ amount: 3_000 })
    await setPayers({ allowed: 'NAMED', named: [{ name: 'Walter Stranger' }] })
    expect(await findDeposit(bff, depositId)).toMatchObject({ heldReason: 'BY_PARTNER' })
    await forward(depositId)
    await untilDeposit(bff, depositId, 'FORWARDED')
  })

  test('422: wider than what the operator has set, which holds for what was wider before', async () => {
    await setPayers({ allowed: 'ANYBODY' })
    await terms('CUSTOMER')
    const named = [{ name: 'Walter Stranger' }]
    for (const body of [{ allowed: 'ANYBODY' }, { allowed: 'NAMED', named }])
      expect(codeOf(await setPayers(body))).toEqual([422, 'POLICY_BLOCKED'])
    expect((await read()).payers.allowed).toBe('CUSTOMER')
    expect(isHeld(await paid({ amount: 3_000 }))).toBe(true)
    await terms()
  })

  test('400: creating an account that is there with another rule', async () => {
    const { entityId, jurisdiction } = await read()
    const create = (payers: object) =>
      bff.post(`${fundingPath}/create`, { entityId, jurisdictionId: jurisdiction.id, payers })
    expect(codeOf(await create({ allowed: 'ANYBODY' }))).toEqual([400, 'FIELD_INVALID'])
    expect((await create({ allowed: 'CUSTOMER' })).body).toMatchObject({ created: false })
  })

  test.each([
    [{ allowed: 'NAMED' }, [400, 'FIELD_REQUIRED']],
    [{ allowed: 'CUSTOMER', named: [{ name: 'Eve Real' }] }, [400, 'FIELD_INVALID']],
    [{ allowed: 'NAMED', named: [{ name: 'Osama bin Laden' }] }, [422, 'POLICY_BLOCKED']],
  ])('%o is refused: %s', async (body, code) => {
    expect(codeOf(await setPayers(body))).toEqual(code)
    expect((await read()).payers).toEqual({ allowed: 'CUSTOMER', named: [] })
  })

  test('404: another partner’s account', async () => {
    const body = { fundingAccountId: account, allowed: 'ANYBODY' }
    const answer = await bff.post(`${fundingPath}/payers`, body, {}, bff.second)
    expect(codeOf(answer)).toEqual([404, 'FUNDING_ACCOUNT_NOT_FOUND'])
  })
})

test('what is held for another reason is left to the operator when it is forwarded by hand', async () => {
  const { teleportId, fundingAccountId } = await aRoute(bff, { from: 'DE', to: 'ES' })
  await toggleRoute(bff, teleportId, 'inactive')
  const { depositId } = await paid({ amount: 6_000 }, fundingAccountId)
  const { status, body } = await forward(depositId)
  expect([status, body.data.data.status]).toEqual([200, 'HELD'])
  expect(await findDeposit(bff, depositId)).toMatchObject({ heldReason: 'PAYER_NOT_ALLOWED' })
  expect(await reviewAbout(bff, depositId)).toMatchObject({
    reason: 'PAYER_NOT_ALLOWED',
    decider: 'operator',
  })
  expect(codeOf(await forward(depositId))).toEqual([422, 'ILLEGAL_TRANSITION'])
})

test('whom nothing names is judged, too: wallets by address, the rest as one sender', async () => {
  const [token] = await tokens(bff)
  const from = token?.id ?? ''
  const forwarded = async (
    { teleportId, fundingAccountId }: MadeRoute,
    sender: { walletAddress?: string; account?: string },
    amount = 2_000,
  ) => {
    const currency = teleportId === chain.teleportId ? token?.currency : 'EUR'
    const { depositId } = await payTo(bff, fundingAccountId, { amount, currency })
    const nobody = { name: '', account: '', walletAddress: '', reference: '' }
    const text = JSON.stringify({ ...nobody, ...sender })
    const id = parseId('dep', depositId)
    await bff.deps.db.asWorker((tx) =>
      sql`update deposit set sender = ${text}::jsonb where id = ${id}`.execute(tx),
    )
    return (await forward(depositId)).body.data.data.status
  }
  const off = async (places: object) => {
    const route = await aRoute(bff, { to: 'ES', ...places })
    await toggleRoute(bff, route.teleportId, 'inactive')
    return route
  }
  const chain = await off({ from })
  const walletAddress = `0x${'a1'.repeat(20)}`
  // Test tokens are made on the spot and come from nobody.
  const made = { walletAddress: `0x${'0'.repeat(40)}` }
  expect(await forwarded(chain, made, 6_000)).toBe('FORWARDING')
  expect(await forwarded(chain, { walletAddress }, 6_000)).toBe('HELD')
  await setPayers({ allowed: 'CUSTOMER' }, chain.fundingAccountId)
  expect(await forwarded(chain, made)).toBe('HELD')
  expect(await forwarded(chain, { walletAddress })).toBe('HELD')
  await accountIn(bff, chain.entityId, from, { wallet: { walletAddress } })
  expect(await forwarded(chain, { walletAddress })).toBe('FORWARDING')
  const bank = await off({ from: 'DE' })
  await setPayers({ allowed: 'CUSTOMER' }, bank.fundingAccountId)
  expect(await forwarded(bank, {}, 700)).toBe('FORWARDING')
  expect(await forwarded(bank, { account: 'DE75512108001245126199' }, 700)).toBe('FORWARDING')
  expect(await forwarded(bank, {}, 700)).toBe('HELD')
})

describe('in the sandbox, where nothing says who may pay', () => {
  let fundingAccountId: string
  beforeEach(async () => {
    fundingAccountId = (await aRoute(bff, { from: 'DE', to: 'ES' })).fundingAccountId
  })

  test('1,000 units go on as often as they come, and 5,000 dollars of larger ones', async () => {
    const sent = async (amount: number) => isHeld(await paid({ amount }, fundingAccountId))
    expect([await sent(2_000), await sent(2_000), await sent(2_000)]).toEqual([false, false, true])
    for (let at = 0; at < 5; at += 1) expect(await sent(1_000)).toBe(false)
  })

  test('the terms bind it where they say who', async () => {
    await terms('CUSTOMER')
    expect(isHeld(await paid({ amount: 1_001 }, fundingAccountId))).toBe(true)
    await terms()
  })
})
