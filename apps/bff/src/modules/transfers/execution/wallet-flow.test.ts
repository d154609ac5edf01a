import { stampWithApiKey } from '@corridor/signing'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { devChainOf, rpc } from '../../../../test/support/money/chain-rpc.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import {
  aTransfer,
  fund,
  makeWallet,
  simulatePath,
  type TestWallet,
  transfer,
  transferPath,
  until,
} from '../../../../test/support/money/wallets.ts'
import { balanceOf } from '../../../records/ledger/service.ts'

const bff = ownBff()
let alice: TestWallet
let bob: TestWallet
beforeAll(async () => {
  alice = await makeWallet(bff)
  bob = await makeWallet(bff)
  await fund(bff, alice, 10_000)
})
afterEach(() => expectConsistent(bff))

/** Tokens without native coin: gas depends on the gas station. */
async function poorWallet(amount = 100): Promise<TestWallet> {
  const wallet = await makeWallet(bff)
  await until(bff, await transfer(bff, alice, wallet, { exactAmountIn: amount }), 'COMPLETED')
  return wallet
}

async function quote(from: TestWallet, change: Record<string, unknown> = {}) {
  const { body } = await bff.post(simulatePath, aTransfer(from, bob, change))
  const submit = () =>
    bff.post(transferPath, {
      executionId: body.executionId,
      payloadSignature: stampWithApiKey(body.payloadToSign, from.key),
      signatureType: 'ApiKey',
    })
  return { executionId: body.executionId as string, submit }
}

const topUps = (wallet: TestWallet) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('chain_transaction')
      .selectAll()
      .where('purpose', '=', 'gas')
      .where('recipient', '=', wallet.accounts[0]?.address.toLowerCase() ?? '')
      .execute(),
  )

type Step = { name: string; status: string }
type PublishedEvent = {
  eventStatus: string
  eventObject: { previousStatus: string; status: string }
}

const eventsOf = async (executionId: string) => {
  const { body } = await bff.get(`/api/v1/xfer/utility/webhook/events?executionId=${executionId}`)
  return body.data
    .toReversed()
    .map((event: PublishedEvent) => [
      event.eventStatus,
      event.eventObject.previousStatus,
      event.eventObject.status,
    ])
}

const stateOf = (record: { details: Step[] }) =>
  record.details.map((step: Step) => `${step.name} ${step.status}`)

describe('a wallet transfer', () => {
  test('is published from quote to completion, each event starting where the previous one ended', async () => {
    const executionId = await transfer(bff, alice, bob)
    const record = await until(bff, executionId, 'COMPLETED')
    expect(record.details.map((step: Step) => step.status)).toEqual(Array(6).fill('completed'))
    expect(record.eventStatus).toBe('payment_processed')
    await expect
      .poll(() => eventsOf(executionId))
      .toEqual([
        ['quoted', '', 'QUOTED'],
        ['approved', 'QUOTED', 'PROCESSING'],
        ['payment_submitted', 'PROCESSING', 'PROCESSING'],
        ['payment_processed', 'PROCESSING', 'COMPLETED'],
      ])
  })

  test('of a wallet without native coin is topped up once for several, and the gas is booked as ours', async () => {
    const wallet = await poorWallet()
    const ids = [await transfer(bff, wallet, bob, { exactAmountIn: 1 })]
    ids.push(await transfer(bff, wallet, bob, { exactAmountIn: 2 }))
    ids.push(await transfer(bff, wallet, bob, { exactAmountIn: 3 }))
    for (const id of ids) await until(bff, id, 'COMPLETED')
    const [paid, ...others] = await topUps(wallet)
    expect(others).toEqual([])
    if (!paid?.gas_used || !paid.gas_price) throw new Error('the top-up is in no block')
    const { gasStation, definition } = devChainOf(bff.deps)
    const key = {
      kind: 'gas_station',
      asset: `ETH@${definition.chainId}`,
      scale: 18,
      owner: gasStation.address.toLowerCase(),
    } as const
    const booked = await bff.deps.db.asWorker((tx) => balanceOf(tx, paid.partner_id ?? '', key))
    const all = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('chain_transaction').selectAll().where('purpose', '=', 'gas').execute(),
    )
    const cost = all.reduce(
      (sum, row) => sum + row.value + (row.gas_used ?? 0n) * (row.gas_price ?? 0n),
      0n,
    )
    expect(booked).toBe(-cost)
  })

  test('waits for the top-up that another transfer of its wallet has under way', async () => {
    const wallet = await poorWallet()
    await rpc(bff.deps, 'evm_setAutomine', false)
    const ids: string[] = []
    try {
      for (const exactAmountIn of [1, 2, 3])
        ids.push(await transfer(bff, wallet, bob, { exactAmountIn }))
      await expect.poll(() => topUps(wallet)).toHaveLength(1)
      await new Promise((resolve) => setTimeout(resolve, 300))
    } finally {
      await rpc(bff.deps, 'evm_setAutomine', true)
      await rpc(bff.deps, 'evm_mine')
    }
    for (const id of ids) await until(bff, id, 'COMPLETED')
    expect(await topUps(wallet)).toHaveLength(1)
  })

  test('that the token refuses fails with the reason, and the gas stays booked', async () => {
    const wallet = await poorWallet()
    const { executionId, submit } = await quote(wallet, { exactAmountIn: 5 })
    const [token] = devChainOf(bff.deps).definition.tokens
    const code = await rpc(bff.deps, 'eth_getCode', token?.address, 'latest')
    await rpc(bff.deps, 'anvil_setCode', token?.address, '0x60006000fd')
    try {
      expect((await submit()).status).toBe(200)
      const record = await until(bff, executionId, 'FAILED')
      expect(record.failure).toMatchObject({
        code: 'CHAIN_REVERTED',
        type: 'CHAIN',
        step: 'confirmed',
      })
      expect(stateOf(record).slice(2)).toEqual([
        'gas_funded completed',
        'broadcast completed',
        'confirmed failed',
        'finalized cancelled',
      ])
      expect(await topUps(wallet)).toMatchObject([{ status: 'CONFIRMED' }])
      await expect
        .poll(() => eventsOf(executionId))
        .toContainEqual(['error', 'PROCESSING', 'FAILED'])
    } finally {
      await rpc(bff.deps, 'anvil_setCode', token?.address, code)
    }
  })

  test('whose nonce another transaction of the wallet took fails, and the wallet stays usable', async () => {
    const wallet = await makeWallet(bff)
    await fund(bff, wallet, 100)
    const { executionId, submit } = await quote(wallet, { exactAmountIn: 5 })
    const address = wallet.accounts[0]?.address
    await rpc(bff.deps, 'anvil_impersonateAccount', address)
    await rpc(bff.deps, 'eth_sendTransaction', {
      from: address,
      to: bob.accounts[0]?.address,
      value: '0x1',
    })
    await submit()
    const record = await until(bff, executionId, 'FAILED')
    expect(record.failure).toMatchObject({ code: 'CHAIN_NONCE_CONFLICT', step: 'broadcast' })
    await until(bff, await transfer(bff, wallet, bob, { exactAmountIn: 5 }), 'COMPLETED')
  })

  test('waits while the node is down, is never failed by that, and completes when it is back', async () => {
    const { dev } = devChainOf(bff.deps)
    const { executionId, submit } = await quote(alice)
    await dev.down()
    try {
      expect((await submit()).status).toBe(200)
      const read = async () => (await bff.get(`${transferPath}/${executionId}`)).body.data
      await expect.poll(async () => (await read()).details[2].attempt).toBeGreaterThan(2)
      const waiting = await read()
      expect(waiting.status).toBe('PROCESSING')
      expect(waiting.details[2]).toMatchObject({
        status: 'waiting',
        error: 'The chain does not answer.',
      })
      expect(waiting.details[2].expectedBy).toBeDefined()
    } finally {
      await dev.up()
    }
    await until(bff, executionId, 'COMPLETED')
  })

  test('is listed with its wallet as soon as it is complete', async () => {
    const executionId = await transfer(bff, alice, bob, { exactAmountIn: 7 })
    const { transactionHash } = await until(bff, executionId, 'COMPLETED')
    const { body } = await bff.get(
      `/api/v1/wallets/${bob.entityId}/transactions/${bob.accounts[0]?.address}`,
    )
    expect(
      body.data.filter((item: { hash: string }) => item.hash === transactionHash),
    ).toMatchObject([{ amount: 7, executionId }])
  })

  test('is one of many at once, each of which completes', async () => {
    const wallets = await Promise.all(Array.from({ length: 6 }, () => makeWallet(bff)))
    for (const wallet of wallets) await fund(bff, wallet, 100)
    const ids = await Promise.all(
      wallets.flatMap((wallet) => [transfer(bff, wallet, bob, { exactAmountIn: 1 })]),
    )
    for (const id of ids) await until(bff, id, 'COMPLETED')
  })
})
