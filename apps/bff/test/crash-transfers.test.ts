import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Bff, startBff } from './support/process/bff.ts'
import {
  bankPoints,
  chainPoints,
  type Kill,
  kills,
  timesEach,
} from './support/process/crash-points.ts'
import { startServer, type Started } from './support/process/server.ts'
import { isFull, sampled, testInFull } from './support/process/tiers.ts'
import { expectEventsPublished } from './support/events/published.ts'
import { expectConsistent } from './support/money/invariants.ts'
import { aParty } from './support/money/ordinary.ts'
import { eventTypesOf, readTransfer, started, stepsOf } from './support/money/ordinary-flow.ts'
import {
  bankPayouts,
  expectPaidOnce,
  makeTraffic,
  post,
  type Traffic,
} from './support/money/traffic.ts'
import { transferPath, until } from './support/money/wallets.ts'

test(`each point is on the list of kills, ${timesEach} time(s)`, () => {
  const killed = (kinds: Kill['kind'][]) =>
    kills.filter(({ kind }) => kinds.includes(kind)).flatMap(({ at }) => at)
  const times = (points: readonly string[]) =>
    Array.from({ length: timesEach }, () => points)
      .flat()
      .toSorted()
  expect(killed(['BANK', 'REFUND']).toSorted()).toEqual(times(bankPoints))
  expect(killed(['CHAIN']).toSorted()).toEqual(times(chainPoints))
})

test('the list of points is just what transfers by bank and payouts on the chain come by', async () => {
  const reached = new Set<string>()
  const faults = {
    reach: (step: string, moment: string) => {
      reached.add(`${step}:${moment}`)
      return undefined
    },
  }
  const bff = await startBff({}, { faults })
  try {
    const traffic = await makeTraffic(bff, [bff.first])
    for (const kind of ['BANK', 'CHAIN', 'REFUND'] as const) {
      const { executionId } = await traffic.executed(kind)
      await bff.post(`/api/v1/sandbox/transfer/${executionId}/deposit`, {})
      await until(bff, executionId, kind === 'REFUND' ? 'REFUNDED' : 'COMPLETED')
    }
    expect([...reached].toSorted()).toEqual(
      [...new Set([...bankPoints, ...chainPoints])].toSorted(),
    )
  } finally {
    await bff.close()
  }
}, 60_000)

describe('processes that are killed at these points, on one database and one chain', () => {
  let bff: Bff
  let traffic: Traffic
  beforeAll(async () => {
    // It keeps database and chain up, makes quotes, and does no work in the background.
    bff = await startBff({ ROLE: 'web' }, { isShared: true })
    traffic = await makeTraffic(bff, [bff.first, bff.second, await bff.makePartner('Third')])
  }, 240_000)
  afterAll(() => bff.close(), 60_000)

  // The first of them, and it leaves nothing that would come by the points of the others.
  testInFull(
    'around the look before an order: each transfer is held once and not paid, or paid once and not held',
    async () => {
      const { accepted, payIn, accountIs, statusOf, paidOf } = await makePayee(bff)
      const [all, later] = [await accepted(4), await accepted(4)]
      // Two orders are written and not sent; two are sent, which only the bank knows.
      const first = await startHere({
        CRASH_AT: 'payout_submitted:before_effect*2,payout_submitted:after_effect*2',
      })
      for (const id of all) payIn(first, id)
      expect(await first.exited).toBe('SIGKILL')
      const isSent = await paidOf(all)
      const sent = all.filter((_, at) => isSent[at] === 1)
      const held = all.filter((id) => !sent.includes(id))
      expect([held.length, sent.length]).toEqual([2, 2])

      // The account is disabled: killed after the holds are committed, and before the last is.
      await accountIs('DISABLED')
      const second = await startHere({
        CRASH_AT:
          'payout_submitted:after_commit*4,conversion:after_commit,conversion:before_commit',
      })
      for (const id of held) await until(bff, id, 'IN_REVIEW')
      const submitted = async (id: string) =>
        stepsOf(await readTransfer(bff, id))['payout_submitted'] === 'completed'
      for (const id of sent) await expect.poll(() => submitted(id), { timeout: 60_000 }).toBe(true)
      for (const id of later) {
        if (!isRunning(second)) break
        payIn(second, id)
        held.push(id)
        while (isRunning(second) && (await statusOf(id)) !== 'IN_REVIEW')
          await new Promise((resolve) => setTimeout(resolve, 20))
      }
      expect(await second.exited).toBe('SIGKILL')
      expect(await statusOf(held.at(-1) ?? '')).toBe('PROCESSING')

      const third = await startHere()
      for (const id of held) await until(bff, id, 'IN_REVIEW')
      for (const id of sent) await until(bff, id, 'COMPLETED')
      expect(await paidOf(held)).toEqual(held.map(() => 0))
      const eventsOf = async (id: string) =>
        (await eventTypesOf(bff, id)).filter((line) => line.startsWith('action_required')).length
      expect(await Promise.all([...held, ...sent].map(eventsOf))).toEqual([
        ...held.map(() => 1),
        ...sent.map(() => 0),
      ])
      // Sent back with its order written, and without one; the others go on.
      const back = held.filter((_, at) => at % 2 === 0)
      const sendBack = (id: string) =>
        bff.post(`${transferPath}/${id}/resolve`, { action: 'RETURN' })
      for (const id of back) expect((await sendBack(id)).status).toBe(200)
      await accountIs('ENABLED')
      for (const id of back) await until(bff, id, 'REFUNDED')
      const paid = [...sent, ...held.filter((id) => !back.includes(id))]
      for (const id of paid) await until(bff, id, 'COMPLETED')
      const refund = (id: string) => `Refund ${id}`
      expect(await paidOf([...paid, ...back.map(refund)])).toEqual([...paid, ...back].map(() => 1))
      expect(await paidOf([...back, ...paid.map(refund)])).toEqual([...paid, ...back].map(() => 0))
      await expectConsistent(bff)
      await third.kill('SIGTERM')
    },
    240_000,
  )

  const tried = (['BANK', 'CHAIN', 'REFUND'] as const).flatMap((kind) =>
    sampled(
      kills.filter((kill) => kill.kind === kind),
      1,
    ),
  )
  test.each(isFull ? kills : tried)(
    '$kind, $at',
    async (kill) => {
      const server = await startedOrKilled({ CRASH_AT: kill.at.join(',') })
      if (server) await feedUntilKilled(server, kill)
    },
    240_000,
  )

  test('then all transfers end, each paid out once or paid back once', async () => {
    const server = await startServer(bff.dataDir)
    await finishAll(server)
    await expectPaidOnce(bff, traffic)
    // However often they were killed: each change was published once, and in order.
    await expectEventsPublished(bff, {
      'transfer.initiated': 'quoted',
      'transfer.transitioned':
        'awaiting_funds funds_received converted payment_submitted payment_processed refunded',
    })
    await server.kill('SIGTERM')
  }, 240_000)

  /** Also where the test fails, it is gone afterwards. */
  async function startHere(settings: Record<string, string> = {}): Promise<Started> {
    const server = await startServer(bff.dataDir, settings)
    onTestFinished(() => server.kill('SIGKILL'))
    return server
  }

  /** What the last one left may bring it to its point before it says that it is ready. */
  async function startedOrKilled(settings: Record<string, string>): Promise<Started | undefined> {
    try {
      return await startServer(bff.dataDir, settings)
    } catch (error) {
      expect(String(error)).toContain('the server ended (SIGKILL)')
      return undefined
    }
  }

  /** Transfers as a partner would send them, one after the other, until the process is gone. */
  async function feedUntilKilled(server: Started, { kind, at }: Kill): Promise<void> {
    const isSubmit = at.some((place) => place.startsWith('submit:'))
    for (let count = 1; isRunning(server); count += 1) {
      const sent = isSubmit ? await traffic.quoted(kind) : await traffic.executed(kind)
      const call = isSubmit ? traffic.execute : traffic.deposit
      void call(server.baseUrl, sent).catch(() => undefined)
      // Each needs one, and may have missed it: then another is sent now and then.
      await new Promise((resolve) => setTimeout(resolve, count < at.length ? 20 : 400))
    }
    expect(await server.exited).toBe('SIGKILL')
  }

  /** Whoever got no answer asks again; a payment that never left is made. */
  async function finishAll({ baseUrl }: Started): Promise<void> {
    const [statuses, references] = [await traffic.statuses(), await traffic.paidIn()]
    for (const sent of traffic.all) {
      const { executionId, reference } = sent
      if (!['QUOTED', 'PENDING'].includes(statuses.get(executionId) ?? '')) continue
      const answer = await traffic.execute(baseUrl, sent)
      expect([executionId, answer.status]).toEqual([executionId, 200])
      if (references.has(reference)) continue
      const paid = await traffic.deposit(baseUrl, sent)
      expect([executionId, paid.status]).toEqual([executionId, 200])
    }
  }
})

const isRunning = ({ child }: Started) => child.exitCode === null && child.signalCode === null

/** Transfers to one account in Spain, which can be disabled. */
async function makePayee(bff: Bff) {
  const [germany, spain] = await Promise.all([aParty(bff, 'DE'), aParty(bff, 'ES')])
  return { accepted, payIn, accountIs, statusOf, paidOf }

  async function accepted(count: number): Promise<string[]> {
    const ids: string[] = []
    while (ids.length < count) ids.push((await started(bff, germany, spain))['executionId'])
    return ids
  }

  function payIn({ baseUrl }: Started, executionId: string): void {
    const url = `${baseUrl}/api/v1/sandbox/transfer/${executionId}/deposit`
    void post(url, bff.first, {}).catch(() => undefined)
  }

  async function accountIs(status: 'ENABLED' | 'DISABLED'): Promise<void> {
    const path = `/api/v1/sandbox/external-account/${spain.accountId}/status`
    expect((await bff.post(path, { status, reason: 'a test' })).status).toBe(200)
  }

  async function statusOf(executionId: string): Promise<string> {
    return (await readTransfer(bff, executionId))['status']
  }

  /** How often the bank paid under each text. */
  async function paidOf(texts: readonly string[]): Promise<number[]> {
    const payouts = await bankPayouts(bff)
    return texts.map((text) => payouts.get(text) ?? 0)
  }
}
