import { keccak256, numberToHex } from 'viem/utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEvmAdapter } from '../evm/adapter.ts'
import type { ChainAdapter, Finality, Hex } from '../port/chain.ts'
import { type Book, createBook } from '../testing/book.ts'
import { type TestChain, startTestChain } from '../testing/chain.ts'
import { startChainProxy } from '../testing/proxy.ts'
import { must, newWallet, signTransfer, transferTokens } from '../testing/wallet.ts'
import { createChainWatcher } from './watcher.ts'
import type { ChainWatcher, ReadBlock, Reorg, WatchOptions } from './types.ts'

let endings: (() => unknown)[]

beforeEach(() => {
  endings = []
})

afterEach(async () => {
  for (const end of endings.toReversed()) await end()
})

/** They get their tokens before a test begins; those are no payments. */
const treasuries = new Set<string>()
const isPayment = ({ to }: { to: string }) => !treasuries.has(to.toLowerCase())

async function startChain(finality: Finality = { depth: 0 }): Promise<TestChain> {
  const chain = await startTestChain({ finality })
  treasuries.add(chain.treasury.address.toLowerCase())
  endings.push(chain.remove)
  return chain
}

function watch(
  adapter: ChainAdapter,
  book: Book,
  options: Partial<WatchOptions> = {},
): ChainWatcher {
  const watcher = createChainWatcher({
    adapter,
    loadCursor: book.loadCursor,
    apply: book.apply,
    startBlock: 0n,
    whenDiverged: 'FREEZE',
    ...options,
  })
  endings.push(watcher.stop)
  return watcher
}

const tokenOf = (chain: TestChain): Hex => chain.definition.tokens[0]?.address ?? '0x'

async function pay(chain: TestChain, to: Hex, amount = 1_000n) {
  return must(await chain.faucet({ to, token: tokenOf(chain), amount }))
}

const paymentsIn = (book: Book) => book.transfers().filter(isPayment)
const amounts = (book: Book) => paymentsIn(book).map(({ amount }) => amount)

describe('final blocks', () => {
  test('each is applied once and in order, with its receipts and transfers', async () => {
    const chain = await startChain()
    const wallet = newWallet()
    const payment = await pay(chain, wallet.address)
    must(await chain.mine(200))
    const request = { to: newWallet().address, token: tokenOf(chain), amount: 40n }
    const sent = await transferTokens(chain.adapter, wallet, request)
    const book = createBook()

    const status = await watch(chain.adapter, book).sync()
    expect(status).toMatchObject({ state: 'FOLLOWING', headNumber: sent.blockNumber })
    expect(book.cursor()?.blockNumber).toBe(sent.blockNumber)
    expect(amounts(book)).toEqual([1_000n, 40n])
    const blocks = book.batches().flatMap((batch) => batch.blocks)
    expect(blocks.map(({ block }) => block.number)).toEqual(blocks.map((_, index) => BigInt(index)))
    const hashes = blocks.flatMap(({ receipts }) => receipts.map((receipt) => receipt.hash))
    expect(hashes).toEqual(expect.arrayContaining([payment.transactionHash, sent.hash]))
  })

  test('a database without cursor begins at the present when no block is named', async () => {
    const chain = await startChain()
    await pay(chain, newWallet().address, 1n)
    const book = createBook()
    const watcher = createChainWatcher({
      adapter: chain.adapter,
      loadCursor: book.loadCursor,
      apply: book.apply,
      whenDiverged: 'FREEZE',
    })
    await watcher.sync()
    await pay(chain, newWallet().address, 2n)
    await watcher.sync()
    expect(amounts(book)).toEqual([2n])
  })

  test('a new watcher continues where the last one stopped', async () => {
    const chain = await startChain()
    const book = createBook()
    for (const amount of [1n, 2n, 3n]) {
      await pay(chain, newWallet().address, amount)
      await watch(chain.adapter, book).sync()
    }
    const numbers = book.batches().flatMap(({ blocks }) => blocks.map(({ block }) => block.number))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(amounts(book)).toEqual([1n, 2n, 3n])
  })

  test.each(['BEFORE', 'AFTER'] as const)('a failure %s the commit is repeated', async (when) => {
    const chain = await startChain()
    const book = createBook()
    const watcher = watch(chain.adapter, book)
    await watcher.sync()
    await pay(chain, newWallet().address, 5n)
    book.failNext(when)
    expect(await watcher.sync()).toMatchObject({ state: 'APPLY_FAILED' })
    expect(await watcher.sync()).toMatchObject({ state: 'FOLLOWING' })
    expect(amounts(book)).toEqual([5n])
  })

  test('two watchers of one database share the work and apply nothing twice', async () => {
    const chain = await startChain()
    const book = createBook()
    const watchers = [watch(chain.adapter, book), watch(chain.adapter, book)]
    for (let amount = 1n; amount <= 20n; amount += 1n) {
      await pay(chain, newWallet().address, amount)
      await Promise.all(watchers.map((watcher) => watcher.sync()))
    }
    const numbers = book.batches().flatMap(({ blocks }) => blocks.map(({ block }) => block.number))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(amounts(book)).toEqual(Array.from({ length: 20 }, (_, index) => BigInt(index + 1)))
  })

  test('heads wake it: a transfer is applied though every poll is answered with an old head', async () => {
    const chain = await startChain()
    const proxy = await startChainProxy(chain.definition.rpcUrl)
    endings.push(proxy.close)
    let old: object | undefined
    proxy.tamper((answer, request) => {
      if (!request.includes('"latest"')) return answer
      old ??= JSON.parse(answer) as object
      return JSON.stringify({ ...old, id: (JSON.parse(request) as { id: number }).id })
    })
    const adapter = createEvmAdapter({ ...chain.definition, rpcUrl: proxy.url })
    endings.push(adapter.close)
    const book = createBook()
    const watcher = watch(adapter, book)
    watcher.start()
    await watcher.sync()
    // The first block after the socket has been opened is announced.
    const paid = async () => {
      await pay(chain, newWallet().address, 6n)
      return amounts(book).length
    }
    await expect.poll(paid, { interval: 20 }).toBeGreaterThan(0)
  })

  test('the finalized tag is followed as the node gives it', async () => {
    const chain = await startChain({ tag: 'finalized' })
    const book = createBook()
    const watcher = watch(chain.adapter, book)
    const { blockNumber } = await pay(chain, newWallet().address, 7n)
    await watcher.sync()
    expect(amounts(book)).toEqual([])
    must(await chain.mine(80))
    await watcher.sync()
    expect(amounts(book)).toEqual([7n])
    const final = must(await chain.adapter.finalHead())
    expect(book.cursor()).toEqual({ blockNumber: final?.number, blockHash: final?.hash })
    expect(final?.number).toBeGreaterThan(blockNumber)
  })
})

describe('blocks that are not final', () => {
  test('are reported, and a reorg takes them back before anything was applied', async () => {
    const chain = await startChain({ depth: 12 })
    const book = createBook()
    const seen: ReadBlock[] = []
    const reorgs: Reorg[] = []
    const watcher = watch(chain.adapter, book, {
      onSeen: (block) => seen.push(block),
      onReorg: (reorg) => reorgs.push(reorg),
    })
    must(await chain.mine(12))
    const lost = await pay(chain, newWallet().address, 8n)
    await watcher.sync()
    expect(seen.flatMap((item) => item.transfers.filter(isPayment))).toMatchObject([{ amount: 8n }])

    await chain.reorg(1)
    const kept = await pay(chain, newWallet().address, 9n)
    await watcher.sync()
    const dropped = reorgs.flatMap((reorg) => reorg.dropped.flatMap((block) => block.receipts))
    expect(dropped.map((receipt) => receipt.hash)).toEqual([lost.transactionHash])

    must(await chain.mine(12))
    await watcher.sync()
    expect(paymentsIn(book)).toMatchObject([{ hash: kept.transactionHash }])
  })

  test('a chain that becomes shorter is a reorg as well', async () => {
    const chain = await startChain({ depth: 12 })
    const reorgs: Reorg[] = []
    const watcher = watch(chain.adapter, createBook(), { onReorg: (reorg) => reorgs.push(reorg) })
    must(await chain.mine(12))
    await pay(chain, newWallet().address)
    await watcher.sync()
    await chain.rollback(1)
    expect(await watcher.sync()).toMatchObject({ state: 'FOLLOWING' })
    expect(reorgs.flatMap((reorg) => reorg.dropped)).not.toEqual([])
  })
})

describe('a chain that does not fit the database', () => {
  test('a reorg after finality freezes the watcher for good', async () => {
    const chain = await startChain()
    const book = createBook()
    const watcher = watch(chain.adapter, book)
    await pay(chain, newWallet().address, 1n)
    await watcher.sync()
    const before = book.cursor()

    await chain.reorg(1)
    await pay(chain, newWallet().address, 2n)
    const status = await watcher.sync()
    expect(status.state).toBe('DIVERGED')
    expect(status.detail).toContain(before?.blockHash)
    must(await chain.mine(5))
    expect(await watcher.sync()).toMatchObject({ state: 'DIVERGED' })
    expect(book.cursor()).toEqual(before)
    expect(amounts(book)).toEqual([1n])
  })

  test('a divergence is found at the start too, before a new block', async () => {
    const chain = await startChain()
    const book = createBook()
    await pay(chain, newWallet().address)
    await watch(chain.adapter, book).sync()
    await chain.reorg(1)
    expect(await watch(chain.adapter, book).sync()).toMatchObject({ state: 'DIVERGED' })
  })

  test('a node with fewer blocks than were applied is waited for', async () => {
    const chain = await startChain()
    const book = createBook()
    must(await chain.mine(10))
    await watch(chain.adapter, book).sync()
    const before = book.cursor()
    await chain.rollback(4)
    expect(await watch(chain.adapter, book).sync()).toMatchObject({ state: 'BEHIND' })
    expect(book.cursor()).toEqual(before)
  })

  test('the database of another instance is never applied to', async () => {
    const mine = await startChain()
    const other = await startChain()
    const book = createBook()
    await pay(mine, newWallet().address, 1n)
    await watch(mine.adapter, book).sync()
    for (const amount of [2n, 3n, 4n]) await pay(other, newWallet().address, amount)
    expect(await watch(other.adapter, book).sync()).toMatchObject({ state: 'DIVERGED' })
    expect(amounts(book)).toEqual([1n])
  })

  test('a node of another chain id is refused', async () => {
    const chain = await startChain()
    const book = createBook()
    const adapter = createEvmAdapter({ ...chain.definition, chainId: 1 })
    endings.push(adapter.close)
    expect(await watch(adapter, book).sync()).toMatchObject({ state: 'WRONG_CHAIN' })
    expect(book.cursor()).toBeUndefined()
  })

  test('the dev chain that lost its last blocks is read again, and nothing counts twice', async () => {
    const chain = await startChain()
    const book = createBook()
    const watcher = watch(chain.adapter, book, { whenDiverged: 'REWIND' })
    watcher.start()
    const wallet = newWallet()
    const to = newWallet().address
    const payment = await pay(chain, wallet.address)
    const request = { to, token: tokenOf(chain), amount: 300n }
    const raw = await signTransfer(chain.adapter, wallet, request)
    must(await chain.adapter.send(raw))
    await expect.poll(() => amounts(book), { interval: 5 }).toEqual([1_000n, 300n])

    await killed(chain)
    must(await chain.resend([payment.rawTransaction, raw]))
    await pay(chain, to, 4n)
    await expect.poll(() => amounts(book)).toEqual([1_000n, 300n, 4n])
    expect(watcher.status().state).toBe('FOLLOWING')
    const { tokens } = must(await chain.adapter.balances(to, [tokenOf(chain)]))
    expect(book.balance(to)).toBe(tokens[0])
  })

  test('block 0, which a node makes anew from its state file, is nothing to begin at', async () => {
    const chain = await startChain()
    const proxy = await startChainProxy(chain.definition.rpcUrl)
    endings.push(proxy.close)
    const { hash } = must(await chain.adapter.block(0n)) ?? { hash: '' }
    const other = `0x${'ab'.repeat(32)}`
    proxy.tamper((answer, request) =>
      request.includes('"0x0"')
        ? answer.replaceAll(`"hash":"${hash}"`, `"hash":"${other}"`)
        : answer,
    )
    const adapter = createEvmAdapter({ ...chain.definition, rpcUrl: proxy.url })
    endings.push(adapter.close)
    expect(must(await adapter.block(0n))?.hash).toBe(other)

    const book = createBook()
    const watcher = watch(adapter, book, { whenDiverged: 'REWIND', startBlock: 1n })
    await pay(chain, newWallet().address, 1n)
    await pay(chain, newWallet().address, 2n)
    await watcher.sync()
    await chain.reorg(1)
    await pay(chain, newWallet().address, 3n)
    expect(await watcher.sync()).toMatchObject({ state: 'FOLLOWING' })
    expect(amounts(book)).toEqual([1n, 2n, 3n])
  })
})

async function killed(chain: TestChain): Promise<void> {
  const back = new Promise<void>((resolve) => {
    chain.onRestart(resolve)
  })
  process.kill(chain.pid(), 'SIGKILL')
  await back
}

describe('a node that is away', () => {
  test('is waited for, and what happened meanwhile is applied once', async () => {
    const chain = await startChain()
    const proxy = await startChainProxy(chain.definition.rpcUrl)
    endings.push(proxy.close)
    const adapter = createEvmAdapter({ ...chain.definition, rpcUrl: proxy.url })
    endings.push(adapter.close)
    const book = createBook()
    const states: string[] = []
    const watcher = watch(adapter, book, { onStatus: (status) => states.push(status.state) })
    watcher.start()
    await watcher.sync()
    await proxy.cut()
    await expect.poll(() => watcher.status().state).toBe('UNAVAILABLE')
    for (const amount of [1n, 2n, 3n]) await pay(chain, newWallet().address, amount)
    await proxy.restore()
    await expect.poll(() => amounts(book)).toEqual([1n, 2n, 3n])
    expect(states).toEqual(['FOLLOWING', 'UNAVAILABLE', 'FOLLOWING'])
  })

  test('a suspended node neither hurts nor stops anything for good', async () => {
    const chain = await startChain()
    const book = createBook()
    const adapter = createEvmAdapter(chain.definition, { timeoutMs: 200 })
    endings.push(adapter.close)
    const watcher = watch(adapter, book)
    await watcher.sync()
    await pay(chain, newWallet().address, 1n)
    process.kill(chain.pid(), 'SIGSTOP')
    await expect.poll(async () => (await adapter.head()).ok, { interval: 5 }).toBe(false)
    expect(await watcher.sync()).toMatchObject({ state: 'UNAVAILABLE' })
    process.kill(chain.pid(), 'SIGCONT')
    await expect.poll(async () => (await watcher.sync()).state).toBe('FOLLOWING')
    expect(amounts(book)).toEqual([1n])
  })

  test.each([
    ['misses a block below its head', (): null => null],
    ['makes up a parent', (block: object) => ({ ...block, parentHash: keccak256('0x') })],
  ])('a node that %s is not believed', async (_, change) => {
    const chain = await startChain()
    const proxy = await startChainProxy(chain.definition.rpcUrl)
    endings.push(proxy.close)
    const adapter = createEvmAdapter({ ...chain.definition, rpcUrl: proxy.url })
    endings.push(adapter.close)
    const book = createBook()
    const watcher = watch(adapter, book)
    await watcher.sync()
    const before = must(await chain.adapter.head()).number
    const { blockNumber } = must(await chain.mine(3))
    await pay(chain, newWallet().address, 3n)
    const third = numberToHex(blockNumber)
    proxy.tamper((answer) => {
      const parsed: unknown = JSON.parse(answer)
      const answers = [parsed].flat() as { result?: { number?: Hex; parentHash?: Hex } | null }[]
      for (const item of answers) {
        if (item.result?.number === third) item.result = change(item.result)
      }
      return JSON.stringify(Array.isArray(parsed) ? answers : answers[0])
    })
    expect(await watcher.sync()).toMatchObject({ state: 'UNAVAILABLE' })
    expect(book.cursor()?.blockNumber).toBeLessThan(blockNumber)
    expect(book.cursor()?.blockNumber).toBeGreaterThanOrEqual(before)
    proxy.tamper(undefined)
    expect(await watcher.sync()).toMatchObject({ state: 'FOLLOWING' })
    expect(amounts(book)).toEqual([3n])
  })
})
