import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestChain, startTestChain } from '../testing/chain.ts'
import { type ChainProxy, startChainProxy } from '../testing/proxy.ts'
import { must, newWallet } from '../testing/wallet.ts'
import { resultOf } from './read.ts'
import { createRpc, type Rpc } from './rpc.ts'

type Call = { id: number; method: string }

let chain: TestChain
let proxy: ChainProxy
let rpc: Rpc
/** What came to the node, by request. */
let asked: string[][]

beforeAll(async () => {
  chain = await startTestChain()
  proxy = await startChainProxy(chain.definition.rpcUrl)
})

beforeEach(() => {
  rpc = createRpc({ url: proxy.url, timeoutMs: 5_000 })
  asked = []
  proxy.answer((body) => {
    asked.push(callsOf(body).map(({ method }) => method))
    return undefined
  })
})

afterEach(() => {
  proxy.tamper(undefined)
  rpc.close()
})

afterAll(async () => {
  await proxy.close()
  await chain.remove()
})

const callsOf = (body: string): Call[] => [JSON.parse(body)].flat()
const balance = (address: string) => ({ method: 'eth_getBalance', params: [address, 'latest'] })
const newest = { method: 'eth_getBlockByNumber', params: ['latest', false] }
const fee = { method: 'eth_maxPriorityFeePerGas', params: [] }

test('questions of one moment travel as one request, in which each call stands once', async () => {
  const [former, other] = [newWallet().address, newWallet().address]
  await rpc.call('anvil_setBalance', [former, '0x5'])
  asked = []
  const answers = await Promise.all([
    rpc.batch([newest, fee, balance(former)]),
    rpc.batch([newest, fee, balance(other)]),
    rpc.call('eth_getBalance', [former, 'latest']),
  ])
  expect(asked).toEqual([
    ['eth_getBlockByNumber', 'eth_maxPriorityFeePerGas', 'eth_getBalance', 'eth_getBalance'],
  ])
  const [first, second, third] = answers
  const block = { result: expect.objectContaining({ number: expect.any(String) }) }
  expect(must(first)).toEqual([block, expect.anything(), { result: '0x5' }])
  expect(must(second)).toEqual([block, expect.anything(), { result: '0x0' }])
  expect(must(third)).toEqual({ result: '0x5' })
})

test('what changes the node is called as often as it is asked for', async () => {
  const number = async () => BigInt(String(resultOf(must(await rpc.call('eth_blockNumber', [])))))
  const before = await number()
  await Promise.all([rpc.call('evm_mine', []), rpc.call('evm_mine', [])])
  expect(await number()).toBe(before + 2n)
})

test('a question that is not answered does not fail the others of its request', async () => {
  const address = newWallet().address
  proxy.tamper((answer, request) => {
    const left = callsOf(request).find(({ method }) => method === 'eth_maxPriorityFeePerGas')?.id
    return JSON.stringify((JSON.parse(answer) as Call[]).filter(({ id }) => id !== left))
  })
  const [whole, half] = await Promise.all([
    rpc.batch([newest, balance(address)]),
    rpc.batch([newest, fee]),
  ])
  expect(asked).toHaveLength(1)
  expect(must(whole)).toHaveLength(2)
  expect(half).toMatchObject({ ok: false, failure: 'CHAIN_UNAVAILABLE' })
})

test('a long question travels by itself, and many short ones as several requests', async () => {
  const short = Array.from({ length: 60 }, () => rpc.batch([balance(newWallet().address)]))
  const long = rpc.batch(Array.from({ length: 9 }, () => balance(newWallet().address)))
  for (const answer of await Promise.all([...short, long])) must(answer)
  expect(asked.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([9, 10, 50])
})

test('a node that takes no lists is asked call by call from then on', async () => {
  proxy.answer((body) => {
    asked.push(callsOf(body).map(({ method }) => method))
    if (!body.startsWith('[')) return undefined
    return '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}'
  })
  for (const _ of [1, 2]) {
    const [block, , held] = must(await rpc.batch([newest, fee, balance(newWallet().address)]))
    expect(block).toMatchObject({ result: { number: expect.any(String) } })
    expect(held).toEqual({ result: '0x0' })
  }
  expect(asked.map(({ length }) => length)).toEqual([3, 1, 1, 1, 1, 1, 1])
})
