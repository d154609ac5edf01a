import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPartner } from '../../test/support/people/partners.ts'
import { insertTestTransfer } from '../../test/support/money/transfers.ts'
import { type WorkerDeps, workerDeps } from '../../test/support/process/workers.ts'
import { withClient } from '../db/server/server.ts'
import { createDispatcher } from './dispatcher.ts'
import { testInFull } from '../../test/support/process/tiers.ts'
import { createJobs } from './jobs.ts'
import { startLeader } from './leader.ts'
import { openTransfers } from '../modules/transfers/jobs.ts'
import type { RunResult, TransferKey } from '../ports/jobs.ts'

let deps: WorkerDeps
let partnerId: string
const ran: string[] = []
let answer: RunResult = { state: 'open' }
beforeAll(async () => {
  deps = await workerDeps({ ROLE: 'web' })
  partnerId = await insertPartner(deps.db)
  await deps.jobs.start(async ({ transferId }) => {
    ran.push(transferId)
    return answer
  })
})
afterAll(() => deps.close())

const newTransfer = async (): Promise<TransferKey> => {
  const { id } = await insertTestTransfer(deps.db, partnerId)
  return { partnerId, transferId: id }
}
const queue = (key: TransferKey) =>
  deps.db.withPartner(partnerId, (tx) => deps.jobs.queueTransfer(tx, key))
const jobRows = async ({ transferId }: TransferKey) =>
  (
    await withClient(db(), (admin) =>
      admin.query<{ state: string }>('select state from pgboss.job where id = $1', [transferId]),
    )
  ).rows
const db = () => deps.db.adminUrl
const times = ({ transferId }: TransferKey) => ran.filter((id) => id === transferId).length

describe('the job of a transfer', () => {
  test('is part of the transaction that needs it', async () => {
    const key = await newTransfer()
    const undone = deps.db.withPartner(partnerId, async (tx) => {
      await deps.jobs.queueTransfer(tx, key)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await jobRows(key)).toEqual([])
  })

  test('is one, however often it is queued, and is taken when others are woken', async () => {
    answer = { state: 'open' }
    const key = await newTransfer()
    await Promise.all([queue(key), queue(key), queue(key)])
    expect(await jobRows(key)).toHaveLength(1)
    deps.wake.notify('jobs')
    await expect.poll(() => times(key)).toBe(1)
    // An open transfer's job comes up again; it is not lost and not done.
    await expect.poll(() => jobRows(key)).toEqual([{ state: 'retry' }])
    await queue(key)
    expect(await jobRows(key)).toHaveLength(1)
    expect(await deps.db.asWorker((tx) => deps.jobs.withoutJob(tx, [key.transferId]))).toEqual([])
  })

  test('is taken before the next look, each time that others are woken', async () => {
    answer = { state: 'ended' }
    const took: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const key = await newTransfer()
      const from = performance.now()
      await queue(key)
      deps.wake.notify('jobs')
      await expect.poll(() => times(key)).toBe(1)
      took.push(performance.now() - from)
    }
    // Each begins where the last ended: left to the poll of every two seconds, none is faster.
    expect(Math.min(...took)).toBeLessThan(1_500)
  })

  test('is removed by the transaction that ends the transfer', async () => {
    const key = await newTransfer()
    await queue(key)
    await deps.db.asWorker((tx) => deps.jobs.finishTransfer(tx, key.transferId))
    expect(await jobRows(key)).toEqual([])
  })

  testInFull(
    'of a worker that died comes up again',
    async () => {
      answer = { state: 'ended' }
      const key = await newTransfer()
      await queue(key)
      await withClient(db(), (admin) =>
        admin.query(
          `update pgboss.job set state = 'active', started_on = now() - interval '40 seconds', heartbeat_on = null
         where id = $1 and state < 'active'`,
          [key.transferId],
        ),
      )
      const supervising = await createJobs({ ...deps, config: { ...deps.config, ROLE: 'worker' } })
      await expect.poll(() => times(key), { timeout: 50_000, interval: 100 }).toBeGreaterThan(0)
      await supervising.close()
    },
    60_000,
  )
})

describe('open transfers', () => {
  test('are taken up when a process begins to lead, and queued where they lost their job', async () => {
    answer = { state: 'open' }
    const [withJob, without] = [await newTransfer(), await newTransfer()]
    await queue(withJob)
    const before = [times(withJob), times(without)]
    const leader = startLeader({ databaseUrl: deps.db.urls.worker, log: deps.log })
    const reconciler = openTransfers(deps).start({ ...deps, leader })
    await expect
      .poll(() => [times(withJob), times(without)])
      .toEqual(before.map((count) => count + 1))
    await expect.poll(() => jobRows(without)).toHaveLength(1)
    await reconciler.stop()
    await leader.stop()
  })
})

describe('the dispatcher', () => {
  const key = (transferId: string): TransferKey => ({ partnerId, transferId })

  test('runs a transfer once at a time, and once more when it is asked meanwhile', async () => {
    let running = 0
    let runs = 0
    const dispatcher = createDispatcher(async () => {
      running += 1
      runs += 1
      expect(running).toBe(1)
      await sleep(10)
      running -= 1
      return runs < 5 ? { state: 'open' } : { state: 'ended' }
    }, deps.log)
    const all = await Promise.all(Array.from({ length: 20 }, () => dispatcher.run(key('a'))))
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['open']))
    expect(runs).toBe(2)
    await dispatcher.stop(1_000)
  })

  test('comes back automatically after the time that a run asked for, and after an error', async () => {
    let runs = 0
    const dispatcher = createDispatcher(async () => {
      runs += 1
      if (runs === 1) throw new Error('the database is away')
      return runs < 3 ? { state: 'open', againInMs: 20 } : { state: 'ended' }
    }, deps.log)
    await dispatcher.run(key('b'))
    await expect.poll(() => runs).toBe(3)
    await dispatcher.stop(1_000)
  })

  test('works on many at once, but not on all', async () => {
    let running = 0
    let most = 0
    const dispatcher = createDispatcher(async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(5)
      running -= 1
      return { state: 'ended' }
    }, deps.log)
    await Promise.all(Array.from({ length: 600 }, (_, n) => dispatcher.run(key(String(n)))))
    expect(most).toBe(256)
    await dispatcher.stop(1_000)
  })

  test('stops in time, also when a run hangs, and starts nothing afterwards', async () => {
    let runs = 0
    const dispatcher = createDispatcher(() => {
      runs += 1
      return new Promise(() => undefined)
    }, deps.log)
    void dispatcher.run(key('c'))
    // The run that hangs never ends, so this would not either.
    await dispatcher.stop(100)
    expect(await dispatcher.run(key('d'))).toEqual({ state: 'open' })
    expect(runs).toBe(1)
  })
})
