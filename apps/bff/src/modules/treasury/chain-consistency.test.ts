import { startTestChain, type TestChain } from '@corridor/chains/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WorkerDeps, workerDeps } from '../../../test/support/process/workers.ts'
import type { ChainLink } from '../../ports/chain.ts'
import { isPayoutHalted } from '../../records/ledger/service.ts'
import { StartRefused } from '../../config/start-refused.ts'
import { prepareChain } from './chain-consistency.ts'

let deps: WorkerDeps
let chain: TestChain
let other: TestChain
const linkOf = (dev: TestChain): ChainLink => ({
  definition: dev.definition,
  adapter: dev.adapter,
  gasStation: dev.gasStation,
  treasury: dev.treasury,
  dev,
})
beforeAll(async () => {
  deps = await workerDeps()
  chain = await startTestChain()
  other = await startTestChain()
})
afterAll(async () => {
  await chain.remove()
  await other.remove()
  await deps.close()
})

const refusal = async (link: ChainLink): Promise<string> => {
  const error: unknown = await prepareChain(deps, link).catch((caught: unknown) => caught)
  if (!(error instanceof StartRefused))
    throw new Error('the start was not refused', { cause: error })
  return error.message
}

describe('at the start a chain', () => {
  test('is remembered at first, and then accepted as the same', async () => {
    await prepareChain(deps, linkOf(chain))
    await prepareChain(deps, linkOf(chain))
    const rows = await deps.db.asWorker((tx) => tx.selectFrom('chain').selectAll().execute())
    expect(rows).toMatchObject([{ chain_id: '31337', marker: chain.marker }])
  })

  test('with the same number that is another one is refused, and the message says what to do', async () => {
    expect(await refusal(linkOf(other))).toMatch(/another chain .* Restore the chain's files/)
  })

  test('that is not reachable is no other chain: transfers wait, and payouts until it was compared', async () => {
    await chain.down()
    try {
      await prepareChain(deps, linkOf(chain))
    } finally {
      await chain.up()
    }
    const asset = `${chain.definition.tokens[0]?.symbol}@31337`
    expect(await deps.db.asWorker((tx) => isPayoutHalted(tx, asset))).toBe(true)
    await prepareChain(deps, linkOf(chain))
  })

  test('that does not answer when it is seen for the first time is refused', async () => {
    await deps.db.asWorker((tx) => tx.deleteFrom('chain_sender').execute())
    await chain.down()
    try {
      expect(await refusal(linkOf(chain))).toMatch(/does not answer/)
    } finally {
      await chain.up()
    }
    await prepareChain(deps, linkOf(chain))
  })

  test('that knows more of the gas station than the database is refused: the database is too old', async () => {
    await deps.db.asWorker((tx) => tx.updateTable('chain_sender').set({ next_nonce: 0 }).execute())
    const link = linkOf(chain)
    const ahead: ChainLink = {
      ...link,
      adapter: { ...link.adapter, transactionCount: async () => ({ ok: true, value: 3 }) },
    }
    expect(await refusal(ahead)).toMatch(/sent 3 transactions .* knows of 0/)
  })
})
