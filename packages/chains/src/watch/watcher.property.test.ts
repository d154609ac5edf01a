import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvmAdapter } from '../evm/adapter.ts'
import type { ChainAdapter, Hex } from '../port/chain.ts'
import { type Book, createBook } from '../testing/book.ts'
import { type TestChain, startTestChain } from '../testing/chain.ts'
import { type ChainProxy, startChainProxy } from '../testing/proxy.ts'
import { must, newWallet } from '../testing/wallet.ts'
import { createChainWatcher } from './watcher.ts'
import type { ChainWatcher, Reorg } from './types.ts'

const depth = 12

let chain: TestChain
let proxy: ChainProxy
let adapter: ChainAdapter
let token: Hex

beforeAll(async () => {
  chain = await startTestChain({ finality: { depth } })
  // So that no reorg reaches the deployment of the tokens.
  must(await chain.mine(depth))
  proxy = await startChainProxy(chain.definition.rpcUrl)
  adapter = createEvmAdapter({ ...chain.definition, rpcUrl: proxy.url })
  token = chain.definition.tokens[0]?.address ?? '0x'
})

afterAll(async () => {
  adapter.close()
  await proxy.close()
  await chain.remove()
})

type Action =
  | { do: 'pay'; amount: bigint }
  | { do: 'mine'; blocks: number }
  | { do: 'reorg'; blocks: number }
  | { do: 'sync' }
  | { do: 'restart' }
  | { do: 'lose commit' }

const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({ do: fc.constant('pay'), amount: fc.bigInt(1n, 10n ** 6n) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('mine'), blocks: fc.integer({ min: 1, max: 20 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('reorg'),
        blocks: fc.integer({ min: 1, max: depth }),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('sync') }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('restart') }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('lose commit') }) },
  ) as fc.Arbitrary<Action>,
  { minLength: 100, maxLength: 160 },
)

// Always tried first, on a chain that answers: payments are seen, lose their blocks, and more
// follow. Whether the random runs see a payment orphaned is luck.
const seenThenOrphaned: Action[] = [
  // The first reorg ends mining by the clock, which would put blocks above the payments.
  { do: 'reorg', blocks: 1 },
  ...Array.from({ length: 3 }, (): Action => ({ do: 'pay', amount: 5n })),
  { do: 'sync' },
  { do: 'reorg', blocks: 3 },
  { do: 'sync' },
  ...Array.from({ length: 51 }, (): Action => ({ do: 'pay', amount: 7n })),
]
const noFaults: number[] = [9]

/** Three requests in ten are cut; of the others some answers repeat what they list. */
function makeUnreliable(faults: readonly number[]) {
  let request = 0
  proxy.tamper((answer) => {
    const fault = faults[request++ % faults.length] ?? 9
    if (fault < 3) return undefined
    return fault === 3 ? repeatLists(answer) : answer
  })
}

function repeatLists(answer: string): string {
  const parsed: unknown = JSON.parse(answer)
  const answers = [parsed].flat() as { result?: unknown }[]
  for (const item of answers) {
    if (Array.isArray(item.result)) item.result = [...item.result.toReversed(), ...item.result]
  }
  return JSON.stringify(Array.isArray(parsed) ? answers : answers[0])
}

async function syncUntilFollowing(watcher: ChainWatcher) {
  await expect
    .poll(async () => (await watcher.sync()).state, { interval: 0, timeout: 10_000 })
    .toBe('FOLLOWING')
}

test('every final transfer is applied once, none of an orphaned block ever', async () => {
  const count = { applied: 0, orphaned: 0 }
  await fc.assert(
    fc.asyncProperty(
      actions,
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 50, maxLength: 50 }),
      async (steps, faults) => {
        const book = createBook()
        const orphaned = new Set<Hex>()
        const { address } = newWallet()
        const startBlock = must(await chain.adapter.head()).number + 1n
        const watch = () =>
          createChainWatcher({
            adapter,
            loadCursor: book.loadCursor,
            apply: book.apply,
            onReorg: (reorg) => remember(reorg, orphaned),
            startBlock,
            whenDiverged: 'FREEZE',
          })
        let watcher = watch()
        makeUnreliable(faults)
        for (const step of steps) {
          if (step.do === 'restart') watcher = watch()
          else await take(step, address, watcher, book)
        }
        must(await chain.mine(depth))
        await syncUntilFollowing(watcher)
        await compare(book, address, startBlock)
        for (const { hash, blockHash } of book.transfers()) {
          expect(orphaned.has(blockHash)).toBe(false)
          expect(must(await chain.adapter.receipt(hash))?.blockHash).toBe(blockHash)
        }
        count.applied += book.transfers().length
        count.orphaned += orphaned.size
      },
    ),
    { numRuns: 6, endOnFailure: true, examples: [[seenThenOrphaned, noFaults]] },
  )
  // What was not tried proves nothing.
  expect(count.applied).toBeGreaterThan(50)
  expect(count.orphaned).toBeGreaterThan(0)
}, 120_000)

function remember(reorg: Reorg, orphaned: Set<Hex>) {
  for (const { block } of reorg.dropped) orphaned.add(block.hash)
}

async function take(
  step: Exclude<Action, { do: 'restart' }>,
  address: Hex,
  watcher: ChainWatcher,
  book: Book,
) {
  if (step.do === 'pay') must(await chain.faucet({ to: address, token, amount: step.amount }))
  else if (step.do === 'mine') must(await chain.mine(step.blocks))
  else if (step.do === 'reorg') await chain.reorg(step.blocks)
  else if (step.do === 'sync') await watcher.sync()
  else book.failNext('AFTER')
}

/** The chain's own logs and balance are the judge, not what the watcher believes. */
async function compare(book: Book, address: Hex, startBlock: bigint) {
  const final = must(await chain.adapter.finalHead())
  const logs = must(
    await chain.adapter.blockTransfers(startBlock, final?.number ?? 0n, { tokens: [token] }),
  )
  expect(book.transfers()).toEqual(logs)
  expect(book.cursor()).toEqual({ blockNumber: final?.number, blockHash: final?.hash })
  const balances = must(await chain.adapter.balances(address, [token]))
  expect(book.balance(address)).toBe(balances.tokens[0])
}
