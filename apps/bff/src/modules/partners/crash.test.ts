import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeKey,
  prepaidPath,
  proofOf,
  signedPayment,
} from '../../../test/support/money/payments.ts'
import { makeServer, type Running } from '../../../test/support/process/server.ts'

let place: Awaited<ReturnType<typeof makeServer>>
beforeAll(async () => {
  place = await makeServer()
})
afterAll(() => place.remove(), 60_000)

// oxlint-disable-next-line typescript/no-explicit-any -- read as it came
type Answer = { status: number; body: any }

async function call(server: Running, path: string, body?: object, key?: string): Promise<Answer> {
  const response = await fetch(`${server.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-api-token': server.apiToken,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: await response.json() }
}

/** One service for both, since each start takes its time: its last start finishes either one. */
test('an export that is killed with its file written is written again, whole and once; a prepaid deposit that is killed after its claim, after its mint and before its answer is credited once', async () => {
  const points = [
    'export:after_effect,prepaid_claim:after_commit',
    'prepaid_mint:after_effect',
    'prepaid_answer:before_commit',
  ]
  let exportId = ''
  let body: object | undefined
  for (const point of points) {
    const server = await place.start({ CRASH_AT: point })
    if (!body) {
      exportId = (await call(server, exportPath, { format: 'csv' })).body.data.exportId
      // The second place is free for a deposit once the export stands at the first.
      await expect.poll(files, { timeout: 40_000 }).toHaveLength(1)
      body = proofOf(payer, await payIn(server))
    }
    await depositUntilGone(server, body)
    expect([point, await server.exited]).toEqual([point, 'SIGKILL'])
    if (point === points[0]) expect(files()).toHaveLength(1)
  }
  const last = await place.start()
  const readExport = async () => (await call(last, `${exportPath}/${exportId}`)).body.data
  await expect.poll(readExport, { timeout: 30_000 }).toMatchObject({ status: 'READY', rows: 0 })
  const exported = await readExport()
  const text = await (await fetch(exported.url)).text()
  expect(createHash('sha256').update(text).digest('hex')).toBe(exported.sha256)
  expect(text.startsWith('executionId,transactionId,status')).toBe(true)
  const deposit = () => call(last, `${prepaidPath}/deposit`, body, 'prepaid')
  await expect.poll(deposit, { timeout: 30_000 }).toMatchObject({ status: 200 })
  const first = await deposit()
  expect(await deposit()).toEqual(first)
  const without = await call(last, `${prepaidPath}/deposit`, body)
  expect([without.status, without.body.error.code]).toEqual([400, 'TRANSACTION_HASH_REUSED'])
  const { data } = (await call(last, `${prepaidPath}/balance`)).body
  expect(data).toMatchObject({ balance: 7, depositsTotal: 7 })
  expect(data.deposits).toHaveLength(1)
  const { mintAddress, mintTransactionHash } = first.body.data
  expect(await mintsOf(mintAddress)).toEqual([mintTransactionHash])
}, 180_000)

const exportPath = '/api/v1/xfer/transaction/export'
const files = () =>
  readdirSync(join(place.dataDir, 'exports'), { recursive: true }).filter((name) =>
    String(name).includes('.'),
  )

const chain = () =>
  JSON.parse(readFileSync(join(place.dataDir, 'sandbox.json'), 'utf8')).chains[0] as {
    rpcUrl: string
    jurisdictionId: string
    tokenAddress: string
  }

async function ask(method: string, ...params: unknown[]) {
  const response = await fetch(chain().rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- read as it came
  return ((await response.json()) as { result: any }).result
}

const payer = makeKey()

/** Pays 7 units in with the wallet's own key; returns the hash once it is in a block. */
async function payIn(server: Running): Promise<string> {
  const { jurisdictionId, tokenAddress: token } = chain()
  const { address } = payer
  await call(server, '/api/v1/sandbox/chain/faucet', { address, jurisdictionId, amount: 10 })
  const { toWalletAddress: recipient } = (await call(server, `${prepaidPath}/balance`)).body.data
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
  const paying = { ...fees, nonce: 0, token, recipient, amount: 7_000_000n }
  const { raw, hash } = signedPayment(payer, paying)
  await call(server, '/api/v1/sandbox/chain/send', { jurisdictionId, signedTransaction: raw })
  await expect.poll(() => ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  return hash
}

/** As a client does: asks again while the service says so, here until its crash point ends it. */
async function depositUntilGone(server: Running, body: object): Promise<void> {
  const deposit = () =>
    call(server, `${prepaidPath}/deposit`, body, 'prepaid').then(
      ({ status, body: answer }) => [status, answer.error?.code],
      () => 'gone',
    )
  await expect.poll(deposit, { timeout: 40_000, interval: 500 }).toBe('gone')
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The transactions that minted credit for the payer, as the chain has them. */
async function mintsOf(address: string): Promise<string[]> {
  const topics = [
    transferTopic,
    `0x${'0'.repeat(64)}`,
    `0x${payer.address.slice(2).toLowerCase().padStart(64, '0')}`,
  ]
  const logs = await ask('eth_getLogs', { fromBlock: '0x0', address, topics })
  return logs.map((log: { transactionHash: string }) => log.transactionHash)
}
