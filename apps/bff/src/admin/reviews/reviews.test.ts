import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import { aParty, type Side } from '../../../test/support/money/ordinary.ts'
import {
  advanceClock,
  eventTypesOf,
  moveEuro,
  paidIn,
  readTransfer,
  started,
} from '../../../test/support/money/ordinary-flow.ts'
import { openOrdinarySite, type OrdinarySite } from '../../../test/support/money/ordinary-site.ts'
import { transferPath, until } from '../../../test/support/money/wallets.ts'
import { makePerson } from '../../../test/support/people/customers.ts'
import { kycPath, wholeSubmission } from '../../../test/support/people/kyc.ts'
import { decideAbout, reviewAbout } from '../../../test/support/people/operator.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { haltPayouts, resumePayouts } from '../../records/ledger/halts.ts'
import { readCommand } from '../commands.ts'
import type { Site } from '../base/site.ts'

const bff = ownBff()
let site: OrdinarySite
let states: Side
beforeAll(async () => {
  ;[site, states] = await Promise.all([openOrdinarySite(bff), aParty(bff, 'US')])
})
afterEach(() => expectConsistent(bff))

/** As the operator types it, on the database of the running server. */
async function run(...args: string[]): Promise<AnyBody> {
  const asked = readCommand(args)
  if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
  const { db, wake } = bff.deps
  const published = () => wake.notify('events')
  const given: Partial<Site> = { db, wake, published }
  return asked.command.onSite(given as Site, asked.options) as Promise<AnyBody>
}

const stranger = async () => {
  const { executionId } = await started(bff, site.germany, site.spain, { exactAmountIn: 1_500 })
  await paidIn(bff, executionId, { senderName: 'Walter Stranger' })
  return executionId as string
}
const reviewed = async (executionId: string) =>
  (await run('transfer', 'reviews', '--decider', 'operator')).reviews.find(
    ({ subject }: AnyBody) => subject === executionId,
  )

test('an operator sees what waits, asks, and decides', async () => {
  const executionId = await stranger()
  expect(await reviewed(executionId)).toMatchObject({
    kind: 'transfer',
    reason: 'FUNDING_SENDER_MISMATCH',
    amount: '1500',
    received: '1500',
    currency: 'EUR',
    hits: [],
    questions: [],
  })
  const decide = ['transfer', 'review', '--execution', executionId, '--decision']
  const asked = await run(
    ...decide,
    'ask',
    '--question',
    'Who is it?',
    '--due',
    '2999-01-01T00:00:00Z',
  )
  expect(asked).toMatchObject({
    dueAt: '2999-01-01T00:00:00.000Z',
    questions: [{ status: 'OPEN' }],
  })
  expect((await readTransfer(bff, executionId)).eventStatus).toBe('information_required')
  await expect(
    run(...decide, 'ask', '--question', 'x', '--due', '2000-01-01T00:00:00Z'),
  ).rejects.toThrow('to come')
  await expect(run(...decide, 'approve')).rejects.toThrow('--reason is missing')
  expect(await run(...decide, 'approve', '--reason', 'An uncle')).toMatchObject({ decided: true })
  await until(bff, executionId, 'COMPLETED')
  expect(await reviewed(executionId)).toBeUndefined()
  await expect(run(...decide, 'approve', '--reason', 'again')).rejects.toThrow('not in review')
})

test('what is rejected goes back', async () => {
  const executionId = await stranger()
  await run(
    'transfer',
    'review',
    '--execution',
    executionId,
    '--decision',
    'reject',
    '--reason',
    'Nobody knows him',
  )
  const back = await until(bff, executionId, 'REFUNDED')
  expect(back.failure.code).toBe('FUNDING_SENDER_MISMATCH')
})

test('the list of all kinds has deposits and transfers, by who decides', async () => {
  const { executionId } = await started(bff, site.germany, site.spain)
  await paidIn(bff, executionId, { amount: 60 })
  const all = (await run('review', 'list', '--decider', 'partner')).reviews
  expect(all).toContainEqual(
    expect.objectContaining({
      kind: 'transfer',
      subject: executionId,
      reason: 'FUNDING_UNDERPAID',
    }),
  )
  await expect(run('review', 'list', '--kind', 'wallet')).rejects.toThrow('--kind: one of')
  await expect(
    run('transfer', 'review', '--execution', 'exec_x', '--decision', 'approve', '--reason', 'x'),
  ).rejects.toThrow('No transfer')
})

test.each([
  ['approve', 'APPROVED'],
  ['reject', 'REJECTED'],
] as const)('a verification that is under review is decided: %s', async (decision, status) => {
  const entityId = await makePerson(bff, { firstName: 'Osama', lastName: 'bin Laden' })
  const submission = await wholeSubmission(bff, entityId)
  expect((await bff.post(kycPath(entityId, '/submit'), submission)).status).toBe(200)
  const statusOf = async () => (await bff.get(kycPath(entityId))).body.data.kycStatus
  await expect.poll(statusOf, { timeout: 10_000 }).toBe('UNDER_REVIEW')
  expect(await reviewAbout(bff, entityId)).toMatchObject({
    kind: 'kyc',
    reason: 'KYC_REVIEW',
    hits: [{ name: expect.stringMatching(/laden/i) }],
  })
  const decided = await decideAbout(bff, entityId, decision)
  expect(decided).toMatchObject({ decided: true, decision: status })
  expect(await statusOf()).toBe(status)
  expect(await reviewAbout(bff, entityId)).toBeUndefined()
})

describe('money that came in time and was looked at', () => {
  afterEach(() => moveEuro(bff, 0))
  /** 1,500 euros from somebody else than the payer, at once: the operator decides. */
  const fromStranger = async () => {
    const quoted = await started(bff, site.germany, states, { exactAmountIn: 1_500 })
    await paidIn(bff, quoted['executionId'], { senderName: 'Walter Stranger' })
    const { review } = await readTransfer(bff, quoted['executionId'])
    expect(review).toMatchObject({ reason: 'FUNDING_SENDER_MISMATCH', decider: 'operator' })
    return quoted
  }
  const approveInSandbox = (executionId: string) =>
    bff.post(`/api/v1/sandbox/transfer/${executionId}/review`, { decision: 'APPROVED' })
  const approveByCommand = (execution: string) => {
    const how = ['--decision', 'approve', '--reason', 'An uncle.']
    return run('transfer', 'review', '--execution', execution, ...how)
  }

  test.each([
    ['in the sandbox, for less', approveInSandbox, -500],
    ['by the command, for more', approveByCommand, 500],
  ])(
    'is exchanged as quoted if it is released in time, at the present rate later: %s',
    async (_, approve, basisPoints) => {
      const [inTime, later] = await Promise.all([fromStranger(), fromStranger()])
      await moveEuro(bff, basisPoints)
      await advanceClock(bff, 30 * 60)
      await approve(inTime['executionId'])
      const kept = await until(bff, inTime['executionId'], 'COMPLETED')
      await advanceClock(bff, 31 * 60)
      await approve(later['executionId'])
      const changed = await until(bff, later['executionId'], 'COMPLETED')
      const { exchangeRate, outAmount } = inTime['quote']
      expect(kept).toMatchObject({
        exchangeRate: exchangeRate.rate,
        to: { amount: outAmount.amount },
      })
      expect(kept['quotedRate']).toBeUndefined()
      const { rate } = later['quote'].exchangeRate
      const now = rate / (1 - basisPoints / 10_000)
      expect(changed['quotedRate']).toBe(rate)
      expect(changed['exchangeRate']).toBeCloseTo(now, 6)
      expect(changed['from'].amount).toBe(1_500)
      const fees = changed['fees'].totalFees.amount
      expect(changed['to'].amount).toBeCloseTo((1_500 - fees) * changed['exchangeRate'], 1)
      const expected = 'updated rate_changed: PROCESSING → PROCESSING'
      expect(await eventTypesOf(bff, inTime['executionId'])).not.toContain(expected)
      const events = await eventTypesOf(bff, later['executionId'])
      expect(events.filter((line) => line === expected)).toHaveLength(1)
    },
  )

  test('is exchanged as quoted, however long the service kept it for reasons of its own', async () => {
    const { executionId, quote: priced } = await started(bff, site.germany, states)
    const halt = { asset: 'USD', reason: 'a test', problems: [] }
    await bff.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    await paidIn(bff, executionId)
    const held = await until(bff, executionId, 'IN_REVIEW')
    expect(held['review'].reason).toBe('INTERNAL_PAYOUTS_HALTED')
    await moveEuro(bff, -500)
    await advanceClock(bff, 61 * 60)
    await bff.deps.db.asWorker((tx) => resumePayouts(tx, 'USD'))
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done['to'].amount).toBe(priced.outAmount.amount)
    expect(done['quotedRate']).toBeUndefined()
  })

  test('is paid as quoted at the present rate, where the partner decides so later', async () => {
    const { executionId, quote: priced } = await started(bff, site.germany, states)
    await paidIn(bff, executionId, { amount: 130, senderName: '', senderAccount: '' })
    await moveEuro(bff, -500)
    await advanceClock(bff, 61 * 60)
    await bff.post(`${transferPath}/${executionId}/resolve`, { action: 'PAY_QUOTED' })
    const done = await until(bff, executionId, 'COMPLETED')
    expect(done['from'].amount).toBe(100)
    expect(done['quotedRate']).toBe(priced.exchangeRate.rate)
    expect(done['exchangeRate']).toBeCloseTo(priced.exchangeRate.rate / 1.05, 6)
  })
})
