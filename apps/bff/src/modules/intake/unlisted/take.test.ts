import type { Hex } from '@corridor/chains'
import {
  deployRevertingToken,
  must,
  newWallet,
  type RevertingToken,
} from '@corridor/chains/testing'
import { unlistedPerDay } from '@corridor/domain'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChainLab, openChainLab } from '../../../../test/support/money/chain-lab.ts'
import { insertTarget } from '../../../records/deposits/store.ts'
import { operatorPartnerId } from '../../../records/audit/operator.ts'
import { watchAddress } from '../../treasury/watched-address-store.ts'
import { now } from '../../../db/open.ts'

const depth = 6
let lab: ChainLab
let token: RevertingToken
const payer = newWallet()
beforeAll(async () => {
  lab = await openChainLab({ finality: { depth } })
  const usdc = lab.chain.definition.tokens[0]?.address ?? '0x'
  must(await lab.chain.faucet({ to: payer.address, token: usdc, amount: 1n }))
  token = await deployRevertingToken(lab.chain.adapter, payer)
  must(await lab.chain.mine(1))
  await lab.chain.reorg(1)
})
afterAll(() => lab.close())

/** An address of a customer's own account. */
async function customerAddress(): Promise<Hex> {
  const to = newWallet().address.toLowerCase() as Hex
  await lab.deps.db.asWorker(async (tx) => {
    await watchAddress(tx, lab.chainId, to)
    const row = { partner_id: lab.partnerId, id: uuidV7(), funding_account_id: uuidV7() }
    const key = `chain:${lab.chainId}:${to}`
    await insertTarget(tx, {
      row: { ...row, created_at: await now(tx) },
      target: key,
      isShared: true,
    })
  })
  return to
}

const recorded = (address: string) =>
  lab.deps.db.asWorker((tx) =>
    tx
      .selectFrom('unlisted_deposit as u')
      .leftJoin('unlisted_token as t', (join) =>
        join.onRef('t.chain_id', '=', 'u.chain_id').onRef('t.contract', '=', 'u.contract'),
      )
      .selectAll('u')
      .select(['t.symbol', 't.decimals'])
      .where('u.address', '=', address.toLowerCase())
      .execute(),
  )
const eventsOf = (address: string) =>
  lab.deps.db.asWorker(async (tx) => {
    const rows = await tx
      .selectFrom('event')
      .select(['category', 'status', 'object'])
      .where('category', '=', 'payin_deposit')
      .execute()
    return rows.filter(
      ({ object }) => (object as Record<string, string>)['walletAddress'] === address,
    )
  })
const creditedTo = (address: string) =>
  lab.deps.db.asWorker(async (tx) => [
    ...(await tx
      .selectFrom('token_transfer')
      .select('hash')
      .where('to_address', '=', address)
      .execute()),
    ...(await tx
      .selectFrom('deposit')
      .select('hash')
      .where('partner_id', '=', lab.partnerId)
      .execute()),
    ...(await tx
      .selectFrom('posting')
      .select('group_id')
      .where('partner_id', '=', lab.partnerId)
      .execute()),
  ])

async function sendCoin(to: Hex, value: bigint): Promise<Hex> {
  const { adapter, definition } = lab.chain
  const fees = must(await adapter.fees())
  const raw = await payer.signTransaction({
    type: 'eip1559',
    chainId: definition.chainId,
    nonce: must(await adapter.transactionCount(payer.address)),
    to,
    value,
    gas: 21_000n,
    maxFeePerGas: fees.maxFeePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
  })
  const { hash } = must(await adapter.send(raw))
  await lab.untilMined(hash)
  return hash
}

/** What the gas station pays for an address's own transactions. */
async function topUp(to: Hex): Promise<void> {
  const { adapter, gasStation } = lab.chain
  const { maxFeePerGas, maxPriorityFeePerGas } = must(await adapter.fees())
  const nonce = must(await adapter.transactionCount(gasStation.address))
  const request = { to, value: 9n, nonce, maxFeePerGas, maxPriorityFeePerGas }
  const { raw } = await gasStation.signTopUp(request)
  await lab.untilMined(must(await adapter.send(raw)).hash)
}

async function mine(blocks = depth): Promise<void> {
  must(await lab.chain.mine(blocks))
  await lab.sync()
}

test('an unknown token is recorded once it is final, with what is known of it, and credits nothing', async () => {
  const to = await customerAddress()
  await token.mint(to, 7n * 10n ** 18n)
  await mine(depth - 1)
  expect(await recorded(to)).toEqual([])
  await mine(1)
  await expect
    .poll(() => recorded(to))
    .toMatchObject([
      {
        partner_id: lab.partnerId,
        status: 'HELD',
        kind: 'TOKEN',
        contract: token.address.toLowerCase(),
        amount: 7n * 10n ** 18n,
        sender: `0x${'0'.repeat(40)}`,
        symbol: 'REVERT',
        decimals: 18,
      },
    ])
  expect(await creditedTo(to)).toEqual([])
  expect(await eventsOf(to)).toMatchObject([
    {
      status: 'held',
      object: { heldReason: 'UNSUPPORTED_ASSET', tokenAddress: token.address.toLowerCase() },
    },
  ])
})

test('native coin is recorded with its sender; a top-up by the gas station is not', async () => {
  const to = await customerAddress()
  await topUp(to)
  const hash = await sendCoin(to, 5n)
  await mine()
  await expect
    .poll(() => recorded(to))
    .toMatchObject([
      {
        kind: 'NATIVE',
        contract: '',
        log_index: -1,
        amount: 5n,
        hash,
        sender: payer.address.toLowerCase(),
      },
    ])
  expect(await creditedTo(to)).toEqual([])
})

test('what comes to the service’s own account is the operator’s to see, and no event', async () => {
  const to = lab.link.gasStation.address
  await token.mint(to, 3n)
  await mine()
  await expect
    .poll(() => recorded(to))
    .toMatchObject([{ partner_id: operatorPartnerId, amount: 3n }])
  expect(await eventsOf(to.toLowerCase())).toEqual([])
})

test('nothing of nothing, of an address that is nobody’s, or of a block that is gone', async () => {
  const [to, gone] = [await customerAddress(), await customerAddress()]
  await token.mint(to, 0n)
  await token.mint(newWallet().address, 1n)
  await token.mint(gone, 1n)
  await lab.chain.reorg(1)
  await mine(depth + 1)
  expect(await recorded(to)).toEqual([])
  expect(await recorded(gone)).toEqual([])
})

test('a sender that resembles one whom the address knows is left out', async () => {
  const to = await customerAddress()
  const known = payer.address.toLowerCase()
  const middle = known.slice(6, -4).split('').toReversed().join('')
  await lab.deps.db.asWorker((tx) =>
    tx
      .insertInto('token_transfer')
      .values({
        chain_id: lab.chainId,
        hash: `0x${'1'.repeat(64)}`,
        log_index: 0,
        block_number: 1,
        block_hash: '0x1',
        block_time: new Date(),
        token: '0x1',
        from_address: `${known.slice(0, 6)}${middle}${known.slice(-4)}`,
        to_address: to,
        amount: 1n,
      })
      .execute(),
  )
  await sendCoin(to, 1n)
  await mine()
  expect(await recorded(to)).toEqual([])
})

test('a flood of 500 costs an address some rows, a number, one event, and no more calls', async () => {
  const to = await customerAddress()
  const asked: string[] = []
  lab.proxy.tamper((answer, request) => {
    asked.push(request)
    return answer
  })
  const { adapter, definition } = lab.chain
  const fees = must(await adapter.fees())
  const nonce = must(await adapter.transactionCount(payer.address))
  const data = `0x40c10f19${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}` as const
  for (let at = 0; at < 500; at += 1)
    must(
      await adapter.send(
        await payer.signTransaction({
          type: 'eip1559',
          chainId: definition.chainId,
          nonce: nonce + at,
          to: token.address,
          data,
          gas: 100_000n,
          maxFeePerGas: 2n * fees.maxFeePerGas,
          maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
        }),
      ),
    )
  await lab.syncMined()
  await mine()
  const day = () =>
    lab.deps.db.asWorker((tx) =>
      tx
        .selectFrom('unlisted_day')
        .select(['recorded', 'beyond'])
        .where('address', '=', to)
        .execute(),
    )
  await expect.poll(day).toEqual([{ recorded: unlistedPerDay, beyond: 500 - unlistedPerDay }])
  expect(await recorded(to)).toHaveLength(unlistedPerDay)
  expect(await eventsOf(to)).toHaveLength(1)
  // A flooded block takes the requests of an empty one, and none asks for logs or by address.
  const [first] = await recorded(to)
  const flooded = BigInt(first?.block_number ?? 0)
  expect(asked.filter((request) => request.includes('eth_getLogs'))).toEqual([])
  const head = must(await adapter.head()).number
  const counts: number[] = []
  for (const number of [flooded, head]) {
    const before = asked.length
    must(await lab.link.adapter.blocks(number, number))
    counts.push(asked.slice(before).filter((item) => item.includes('eth_getBlockReceipts')).length)
  }
  lab.proxy.tamper(undefined)
  expect(counts).toEqual([1, 1])
})
