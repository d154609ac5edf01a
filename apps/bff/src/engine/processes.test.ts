import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Bff, startBff } from '../../test/support/process/bff.ts'
import { devChainOf, rpc } from '../../test/support/money/chain-rpc.ts'
import { expectConsistent } from '../../test/support/money/invariants.ts'
import {
  fund,
  makeWallet,
  type TestWallet,
  transfer,
  transferPath,
  until,
} from '../../test/support/money/wallets.ts'
import type { Deps } from '../ports/deps.ts'
import { createJobs } from './jobs.ts'
import { startWorkers, type Workers } from '../start/workers.ts'
import { createWake } from './wake.ts'

/** A further process on the same database and chain, as far as workers go. */
async function secondProcess(deps: Deps): Promise<Workers> {
  const config = { ...deps.config, ROLE: 'worker' as const }
  const wake = await createWake({ databaseUrl: deps.db.urls.worker, log: deps.log })
  const jobs = await createJobs({ config, db: deps.db, wake, log: deps.log })
  const workers = await startWorkers(
    { ...deps, config, wake, jobs, metrics: new Registry() },
    { runAgreed: () => Promise.resolve(), endVoid: () => Promise.resolve() },
    (id) => {
      throw new Error(`nobody exports ${id} here`)
    },
  )
  return {
    stop: async () => {
      await workers.stop()
      await jobs.close()
      await wake.close()
    },
  }
}

describe('a web process with a worker beside it', () => {
  let bff: Bff
  let worker: Workers
  let alice: TestWallet
  let bob: TestWallet
  beforeAll(async () => {
    bff = await startBff({ ROLE: 'web' })
    worker = await secondProcess(bff.deps)
    alice = await makeWallet(bff)
    bob = await makeWallet(bff)
    await fund(bff, alice, 10_000)
  })
  afterAll(async () => {
    await worker.stop()
    await bff.close()
  })
  afterEach(() => expectConsistent(bff))

  test('hands transfers over at once, not at the next poll', async () => {
    await until(bff, await transfer(bff, alice, bob), 'COMPLETED')
    const took: number[] = []
    for (let n = 0; n < 5; n += 1) {
      const started = performance.now()
      await until(bff, await transfer(bff, alice, bob), 'COMPLETED')
      took.push(performance.now() - started)
    }
    // Each begins where the last ended: left to the poll of every two seconds, none is faster.
    expect(Math.min(...took)).toBeLessThan(1_500)
  })

  test('transfers of a worker that is gone are taken over, also while they run', async () => {
    const wallets = await Promise.all(Array.from({ length: 4 }, () => makeWallet(bff)))
    for (const wallet of wallets) await fund(bff, wallet, 100)
    const ids: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const second = await secondProcess(bff.deps)
      ids.push(
        ...(await Promise.all(
          wallets.map((wallet) => transfer(bff, wallet, bob, { exactAmountIn: 1 })),
        )),
      )
      await worker.stop()
      worker = second
    }
    for (const id of ids) await until(bff, id, 'COMPLETED')
  })
})

describe('a chain whose blocks count three blocks later', () => {
  let bff: Bff
  let alice: TestWallet
  let bob: TestWallet
  beforeAll(async () => {
    bff = await startBff({ DEV_CHAIN_FINALITY: '3' })
    alice = await makeWallet(bff)
    bob = await makeWallet(bff)
    await fund(bff, alice, 10_000)
  })
  afterAll(() => bff.close())
  afterEach(() => expectConsistent(bff))

  const stepOf = async (executionId: string, name: string) => {
    const { body } = await bff.get(`${transferPath}/${executionId}`)
    return body.data.details.find((step: { name: string }) => step.name === name).status as string
  }
  const mine = () => devChainOf(bff.deps).dev.mine(1)

  test('a transfer is confirmed in its block and complete when that is final', async () => {
    const executionId = await transfer(bff, alice, bob)
    await expect.poll(() => stepOf(executionId, 'confirmed')).toBe('completed')
    await until(bff, executionId, 'COMPLETED')
  })

  test('one that a reorganisation takes out of its block is sent again and complete once', async () => {
    const executionId = await transfer(bff, alice, bob, { exactAmountIn: 9 })
    await expect.poll(() => stepOf(executionId, 'broadcast')).toBe('completed')
    await rpc(bff.deps, 'anvil_reorg', 2, [])
    for (let n = 0; n < 8; n += 1) await mine()
    const record = await until(bff, executionId, 'COMPLETED')
    const { body } = await bff.get(
      `/api/v1/wallets/${bob.entityId}/transactions/${bob.accounts[0]?.address}`,
    )
    const found = body.data.filter((item: { hash: string }) => item.hash === record.transactionHash)
    expect(found).toHaveLength(1)
  })
})
