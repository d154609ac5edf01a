import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bff, startBff } from './support/process/bff.ts'
import { bankPoints, chainPoints, type Kill, kills } from './support/process/crash-points.ts'
import { startServer, type Started } from './support/process/server.ts'
import { expectEventsPublished } from './support/events/published.ts'
import { expectPaidOnce, makeTraffic, type Traffic } from './support/money/traffic.ts'
import { until } from './support/money/wallets.ts'

const nameOf = (place: string) => place.split('*')[0] ?? ''
const countOf = (place: string) => Number(place.split('*')[1] ?? 1)

test('each point is on the list of kills, for three transfers at least', () => {
  const killed = (kinds: Kill['kind'][]) => {
    const counts = new Map<string, number>()
    for (const { at } of kills.filter(({ kind }) => kinds.includes(kind)))
      for (const place of at)
        counts.set(nameOf(place), (counts.get(nameOf(place)) ?? 0) + countOf(place))
    return counts
  }
  const byBank = killed(['BANK', 'REFUND'])
  const byChain = killed(['CHAIN'])
  expect([...byBank.keys()].toSorted()).toEqual(bankPoints.toSorted())
  expect([...byChain.keys()].toSorted()).toEqual(chainPoints.toSorted())
  for (const [point, count] of [...byBank, ...byChain])
    expect([point, count]).toEqual([point, Math.max(3, count)])
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

  test.each(kills)(
    '$kind, $at',
    async (kill) => {
      const server = await startedOrKilled({ CRASH_AT: kill.at.join(',') })
      if (server) await feedUntilKilled(server, kill)
    },
    120_000,
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
    while (server.child.exitCode === null && server.child.signalCode === null) {
      const sent = isSubmit ? await traffic.quoted(kind) : await traffic.executed(kind)
      const call = isSubmit ? traffic.execute : traffic.deposit
      void call(server.baseUrl, sent).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 20))
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
