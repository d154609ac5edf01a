import { keccak256 } from 'viem/utils'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainAdapter, Head, Hex } from '../port/chain.ts'
import { type TestChain, startTestChain } from '../testing/chain.ts'
import { type ChainProxy, type Tamper, startChainProxy } from '../testing/proxy.ts'
import { must, newWallet, signTransfer, transferTokens } from '../testing/wallet.ts'
import { createEvmAdapter } from './adapter.ts'

type Answer = { id: number; result?: unknown; error?: { code: number; message: string } }

let chain: TestChain
let proxy: ChainProxy
let adapter: ChainAdapter
let usdc: Hex

beforeAll(async () => {
  chain = await startTestChain()
  proxy = await startChainProxy(chain.definition.rpcUrl)
  usdc = chain.definition.tokens[0]?.address ?? '0x'
})

beforeEach(() => {
  adapter = createEvmAdapter({ ...chain.definition, rpcUrl: proxy.url }, { timeoutMs: 250 })
})

afterEach(() => {
  proxy.tamper(undefined)
  proxy.allowSockets(true)
  adapter.close()
})

afterAll(async () => {
  await proxy.close()
  await chain.remove()
})

async function richWallet() {
  const wallet = newWallet()
  must(await chain.faucet({ to: wallet.address, token: usdc, amount: 1_000n }))
  return wallet
}

/** Changes the answer to one method, alone or inside a batch. */
function answerTo(
  method: string,
  change: (answer: Answer) => Answer | Answer[] | undefined,
): Tamper {
  return (answer, request) => {
    const calls: { id: number; method: string }[] = [JSON.parse(request)].flat()
    const answers: Answer[] = [JSON.parse(answer)].flat()
    const changed = answers.flatMap((item) => {
      const asked = calls.find((call) => call.id === item.id)
      return asked?.method === method ? (change(item) ?? []) : item
    })
    return JSON.stringify(calls.length === 1 ? changed[0] : changed)
  }
}

/** Every question of the port; none may throw, whatever the node does. */
function everyQuestion() {
  const { address } = newWallet()
  const request = { from: address, to: address, token: usdc, amount: 0n }
  return Promise.all([
    adapter.chainId(),
    adapter.head(),
    adapter.finalHead(),
    adapter.block(1n),
    adapter.blocks(1n, 1n),
    adapter.blocks(1n, 3n),
    adapter.blockReceipts(1n),
    adapter.blockTransfers(0n, 3n, { tokens: [usdc] }),
    adapter.balances(address, [usdc]),
    adapter.newestBalances(address, [usdc]),
    adapter.fees(),
    adapter.prepareTransfer(request),
    adapter.transactionCount(address),
    adapter.send('0x02c0'),
    adapter.receipt(keccak256('0x01')),
    adapter.rawTransaction(keccak256('0x01')),
  ])
}

describe('a node that cannot be relied upon is CHAIN_UNAVAILABLE for every question', () => {
  const faults: [string, Tamper][] = [
    ['slow', (answer) => new Promise((resolve) => setTimeout(() => resolve(answer), 600))],
    ['cut off in mid-answer', () => undefined],
    ['half an answer', (answer) => answer.slice(0, answer.length / 2)],
    ['an error page', () => '<html><body>502 Bad Gateway</body></html>'],
    ['an empty answer', () => ''],
    ['null', () => 'null'],
    ['answers to somebody else', (answer) => answer.replaceAll(/"id":\d+/g, '"id":-1')],
    ['neither result nor error', (_, request) => request],
    ['an internal error', () => '{"jsonrpc":"2.0","id":null,"error":{"code":-32603}}'],
  ]

  test.each(faults)('%s', async (_, tamper) => {
    proxy.tamper(tamper)
    for (const answer of await everyQuestion()) {
      expect(answer).toMatchObject({ ok: false, failure: 'CHAIN_UNAVAILABLE' })
    }
    proxy.tamper(undefined)
    // A connection that was cut off may be found out by the next call only.
    await expect.poll(() => adapter.head()).toMatchObject({ ok: true })
  })

  test('a node that refuses every call with a message of its own', async () => {
    const refuse = (answer: { id: number }) => ({
      id: answer.id,
      error: { code: -32005, message: 'busy' },
    })
    proxy.tamper((_, request) => {
      const calls: { id: number }[] = [JSON.parse(request)].flat()
      return JSON.stringify(calls.length === 1 ? refuse(calls[0] ?? { id: 0 }) : calls.map(refuse))
    })
    for (const answer of await everyQuestion()) {
      expect(answer).toMatchObject({ ok: false, failure: 'CHAIN_UNAVAILABLE' })
    }
  })

  test('a cut connection, until it is restored', async () => {
    await proxy.cut()
    for (const answer of await everyQuestion()) {
      expect(answer).toMatchObject({ ok: false, failure: 'CHAIN_UNAVAILABLE' })
    }
    await proxy.restore()
    expect(await adapter.head()).toMatchObject({ ok: true })
  })
})

describe('a refused send is looked into before it counts', () => {
  const refusals = ['already known', 'nonce too low', 'replacement transaction underpriced']

  test.each(refusals)('"%s" about what is mined is success', async (message) => {
    const wallet = await richWallet()
    const raw = await signTransfer(adapter, wallet, { to: wallet.address, token: usdc, amount: 1n })
    proxy.tamper(
      answerTo('eth_sendRawTransaction', ({ id }) => ({ id, error: { code: -32000, message } })),
    )
    expect(must(await adapter.send(raw))).toEqual({ hash: keccak256(raw) })
  })

  test('"nonce too low" about what the chain does not know is NONCE_TOO_LOW', async () => {
    const wallet = await richWallet()
    const request = { to: wallet.address, token: usdc, amount: 1n }
    const raw = await signTransfer(adapter, wallet, request)
    await transferTokens(adapter, wallet, { ...request, amount: 2n })
    expect(await adapter.send(raw)).toMatchObject({ ok: false, failure: 'NONCE_TOO_LOW' })
  })

  test('unknown messages are no verdict on the transaction', async () => {
    const wallet = await richWallet()
    const raw = await signTransfer(adapter, wallet, {
      to: wallet.address,
      token: usdc,
      amount: 1n,
      nonce: 5,
    })
    const error = { code: -32000, message: 'the moon is full' }
    proxy.tamper((answer, request) =>
      request.includes('eth_sendRawTransaction')
        ? JSON.stringify({ id: (JSON.parse(answer) as Answer).id, error })
        : answer.replace(/"result":\{.*\}/, '"result":null'),
    )
    expect(await adapter.send(raw)).toMatchObject({ ok: false, failure: 'CHAIN_UNAVAILABLE' })
  })

  test('a lost answer to a send is repeated with the same bytes and pays once', async () => {
    const wallet = await richWallet()
    const to = newWallet().address
    const raw = await signTransfer(adapter, wallet, { to, token: usdc, amount: 7n })
    proxy.tamper(() => undefined)
    expect(await adapter.send(raw)).toMatchObject({ ok: false, failure: 'CHAIN_UNAVAILABLE' })
    proxy.tamper(undefined)
    must(await adapter.send(raw))
    await expect
      .poll(async () => must(await adapter.balances(to, [usdc])).tokens, { interval: 10 })
      .toEqual([7n])
  })
})

describe('blocks and receipts must fit together', () => {
  async function busyBlock() {
    const wallet = await richWallet()
    const request = { to: wallet.address, token: usdc, amount: 1n }
    const { blockNumber } = await transferTokens(adapter, wallet, request)
    return { number: blockNumber, right: must(await adapter.blocks(blockNumber, blockNumber)) }
  }

  test('repeated receipts count once', async () => {
    const { number, right } = await busyBlock()
    const twice = (answer: Answer) => ({ ...answer, result: [answer.result, answer.result].flat() })
    proxy.tamper(answerTo('eth_getBlockReceipts', twice))
    expect(must(await adapter.blocks(number, number))).toEqual(right)
  })

  test.each([
    ['left out', (answer: Answer) => ({ ...answer, result: [] })],
    [
      'of another block',
      (answer: Answer) => {
        const result = [answer.result].flat() as { blockHash: string }[]
        return { ...answer, result: result.map((r) => ({ ...r, blockHash: keccak256('0x') })) }
      },
    ],
  ])('receipts %s make the node unavailable', async (_, change) => {
    const { number } = await busyBlock()
    proxy.tamper(answerTo('eth_getBlockReceipts', change))
    for (const from of [number, number - 1n]) {
      expect(await adapter.blocks(from, number)).toMatchObject({ failure: 'CHAIN_UNAVAILABLE' })
    }
  })
})

test('balances at a block that the node does not have are read at a newer one', async () => {
  const wallet = await richWallet()
  let refusals = 1
  proxy.tamper(
    answerTo('eth_getBalance', (answer) =>
      refusals-- > 0
        ? { id: answer.id, error: { code: -32001, message: 'header not found' } }
        : answer,
    ),
  )
  expect(must(await adapter.balances(wallet.address, [usdc])).tokens).toEqual([1_000n])
})

describe('logs', () => {
  async function someTransfers() {
    const from = must(await adapter.head()).number + 1n
    const wallet = await richWallet()
    for (const amount of [1n, 2n, 3n]) {
      await transferTokens(adapter, wallet, { to: wallet.address, token: usdc, amount })
    }
    const to = must(await adapter.head()).number
    const read = () => adapter.blockTransfers(from, to, { tokens: [usdc] })
    return { read, right: must(await read()) }
  }

  test('a range that the node calls too long is read in parts, none lost, none double', async () => {
    const { read, right } = await someTransfers()
    proxy.tamper((answer, request) => {
      const call = JSON.parse(request) as { id: number; params: [Record<string, string>] }
      const [range] = call.params
      if (range['fromBlock'] === range['toBlock']) return answer
      const error = { code: -32005, message: 'query returned more than 10000 results' }
      return JSON.stringify({ id: call.id, error })
    })
    expect(must(await read())).toEqual(right)
    expect(right).toHaveLength(4)
  })

  test('logs without a time get it from their block, repeated ones count once', async () => {
    const { read, right } = await someTransfers()
    const change = (answer: Answer) => {
      const logs = [answer.result].flat() as Record<string, unknown>[]
      const bare = logs.map((log) => ({ ...log, blockTimestamp: undefined }))
      return { ...answer, result: [...bare.toReversed(), ...bare] }
    }
    proxy.tamper(answerTo('eth_getLogs', change))
    expect(must(await read())).toEqual(right)
  })
})

describe('heads', () => {
  test('are reported again after a cut, and both changes are reported', async () => {
    const heads: Head[] = []
    const changes: boolean[] = []
    const watcher = adapter.watchHeads({
      onHead: (head) => heads.push(head),
      onAvailability: (available) => changes.push(available),
    })
    await expect.poll(() => watcher.announced(), { interval: 5 }).toBe(true)
    await proxy.cut()
    await expect.poll(() => watcher.announced(), { interval: 5 }).toBe(false)
    await expect.poll(() => changes.at(-1), { interval: 5 }).toBe(false)
    const { blockNumber } = must(await chain.mine(1))
    await proxy.restore()
    await expect.poll(() => heads.at(-1)?.number).toBe(blockNumber)
    await expect.poll(() => watcher.announced()).toBe(true)
    expect(changes).toEqual([true, false, true])
  })

  test('without a socket are polled quickly only while something waits', async () => {
    proxy.allowSockets(false)
    let pending = false
    const watcher = adapter.watchHeads({ onHead: () => undefined, hasPending: () => pending })
    const polls = async () => {
      const before = proxy.requests()
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      return proxy.requests() - before
    }
    expect(await polls()).toBeLessThanOrEqual(3)
    pending = true
    expect(await polls()).toBeLessThanOrEqual(25)
    const before = proxy.requests()
    await expect.poll(() => proxy.requests() - before, { timeout: 5_000 }).toBeGreaterThan(10)
    expect(watcher.announced()).toBe(false)
    watcher.close()
  })
})
