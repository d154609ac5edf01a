import { randomBytes } from 'node:crypto'
import type { Hex } from '@corridor/chains'
import { must, newWallet } from '@corridor/chains/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChainLab, openChainLab } from '../../../test/support/chain-lab.ts'
import { v7 as uuidV7 } from 'uuid'
import { createCreditMint } from '../../chain/credit-mint.ts'
import { withClient } from '../../db/server.ts'
import { readCursor } from '../../workers/chain-store.ts'
import { prepareChain } from '../../workers/chain-start.ts'
import { balanceOf, isPayoutHalted } from '../ledger/service.ts'
import { haltPayouts, resumePayouts } from '../ledger/halts.ts'
import type { PayoutRow } from './payout-rail.ts'

let lab: ChainLab
beforeAll(async () => {
  lab = await openChainLab({ policy: { bumpAfterBlocks: 3n, bumpsMax: 2 } })
})
afterAll(() => lab.close())

const somebody = () => newWallet().address

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
  await lab.rpc('evm_setAutomine', false)
  try {
    return await work()
  } finally {
    await lab.rpc('evm_setAutomine', true)
  }
}

/** Paid once, in the one amount, counted from the chain. */
async function expectPaidOnce(payout: PayoutRow): Promise<void> {
  const address = payout.address as Hex
  const logs = await lab.paid(address)
  expect(logs.map(({ amount }) => amount)).toEqual([payout.amount])
  const { order, transactions } = await lab.family(payout)
  expect(order?.status).toBe('CONFIRMED')
  const mined = transactions.filter(({ status }) => status === 'CONFIRMED')
  expect(mined.map(({ hash }) => hash)).toEqual([logs[0]?.hash])
}

describe('a payout on the chain', () => {
  test('pays once however often it is asked, and its gas is the cost of the service', async () => {
    const payout = await lab.newPayout(somebody())
    const before = await gasBooked(payout)
    const submitted = await lab.perform('submit', payout)
    expect(await lab.perform('submit', payout)).toMatchObject({ kind: 'done' })
    const confirmed = await lab.perform('confirm', payout)
    expect(confirmed).toMatchObject({ kind: 'done', reference: expect.stringMatching(/^0x/) })
    expect(submitted).toMatchObject({ reference: (confirmed as { reference: string }).reference })
    await expectPaidOnce(payout)
    const { transactions } = await lab.family(payout)
    const cost = (transactions[0]?.gas_used ?? 0n) * (transactions[0]?.gas_price ?? 0n)
    expect(before - (await gasBooked(payout))).toBe(cost)
    expect(cost).toBeGreaterThan(0n)
  })

  test('of many at once: each has a nonce of its own and is paid once', async () => {
    const payouts = await Promise.all(Array.from({ length: 12 }, () => lab.newPayout(somebody())))
    const ended = await Promise.all(payouts.map((payout) => lab.settle(payout)))
    expect(new Set(ended.map(({ kind }) => kind))).toEqual(new Set(['done']))
    for (const payout of payouts) await expectPaidOnce(payout)
  })

  test('two workers that submit it at once reserve one nonce', async () => {
    const payout = await lab.newPayout(somebody())
    const both = await Promise.all([lab.perform('submit', payout), lab.perform('submit', payout)])
    expect(both).toMatchObject([{ kind: 'done' }, { kind: 'done' }])
    expect((await lab.family(payout)).transactions).toHaveLength(1)
    await lab.settle(payout)
    await expectPaidOnce(payout)
  })

  test('waits while its asset is halted, and goes on afterwards', async () => {
    const asset = `${lab.token.currency}@${lab.chainId}`
    const payout = await lab.newPayout(somebody())
    const halt = { asset, reason: 'test', problems: [] }
    await lab.deps.db.asWorker((tx) => haltPayouts(tx, halt))
    expect(await lab.perform('submit', payout)).toMatchObject({ kind: 'waiting' })
    expect((await lab.family(payout)).order).toBeUndefined()
    await lab.deps.db.asWorker((tx) => resumePayouts(tx, asset))
    await lab.settle(payout)
    await expectPaidOnce(payout)
  })

  test('that the token would refuse fails before anything is sent', async () => {
    const address = somebody()
    const token = lab.token.tokenAddress as Hex
    must(await lab.chain.setBlocked({ token, address, blocked: true }))
    const payout = await lab.newPayout(address)
    const outcome = await lab.perform('submit', payout)
    expect(outcome).toMatchObject({ kind: 'failed', code: 'CHAIN_REVERTED' })
    expect((await lab.family(payout)).order).toBeUndefined()
  })

  test('that reverts on the chain fails, and its gas is booked all the same', async () => {
    const payout = await lab.newPayout(somebody())
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

  test('is not ordered while the treasury has too few tokens, and does not fail', async () => {
    const payout = await lab.newPayout(somebody(), 10n ** 30n)
    expect(await lab.perform('submit', payout)).toMatchObject({ kind: 'retry' })
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
    const payout = await lab.newPayout(somebody())
    lab.proxy.tamper(tamper)
    try {
      const outcome = await lab.perform('submit', payout)
      expect(['retry', 'waiting', 'done']).toContain(outcome.kind)
      await lab.perform('submit', payout)
    } finally {
      lab.proxy.tamper(undefined)
    }
    expect(await lab.settle(payout)).toMatchObject({ kind: 'done' })
    await expectPaidOnce(payout)
  })

  test('that is down, a payout keeps its nonce and its bytes and is paid when it is back', async () => {
    const ordered = await lab.newPayout(somebody())
    const other = await lab.newPayout(somebody())
    await withoutMining(() => lab.perform('submit', ordered))
    const { transactions } = await lab.family(ordered)
    await lab.proxy.cut()
    try {
      expect(await lab.perform('submit', ordered)).toMatchObject({ kind: 'retry' })
      expect(await lab.perform('submit', other)).toMatchObject({ kind: 'retry' })
    } finally {
      await lab.proxy.restore()
    }
    await lab.rpc('evm_mine')
    await Promise.all([lab.settle(ordered), lab.settle(other)])
    expect((await lab.family(ordered)).transactions[0]?.raw).toBe(transactions[0]?.raw)
    await expectPaidOnce(ordered)
    await expectPaidOnce(other)
  })

  test('that is slow, the answer is cut off and the payout is paid once', async () => {
    const payout = await lab.newPayout(somebody())
    lab.proxy.tamper(async (answer) => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      return answer
    })
    expect(await lab.perform('submit', payout)).toMatchObject({ kind: 'retry' })
    lab.proxy.tamper(undefined)
    await lab.settle(payout)
    await expectPaidOnce(payout)
  })
})

describe('in the node’s pool', () => {
  test('a payout that vanished is sent again, lowest nonce first, and those after it go on', async () => {
    const payouts = [await lab.newPayout(somebody()), await lab.newPayout(somebody())]
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
    for (const payout of payouts) {
      await lab.settle(payout)
      await expectPaidOnce(payout)
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
    const payout = await lab.newPayout(somebody())
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
    await expectPaidOnce(payout)
    const ended = await lab.family(payout)
    expect(ended.transactions.map(({ status }) => status)).toEqual(['DROPPED', 'CONFIRMED'])
  })

  test('where the original wins the race against its replacement, it is booked once', async () => {
    const payout = await lab.newPayout(somebody())
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
    await expectPaidOnce(payout)
    const { transactions } = await lab.family(payout)
    expect(transactions.map(({ status }) => status)).toEqual(['CONFIRMED', 'DROPPED'])
    const [{ gas_used = 0n, gas_price = 0n } = {}] = transactions
    expect(before - (await gasBooked(payout))).toBe((gas_used ?? 0n) * (gas_price ?? 0n))
  })

  test('it is replaced as often as allowed, then somebody is told', async () => {
    const payout = await lab.newPayout(somebody())
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
    await expectPaidOnce(payout)
  })

  test('nothing is ordered while the chain asks for more than the ceiling', async () => {
    const payout = await lab.newPayout(somebody())
    await passBy(lab.deps.policy.ceiling, 1)
    expect(await lab.perform('submit', payout)).toMatchObject({ kind: 'retry' })
    expect((await lab.family(payout)).order).toBeUndefined()
    await calm()
    await lab.settle(payout)
    await expectPaidOnce(payout)
  })
})

describe('a database that was put back to before payouts were mined', () => {
  const asset = () => `${lab.token.currency}@${lab.chainId}`
  const isHalted = () => lab.deps.db.asWorker((tx) => isPayoutHalted(tx, asset()))

  /** Submits and settles payouts, then has the database forget what `statements` take away. */
  async function putBack(payouts: readonly PayoutRow[], statements: readonly string[]) {
    const cursor = await lab.deps.db.asWorker((tx) => readCursor(tx, lab.chainId))
    for (const payout of payouts) await lab.settle(payout)
    await lab.rewatch(async () => {
      const ids = payouts.map(({ transfer_id }) => `'${transfer_id}'`).join(',')
      await withClient(lab.deps.db.adminUrl, async (admin) => {
        for (const statement of statements) await admin.query(statement.replaceAll('$ids', ids))
        await admin.query(
          `update chain_cursor set block_number = ${cursor?.blockNumber}, block_hash = '${cursor?.blockHash}'`,
        )
      })
      await prepareChain(lab.deps, lab.link)
    })
  }

  const forgetAll = [
    `set session_replication_role = replica`,
    `delete from posting p using posting_group g where g.id = p.group_id and g.transfer_id in ($ids)`,
    `delete from posting_group where transfer_id in ($ids)`,
    `update chain_sender s set next_nonce = (select min(nonce) from chain_order
      where transfer_id in ($ids)) from chain_order o where o.sender = s.address`,
    `delete from chain_order where transfer_id in ($ids)`,
    `delete from chain_transaction where transfer_id in ($ids)`,
  ]

  test('halts them, knows each again by its reference, and pays none twice', async () => {
    const payouts = await Promise.all(Array.from({ length: 5 }, () => lab.newPayout(somebody())))
    await putBack(payouts, forgetAll)
    expect(await isHalted()).toBe(true)
    const [first] = payouts
    if (!first) throw new Error('no payout')
    expect(await lab.perform('submit', first)).toMatchObject({ kind: 'waiting' })

    await lab.settleOrphans()
    expect(await isHalted()).toBe(false)
    // The same orders once more, as the engine makes them again; their own ids would be others.
    for (const payout of payouts) {
      const again = { ...payout, id: uuidV7() }
      expect(await lab.settle(again)).toMatchObject({ kind: 'done' })
      await expectPaidOnce(again)
    }
    const next = await lab.newPayout(somebody())
    await lab.settle(next)
    await expectPaidOnce(next)
  })

  test('takes a replacement that it forgot into its family', async () => {
    const payout = await lab.newPayout(somebody())
    await putBack(
      [payout],
      [
        ...forgetAll.slice(0, 3),
        `insert into chain_transaction (chain_id, hash, purpose, sender, nonce, raw, status,
            partner_id, transfer_id, step, max_fee, priority_fee, created_at)
          select chain_id, '0x' || md5(hash) || md5(hash), purpose, sender, nonce, '0x', 'SENT', partner_id,
            transfer_id, step, 1, 1, created_at from chain_transaction where transfer_id in ($ids)`,
        `delete from chain_transaction where transfer_id in ($ids) and status = 'CONFIRMED'`,
        `update chain_order set status = 'OPEN' where transfer_id in ($ids)`,
      ],
    )
    await lab.settleOrphans()
    expect(await lab.perform('confirm', payout)).toMatchObject({ kind: 'done' })
    await expectPaidOnce(payout)
    expect(await isHalted()).toBe(false)
  })
})

describe('credit for a prepaid deposit', () => {
  const credit = () => ({
    chainId: lab.chainId,
    partnerId: lab.partnerId,
    paymentHash: `0x${randomBytes(32).toString('hex')}` as Hex,
    to: somebody(),
    amount: 25_000_000n,
  })

  const logsOf = async (hash: Hex) => must(await lab.chain.adapter.receipt(hash))?.transfers

  test('is minted once, however often and by how many it is asked for', async () => {
    const { mint } = createCreditMint(lab.deps)
    const asked = credit()
    const minted = await Promise.all([mint(asked), mint(asked), mint(asked)])
    const [first] = minted
    if (!first?.ok) throw new Error('not minted')
    for (const one of [...minted, await mint(asked)]) expect(one).toEqual(first)
    const { transactionHash, tokenAddress } = first.value
    expect(await logsOf(transactionHash)).toMatchObject([
      {
        token: tokenAddress.toLowerCase(),
        from: `0x${'0'.repeat(40)}`,
        to: asked.to.toLowerCase(),
        amount: 25_000_000n,
      },
    ])
    expect(tokenAddress).toBe(lab.link.definition.creditToken?.address)
  })

  test('that the contract has given is refused by it, whatever the database knows', async () => {
    const { mint } = createCreditMint(lab.deps)
    const asked = credit()
    await mint(asked)
    await withClient(lab.deps.db.adminUrl, (admin) =>
      admin.query(`delete from chain_order where subject = '${asked.paymentHash}'`),
    )
    expect(await mint(asked)).toMatchObject({ ok: false, failure: 'MINT_REVERTED' })
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
