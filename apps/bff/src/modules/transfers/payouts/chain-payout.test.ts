import type { Hex } from '@corridor/chains'
import { must, newWallet } from '@corridor/chains/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChainLab, openChainLab } from '../../../../test/support/money/chain-lab.ts'
import { balanceOf } from '../../../records/ledger/service.ts'
import { haltPayouts, resumePayouts } from '../../../records/ledger/halts.ts'
import type { Claim } from '../../../records/transfers/steps/store.ts'
import type { PayoutRow } from '../../../db/schema/rows.ts'

let lab: ChainLab
beforeAll(async () => {
  lab = await openChainLab({ policy: { bumpAfterBlocks: 3n, bumpsMax: 2 }, timeoutMs: 1_500 })
})
afterAll(() => lab.close())

const newPayee = () => newWallet().address

/** The native coin that the ledger says the treasury spent. */
const gasBooked = (payout: PayoutRow) =>
  lab.deps.db.asWorker((tx) =>
    balanceOf(tx, payout.partner_id, {
      kind: 'gas_station',
      asset: `ETH@${lab.chainId}`,
      scale: 18,
      owner: lab.link.treasury.address.toLowerCase(),
    }),
  )

/** Transactions wait in the node's pool meanwhile. */
async function withoutMining<T>(work: () => Promise<T>): Promise<T> {
  // A node that also mines by the clock ignores the second call without the first.
  await lab.rpc('evm_setAutomine', true)
  await lab.rpc('evm_setAutomine', false)
  try {
    return await work()
  } finally {
    await lab.rpc('evm_setAutomine', true)
  }
}

describe('a payout on the chain', () => {
  test('pays once however often it is asked, and its gas is the cost of the service', async () => {
    const payout = await lab.newPayout(newPayee())
    const before = await gasBooked(payout)
    const submitted = await lab.perform('submit', payout)
    expect(await lab.perform('submit', payout)).toMatchObject({ kind: 'done' })
    const confirmed = await lab.perform('confirm', payout)
    expect(confirmed).toMatchObject({ kind: 'done', reference: expect.stringMatching(/^0x/) })
    expect(submitted).toMatchObject({ reference: (confirmed as { reference: string }).reference })
    await lab.expectPaidOnce(payout)
    const { transactions } = await lab.family(payout)
    const cost = (transactions[0]?.gas_used ?? 0n) * (transactions[0]?.gas_price ?? 0n)
    expect(before - (await gasBooked(payout))).toBe(cost)
    expect(cost).toBeGreaterThan(0n)
  })

  test('of many at once: each has a nonce of its own and is paid once', async () => {
    const payouts = await Promise.all(Array.from({ length: 12 }, () => lab.newPayout(newPayee())))
    const ended = await Promise.all(payouts.map((payout) => lab.settle(payout)))
    expect(new Set(ended.map(({ kind }) => kind))).toEqual(new Set(['done']))
    for (const payout of payouts) await lab.expectPaidOnce(payout)
  })

  test('two workers that submit it at once reserve one nonce', async () => {
    const payout = await lab.newPayout(newPayee())
    const both = await Promise.all([lab.perform('submit', payout), lab.perform('submit', payout)])
    expect(both).toMatchObject([{ kind: 'done' }, { kind: 'done' }])
    expect((await lab.family(payout)).transactions).toHaveLength(1)
    await lab.settle(payout)
    await lab.expectPaidOnce(payout)
  })

  test('waits while its asset is halted, and continues afterwards', async () => {
    const asset = `${lab.token.currency}@${lab.chainId}`
    const payout = await lab.newPayout(newPayee())
    const halt = { asset, reason: 'test', problems: [] }
    await lab.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    expect(await lab.perform('submit', payout)).toMatchObject({ kind: 'waiting' })
    expect((await lab.family(payout)).order).toBeUndefined()
    await lab.deps.db.asWorker((tx) => resumePayouts(tx, asset))
    await lab.settle(payout)
    await lab.expectPaidOnce(payout)
  })

  test('that the token would refuse fails before anything is sent', async () => {
    const address = newPayee()
    const token = lab.token.tokenAddress as Hex
    must(await lab.chain.setBlocked({ token, address, blocked: true }))
    const payout = await lab.newPayout(address)
    const outcome = await lab.perform('submit', payout)
    expect(outcome).toMatchObject({ kind: 'failed', code: 'CHAIN_REVERTED' })
    expect((await lab.family(payout)).order).toBeUndefined()
  })

  test('that was abandoned is not ordered by a late worker', async () => {
    const payout = await lab.newPayout(newPayee())
    await lab.deps.db.asWorker((tx) =>
      tx.updateTable('payout').set({ status: 'FAILED' }).where('id', '=', payout.id).execute(),
    )
    expect(await lab.perform('submit', payout)).toMatchObject({ kind: 'waiting' })
    expect((await lab.family(payout)).order).toBeUndefined()
  })

  test('that another worker has ordered is not abandoned, whatever the token answered before', async () => {
    const address = newPayee()
    const token = lab.token.tokenAddress as Hex
    const payout = await lab.newPayout(address)
    must(await lab.chain.setBlocked({ token, address, blocked: true }))
    const outcome = await lab.rail.submit(payout, {} as Claim)
    must(await lab.chain.setBlocked({ token, address, blocked: false }))
    await lab.settle(payout)
    if (outcome.kind !== 'failed') throw new Error('the token refused nothing')
    await expect(
      lab.deps.db.asWorker((tx) => outcome.write?.(tx) ?? Promise.resolve()),
    ).rejects.toThrow('was ordered meanwhile')
    await lab.expectPaidOnce(payout)
  })

  test('that reverts on the chain fails, and its gas is booked all the same', async () => {
    const payout = await lab.newPayout(newPayee())
    const before = await gasBooked(payout)
    const code = await lab.rpc('eth_getCode', lab.token.tokenAddress, 'latest')
    await lab.ordered(payout)
    await lab.rpc('anvil_setCode', lab.token.tokenAddress, '0x60006000fd')
    await lab.perform('submit', payout)
    const ended = await lab.perform('confirm', payout)
    await lab.rpc('anvil_setCode', lab.token.tokenAddress, code)
    expect(ended).toMatchObject({ kind: 'failed', code: 'CHAIN_REVERTED' })
    expect((await lab.family(payout)).order?.status).toBe('REVERTED')
    expect(await gasBooked(payout)).toBeLessThan(before)
    expect(await lab.held(payout.address as Hex)).toBe(0n)
  })

  test('is not ordered while the treasury has too few tokens: somebody decides at once', async () => {
    const payout = await lab.newPayout(newPayee(), 10n ** 30n)
    expect(await lab.perform('submit', payout)).toMatchObject({
      kind: 'review',
      code: 'INTERNAL_NO_COVER',
    })
    expect((await lab.family(payout)).order).toBeUndefined()
  })
})

describe('while the node is not to be relied upon', () => {
  const answers: [string, (answer: string, request: string) => string | undefined][] = [
    ['answers with a page of a proxy', () => '<html><body>502 Bad Gateway</body></html>'],
    [
      'takes the bytes and its answer is lost',
      (answer, request) => (isSend(request) ? undefined : answer),
    ],
    [
      'says "already known"',
      (answer, request) => (isSend(request) ? refusal(request, 'already known') : answer),
    ],
    [
      'says "nonce too low" and knows nothing of it',
      (answer, request) => lie(answer, request, 'nonce too low'),
    ],
    ['says something odd', (answer, request) => lie(answer, request, 'database is locked')],
    ['calls the bytes invalid', (answer, request) => lie(answer, request, 'invalid sender')],
    [
      'says that there is no coin',
      (answer, request) => lie(answer, request, 'insufficient funds for gas'),
    ],
  ]

  test.each(answers)('that %s, a payout neither fails nor is paid twice', async (_, tamper) => {
    const payout = await lab.newPayout(newPayee())
    lab.proxy.tamper(tamper)
    try {
      const outcome = await lab.perform('submit', payout)
      expect(['retry', 'waiting', 'done']).toContain(outcome.kind)
      await lab.perform('submit', payout)
    } finally {
      lab.proxy.tamper(undefined)
    }
    expect(await lab.settle(payout)).toMatchObject({ kind: 'done' })
    await lab.expectPaidOnce(payout)
  })

  test('that is down, a payout keeps its nonce and its bytes and is paid when it is back', async () => {
    const ordered = await lab.newPayout(newPayee())
    const other = await lab.newPayout(newPayee())
    await lab.ordered(ordered)
    const { transactions } = await lab.family(ordered)
    await lab.proxy.cut()
    try {
      expect(await lab.perform('submit', ordered)).toMatchObject({ kind: 'retry' })
      expect(await lab.perform('submit', other)).toMatchObject({ kind: 'retry' })
    } finally {
      await lab.proxy.restore()
    }
    await Promise.all([lab.settle(ordered), lab.settle(other)])
    expect((await lab.family(ordered)).transactions[0]?.raw).toBe(transactions[0]?.raw)
    await lab.expectPaidOnce(ordered)
    await lab.expectPaidOnce(other)
  })

  test('that is slow, the answer is cut off and the payout is paid once', async () => {
    const payout = await lab.newPayout(newPayee())
    lab.proxy.tamper(async (answer) => {
      await new Promise((resolve) => setTimeout(resolve, 1_800))
      return answer
    })
    expect(await lab.perform('submit', payout)).toMatchObject({ kind: 'retry' })
    lab.proxy.tamper(undefined)
    await lab.settle(payout)
    await lab.expectPaidOnce(payout)
  })
})

describe('in the node’s pool', () => {
  test('a payout that vanished is sent again, lowest nonce first, and those after it continue', async () => {
    const payouts = [await lab.newPayout(newPayee()), await lab.newPayout(newPayee())]
    const [first, second] = payouts as [PayoutRow, PayoutRow]
    await withoutMining(async () => {
      await lab.perform('submit', first)
      await lab.perform('submit', second)
      const { transactions } = await lab.family(first)
      await lab.rpc('anvil_dropTransaction', transactions[0]?.hash)
      await lab.rpc('evm_mine')
    })
    expect(await lab.paid(second.address as Hex)).toEqual([])
    await lab.tend()
    // Before anything else asks for them: a submission would send them again by itself.
    for (const payout of payouts)
      await expect.poll(() => lab.paid(payout.address as Hex)).toHaveLength(1)
    for (const payout of payouts) {
      await lab.settle(payout)
      await lab.expectPaidOnce(payout)
    }
  })

  /** The payout's fee is below what the next blocks ask for, and three of them go past. */
  async function getStuck(payout: PayoutRow): Promise<void> {
    await lab.perform('submit', payout)
    const { transactions } = await lab.family(payout)
    const offered = transactions.at(-1)?.max_fee ?? 0n
    await passBy(offered)
  }

  async function passBy(fee: bigint, blocks = 3): Promise<void> {
    for (let block = 0; block < blocks; block += 1) {
      await lab.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(fee + 1_000_000_000n).toString(16)}`)
      await lab.rpc('evm_mine')
    }
  }

  async function calm(): Promise<void> {
    await lab.rpc('anvil_setNextBlockBaseFeePerGas', '0x3b9aca00')
    await lab.rpc('evm_mine')
  }

  test('a stuck one is replaced under its nonce with an eighth more, and one of them is mined', async () => {
    const payout = await lab.newPayout(newPayee())
    await withoutMining(async () => {
      await getStuck(payout)
      await lab.tend()
    })
    const { order, transactions } = await lab.family(payout)
    expect(order?.bumps).toBe(1)
    expect(new Set(transactions.map(({ nonce }) => nonce)).size).toBe(1)
    const [old, replacement] = transactions
    expect((replacement?.max_fee ?? 0n) * 8n).toBeGreaterThanOrEqual((old?.max_fee ?? 0n) * 9n)
    expect((replacement?.priority_fee ?? 0n) * 8n).toBeGreaterThanOrEqual(
      (old?.priority_fee ?? 0n) * 9n,
    )
    await calm()
    expect(await lab.settle(payout)).toMatchObject({ reference: replacement?.hash })
    await lab.expectPaidOnce(payout)
    const ended = await lab.family(payout)
    expect(ended.transactions.map(({ status }) => status)).toEqual(['DROPPED', 'CONFIRMED'])
  })

  test('where the original wins the race against its replacement, it is booked once', async () => {
    const payout = await lab.newPayout(newPayee())
    const before = await gasBooked(payout)
    await withoutMining(async () => {
      await getStuck(payout)
      await lab.tend()
      const [old, replacement] = (await lab.family(payout)).transactions
      await lab.rpc('anvil_dropTransaction', replacement?.hash)
      await calm()
      await lab.rpc('eth_sendRawTransaction', old?.raw)
      await lab.rpc('evm_mine')
      await lab.tend()
    })
    await lab.settle(payout)
    await lab.expectPaidOnce(payout)
    const { transactions } = await lab.family(payout)
    expect(transactions.map(({ status }) => status)).toEqual(['CONFIRMED', 'DROPPED'])
    const cost = (transactions[0]?.gas_used ?? 0n) * (transactions[0]?.gas_price ?? 0n)
    expect(before - (await gasBooked(payout))).toBe(cost)
  })

  test('it is replaced as often as allowed, then an alert is raised', async () => {
    const payout = await lab.newPayout(newPayee())
    await withoutMining(async () => {
      await getStuck(payout)
      for (let round = 0; round < 3; round += 1) {
        await lab.tend()
        const { transactions } = await lab.family(payout)
        await passBy(transactions.at(-1)?.max_fee ?? 0n)
      }
    })
    const { order, transactions } = await lab.family(payout)
    expect(order?.bumps).toBe(2)
    expect(transactions).toHaveLength(3)
    expect(order?.alarmed_at).not.toBeNull()
    await calm()
    await lab.tend()
    await lab.settle(payout)
    await lab.expectPaidOnce(payout)
  })

  test('nothing is ordered while the chain asks for more than the ceiling', async () => {
    const payout = await lab.newPayout(newPayee())
    await passBy(lab.deps.policy.ceiling, 1)
    expect(await lab.perform('submit', payout)).toMatchObject({ kind: 'retry' })
    expect((await lab.family(payout)).order).toBeUndefined()
    await calm()
    await lab.settle(payout)
    await lab.expectPaidOnce(payout)
  })
})

type Call = { id: number; method: string }

const isSend = (request: string) => request.includes('eth_sendRawTransaction')

const refusal = (request: string, message: string) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: (JSON.parse(request) as Call).id,
    error: { code: -32_000, message },
  })

/** The node takes the bytes, says something else, and denies them when it is asked. */
function lie(answer: string, request: string, message: string): string {
  if (isSend(request)) return refusal(request, message)
  if (!request.includes('eth_getTransactionByHash')) return answer
  const { id } = JSON.parse(request) as Call
  return JSON.stringify({ jsonrpc: '2.0', id, result: null })
}
