import { afterEach, describe, expect, test } from 'vitest'
import { ownBff } from '../../../test/support/process/bff.ts'
import { devChainOf } from '../../../test/support/money/chain-rpc.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  accept,
  advance,
  frameOf,
  quoteFrame,
  until,
} from '../../../test/support/money/liquidity.ts'

const depth = 12
const bff = ownBff({ DEV_CHAIN_FINALITY: String(depth) })
const instant = ownBff()
afterEach(() => expectConsistent(bff))

const reorg = (blocks: number, of = bff) => of.post('/api/v1/sandbox/chain/reorg', { blocks })
const mine = (blocks: number) => bff.post('/api/v1/sandbox/chain/mine', { blocks })
const pay = async (id: string) =>
  (await bff.post('/api/v1/sandbox/liquidity/pay', { purpose: 'RESERVE_FEE', id })).body.data

describe('sandbox.reorg', () => {
  test('200: a fee that is not final is reorganised away, and the frame is rejected in time', async () => {
    await mine(depth)
    const { data: frame } = (await quoteFrame(bff, { inHours: 10 })).body
    const { transactionHash, paymentId } = await pay(frame.id)
    expect(paymentId).toBe('')
    await accept(bff, frame.id, transactionHash)
    expect((await frameOf(bff, frame.id)).status).toBe('PENDING_CONFIRMATION')

    const head = await devChainOf(bff.deps).adapter.head()
    const before = head.ok ? Number(head.value.number) : 0
    const dropped = await reorg(depth)
    expect(dropped.status).toBe(200)
    expect(dropped.body.data.blockNumber).toBeGreaterThan(before)
    expect(await devChainOf(bff.deps).adapter.receipt(transactionHash)).toEqual({
      ok: true,
      value: undefined,
    })
    await mine(2 * depth)
    expect((await frameOf(bff, frame.id)).status).toBe('PENDING_CONFIRMATION')
    await advance(bff, 16 * 60)
    const rejected = await until(async () => {
      const now = await frameOf(bff, frame.id)
      return now.status === 'REJECTED' ? now : undefined
    })
    expect(rejected.misc.rejectedReason).toBe('FEE_NOT_FINAL')
    // The chain is not given it back when its node is started anew.
    const kept = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('chain_transaction')
        .select(['status', 'block_number'])
        .where('hash', '=', transactionHash)
        .executeTakeFirstOrThrow(),
    )
    expect(kept).toEqual({ status: 'DROPPED', block_number: null })
  })

  test('200: what is paid after a reorganisation becomes final', async () => {
    await reorg(1)
    const { data: frame } = (await quoteFrame(bff, { inHours: 40 })).body
    const { transactionHash } = await pay(frame.id)
    await accept(bff, frame.id, transactionHash)
    await mine(depth)
    await until(async () =>
      (await frameOf(bff, frame.id)).status === 'ACCEPTED' ? true : undefined,
    )
  })

  test('400: blocks that are final, where every block is at once as well', async () => {
    const far = await reorg(depth + 1)
    expect(codeOf(far)).toEqual([400, 'FIELD_INVALID'])
    expect(far.body.error.details[0]).toMatchObject({ path: 'blocks' })
    const never = await reorg(1, instant)
    expect(codeOf(never)).toEqual([400, 'FIELD_INVALID'])
    expect(never.body.error.details[0].message).toContain('DEV_CHAIN_FINALITY')
  })

  test('400: no blocks, too many, a fraction', async () => {
    for (const blocks of [0, 1001, 1.5]) expect((await reorg(blocks)).status).toBe(400)
  })
})
