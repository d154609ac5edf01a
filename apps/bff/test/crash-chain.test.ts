import { createEvmAdapter, type Hex } from '@corridor/chains'
import { must } from '@corridor/chains/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Bff, Got } from './support/bff.ts'
import { jurisdictionOf } from './support/customers.ts'
import { aParty, aQuote } from './support/ordinary.ts'
import { takeUp } from './support/ordinary-flow.ts'
import { makeServer, type Running } from './support/server.ts'
import { simulatePath, transferPath } from './support/wallets.ts'

let server: Awaited<ReturnType<typeof makeServer>>
let running: Running

async function ask(method: string, path: string, body?: unknown): Promise<Got> {
  const response = await fetch(running.baseUrl + path, {
    method,
    headers: { 'x-api-token': running.apiToken, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** The helpers of other tests, over HTTP to the process. */
const remote = {
  first: { svcPartnerId: '', apiToken: '' },
  deps: { jurisdictions: { byId: () => undefined } },
  get: (path: string) => ask('GET', path),
  post: (path: string, body: unknown) => ask('POST', path, body),
} as unknown as Bff

beforeAll(async () => {
  server = await makeServer()
  running = await server.start()
}, 120_000)
afterAll(() => server.remove(), 60_000)

const points = [
  'chain_order:before_effect',
  'chain_order:after_commit',
  'chain_send:before_effect',
  'chain_send:after_effect',
  'payout_submitted:before_commit',
  'payout_confirmed:before_commit',
  'payout_confirmed:after_commit',
]

/** Runs until the process ends itself at this point, which may be before it is ready. */
async function killedAt(point: string, then: () => Promise<unknown>): Promise<void> {
  try {
    running = await server.start({ CRASH_AT: point })
  } catch {
    return
  }
  await then().catch(() => undefined)
  expect(await running.exited, point).toBe('SIGKILL')
}

test('kill -9 at every point of a payout on the chain: paid once, counted on the chain', async () => {
  const chainPlace = await jurisdictionOf(remote, 'token')
  const [bank, wallet] = [await aParty(remote, 'DE'), await aParty(remote, 'token')]
  const quoted = (await ask('POST', simulatePath, aQuote(bank, wallet))).body.data
  const { executionId } = quoted
  expect((await ask('POST', transferPath, takeUp(quoted))).status).toBe(200)
  await running.kill('SIGTERM')

  const payIn = () => ask('POST', `/api/v1/sandbox/transfer/${executionId}/deposit`, {})
  const [first = '', ...others] = points
  await killedAt(first, payIn)
  for (const point of others) await killedAt(point, () => Promise.resolve())

  running = await server.start()
  const read = async () => (await ask('GET', `${transferPath}/${executionId}`)).body.data
  await expect.poll(async () => (await read()).status, { timeout: 15_000 }).toBe('COMPLETED')
  const done = await read()
  const { rpcUrl, tokenAddress } = (await ask('GET', '/api/v1/sandbox/chain')).body.data[0]
  const adapter = createEvmAdapter({
    chainKey: 'dev',
    chainId: Number(chainPlace.chainId),
    networkName: '',
    nativeCurrency: { name: '', symbol: '', decimals: 18 },
    rpcUrl,
    finality: { depth: 0 },
    tokens: [],
  })
  const head = must(await adapter.head())
  const filter = { tokens: [tokenAddress as Hex], address: done.to.wallet.walletAddress as Hex }
  const logs = must(await adapter.blockTransfers(0n, head.number, filter))
  adapter.close()
  const { amount } = quoted.quote.outAmount
  expect(logs.map((log) => Number(log.amount) / 10 ** 6)).toEqual([amount])
  expect(logs[0]?.hash).toBe(done.transactionHash)
}, 240_000)
