import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKey, signedPayment } from '../../../test/support/money/payments.ts'
import { drawBody, until } from '../../../test/support/money/liquidity.ts'
import type { AnyBody } from '../../../test/support/process/bff.ts'
import { makeServer, type Running } from '../../../test/support/process/server.ts'
import { sampled } from '../../../test/support/process/tiers.ts'

let place: Awaited<ReturnType<typeof makeServer>>
beforeAll(async () => {
  place = await makeServer()
})
afterAll(() => place.remove(), 60_000)

const api = '/api/v1'
const hourMs = 3_600_000

async function call(server: Running, path: string, body?: object, key?: string): Promise<AnyBody> {
  const response = await fetch(`${server.baseUrl}${api}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-api-token': server.apiToken,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, ...((await response.json()) as object) }
}

const chain = () =>
  JSON.parse(readFileSync(join(place.dataDir, 'sandbox.json'), 'utf8')).chains[0] as {
    rpcUrl: string
    jurisdictionId: string
    tokenAddress: string
  }

async function ask(method: string, ...params: unknown[]): Promise<AnyBody> {
  const response = await fetch(chain().rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: AnyBody }).result
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/** Amounts that an address got from others than the faucet, as the chain has them. */
async function paidTo(address: string, from?: string): Promise<bigint[]> {
  const topics = [transferTopic, from ? topicOf(from) : null, topicOf(address)]
  const logs = await ask('eth_getLogs', {
    fromBlock: '0x0',
    address: chain().tokenAddress,
    topics,
  })
  return logs.map(({ data }: { data: string }) => BigInt(data))
}

const payer = makeKey()

/** A frame that begins in two days, its fee paid from a wallet of the partner's own. */
async function upcomingFrame(server: Running): Promise<string> {
  const { jurisdictionId, tokenAddress: token } = chain()
  const now = Date.parse((await call(server, '/sandbox/clock')).data.now)
  const quoted = await call(server, '/transactions/reserve/quote', {
    startTimestamp: new Date(now + 48 * hourMs).toISOString(),
    endTimestamp: new Date(now + 72 * hourMs).toISOString(),
    amount: 10_000,
  })
  const { id, feePayment } = quoted.data
  const { address } = payer
  await call(server, '/sandbox/chain/faucet', { address, jurisdictionId, amount: 100 })
  const { raw, hash } = signedPayment(payer, {
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    nonce: 0,
    token,
    recipient: feePayment.toWalletAddress,
    amount: BigInt(Math.round(feePayment.amount * 1e6)),
  })
  await call(server, '/sandbox/chain/send', { jurisdictionId, signedTransaction: raw })
  await until(async () => (await ask('eth_getTransactionReceipt', hash)) ?? undefined)
  const accepted = await call(server, '/transactions/reserve/accept', {
    reserveFrameId: id,
    feeTxnHash: hash,
  })
  expect(accepted.status).toBe(200)
  return id
}

const detail = async (server: Running, id: string, status: string) =>
  until(async () => {
    const { data } = await call(server, `/transactions/detail/${id}`)
    return data.status === status ? data : undefined
  })

test('a drawing, a repayment and a refund that are killed wherever they order and send are paid once each', async () => {
  const first = await place.start()
  const owed = await call(first, '/transactions/initiate', drawBody({ amount: 50 }))
  const { originalTxnHash, ltxId } = await detail(first, owed.data.ltxId, 'DISBURSED')
  const reserveFrameId = await upcomingFrame(first)
  const me = (await call(first, '/partner/me')).data
  const { jurisdictionId } = chain()
  const address = me.partnerOperationalWallet
  await call(first, '/sandbox/chain/faucet', { address, jurisdictionId, amount: 500 })
  const { totalReplenishAmount } = (await call(first, '/replenish/quote', { originalTxnHash })).data
  await first.kill('SIGTERM')

  const body = drawBody({ amount: 70 })
  const repayment = { originalTxnHash, totalReplenishAmount, asset: 'USDC' }
  const askAll = (server: Running) =>
    Promise.all([
      call(server, '/transactions/initiate', body),
      call(server, '/transactions/reserve/cancel', { reserveFrameId }, 'cancel'),
      call(server, '/replenish/transaction/initiate', repayment, 'repay'),
    ])
  const points = sampled(
    [
      'chain_order:before_effect',
      'chain_order:before_commit',
      'chain_order:after_commit',
      'chain_send:before_effect',
      'chain_send:after_effect',
    ],
    1,
  )
  for (const point of points) {
    // What was begun before may come to the point before the server is ready.
    const server = await place.start({ CRASH_AT: point }).catch(() => undefined)
    if (!server) continue
    await askAll(server).catch(() => undefined)
    expect([point, await server.exited]).toEqual([point, 'SIGKILL'])
  }

  const last = await place.start()
  const [drawing, , replenished] = await askAll(last)
  expect(drawing.status).toBe(200)
  expect(replenished.data).toMatchObject({ totalReplenishAmount })
  await detail(last, drawing.data.ltxId, 'DISBURSED')
  await detail(last, ltxId, 'REPLENISHED')
  const frame = await until(async () => {
    const { data } = await call(last, '/transactions/reserve/all')
    const item = data.find(({ id }: { id: string }) => id === reserveFrameId)
    return item.misc.refund?.status === 'PAID' ? item : undefined
  })
  expect(await paidTo(body.recipientWallet)).toEqual([70_000_000n])
  expect(await paidTo(me.partnerDepositWallet, me.partnerOperationalWallet)).toEqual([
    BigInt(Math.round(totalReplenishAmount * 1e6)),
  ])
  const refunds = (await paidTo(payer.address)).filter((amount) => amount !== 100_000_000n)
  expect(refunds).toEqual([BigInt(Math.round(frame.misc.refund.amount * 1e6))])
  expect((await call(last, '/partner/me')).data.limits.borrowedAmount).toBe(70)
}, 240_000)
