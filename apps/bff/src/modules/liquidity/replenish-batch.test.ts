import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectEventsPublished } from '../../../test/support/events/published.ts'
import { devChainOf, rpc } from '../../../test/support/money/chain-rpc.ts'
import { codeOf } from '../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../test/support/money/invariants.ts'
import {
  advance,
  detailOf,
  drawn,
  fundOperational,
  partnerMe,
  quoteReplenish,
  replenish,
  transactions,
  units,
  until,
} from '../../../test/support/money/liquidity.ts'
import { tokens } from '../../../test/support/money/wallets.ts'
import { type AnyBody, type Got, type Partner, ownBff } from '../../../test/support/process/bff.ts'

const bff = ownBff()
beforeAll(() => fundOperational(bff, 10_000))
afterEach(() => expectConsistent(bff))

const unknownHash = `0x${'1'.repeat(64)}`
const read = async (id: string, partner?: Partner) =>
  bff.get(`${replenish}/transaction/${id}`, partner)
const reached = (id: string, txnStatus: string): Promise<AnyBody> =>
  until(async () => {
    const { body } = await read(id)
    return body.data?.txnStatus === txnStatus ? body.data : undefined
  })
const operational = async () => (await partnerMe(bff)).tokenBalance
const quoteOf = async ({ originalTxnHash }: AnyBody): Promise<AnyBody> =>
  (await quoteReplenish(bff, originalTxnHash)).body.data
const repay = ({ originalTxnHash, totalReplenishAmount }: AnyBody) =>
  bff.post(`${replenish}/transaction/initiate`, {
    originalTxnHash,
    totalReplenishAmount,
    asset: 'USDC',
  })

const quoteBatch = (originalTxnHashes: unknown, partner?: Partner): Promise<Got> =>
  bff.post(`${replenish}/quote/batch`, { originalTxnHashes }, {}, partner)
const pay = (batchQuoteId: string, mode: string, items: unknown[], more: object = {}) =>
  bff.post(`${replenish}/transaction/batch`, { batchQuoteId, mode, items, asset: 'USDC', ...more })
const itemOf = ({ originalTxnHash, totalReplenishAmount }: AnyBody, change: object = {}) => ({
  originalTxnHash,
  totalReplenishAmount,
  ...change,
})
/** Some drawings, and the batch quote of them. */
async function quoted(...amounts: number[]) {
  const drawings = await Promise.all(amounts.map((amount) => drawn(bff, { amount })))
  const answer = await quoteBatch(drawings.map(({ originalTxnHash }) => originalTxnHash))
  return { drawings, batch: answer.body.data }
}
const startedFor = async (drawings: readonly AnyBody[]): Promise<number> => {
  const lists = await Promise.all(
    drawings.map(({ ltxId }) => bff.get(`${replenish}/transaction?ltxId=${ltxId}`)),
  )
  return lists.flatMap(({ body }) => body.data).length
}

describe('liquidity.quoteReplenishBatch', () => {
  test('200: a quote for each, or why there is none; one drawing in two spellings is one', async () => {
    const [first, other] = await Promise.all([
      drawn(bff, { amount: 100 }),
      drawn(bff, { amount: 50 }),
    ])
    const upper = `0x${first.originalTxnHash.slice(2).toUpperCase()}`
    const { status, body } = await quoteBatch([
      first.originalTxnHash,
      unknownHash,
      other.originalTxnHash,
      upper,
    ])
    expect([status, Object.keys(body)]).toEqual([200, ['success', 'message', 'data']])
    expect(body.data).toEqual({
      batchQuoteId: expect.stringMatching(/^rqb_/),
      items: [
        expect.objectContaining({
          ltxId: first.ltxId,
          totalReplenishAmount: 100.0725,
          status: 'OPEN',
        }),
        {
          originalTxnHash: unknownHash,
          error: { code: 'LIQUIDITY_TXN_NOT_FOUND', message: expect.stringMatching(/./) },
        },
        expect.objectContaining({ ltxId: other.ltxId, totalReplenishAmount: 50.03625 }),
      ],
      totalReplenishAmount: 150.10875,
      validUntil: body.data.items[0].validUntil,
    })
    const foreign = await quoteBatch([first.originalTxnHash], bff.second)
    expect(foreign.body.data).toMatchObject({ totalReplenishAmount: 0 })
    expect(foreign.body.data.items[0].error.code).toBe('LIQUIDITY_TXN_NOT_FOUND')
  })

  test('400: none, too many, no list', async () => {
    for (const [hashes, code] of [
      [[], 'FIELD_INVALID'],
      [Array.from({ length: 101 }, () => unknownHash), 'FIELD_INVALID'],
      [undefined, 'FIELD_REQUIRED'],
    ] as const)
      expect(codeOf(await quoteBatch(hashes))).toEqual([400, code])
  })
})

describe('liquidity.replenishBatch', () => {
  test('ATOMIC: one transaction pays all, and is found by its hash as the whole', async () => {
    const { drawings, batch } = await quoted(100, 50)
    const answer = await pay(batch.batchQuoteId, 'ATOMIC', batch.items.map(itemOf))
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      {
        batchId: expect.stringMatching(/^rpl_/),
        txnStatus: 'PENDING',
        items: [
          { totalReplenishAmount: 100.0725, ltxId: drawings[0]?.ltxId },
          { totalReplenishAmount: 50.03625, ltxId: drawings[1]?.ltxId },
        ],
      },
    ])
    const { batchId, items } = answer.body.data
    const [{ replenishTxnHash: hash }] = items
    for (const item of items) expect(item).toMatchObject({ batchId, replenishTxnHash: hash })
    const whole = await reached(hash, 'COMPLETED')
    expect(whole).toMatchObject({
      replenishmentId: batchId,
      totalReplenishAmount: 150.10875,
      received: { amount: 150.10875, fee: 0.10875, principal: 150, surplus: 0 },
      items: items.map(({ replenishmentId, originalTxnHash, totalReplenishAmount }: AnyBody) => ({
        replenishmentId,
        originalTxnHash,
        totalReplenishAmount,
        txnStatus: 'COMPLETED',
      })),
    })
    expect((await read(batchId)).body.data).toEqual(whole)
    for (const { replenishmentId } of items)
      expect((await read(replenishmentId)).body.data).toMatchObject({ txnStatus: 'COMPLETED' })
    const receipt = await devChainOf(bff.deps).adapter.receipt(hash)
    expect(receipt.ok && receipt.value?.transfers).toMatchObject([{ amount: units(150.10875) }])
    for (const { ltxId } of drawings)
      expect((await detailOf(bff, ltxId)).status).toBe('REPLENISHED')
    expect((await read(batchId, bff.second)).status).toBe(404)
  })

  test('ATOMIC: one bad item is 400 at its place, and nothing is started', async () => {
    const { drawings, batch } = await quoted(100, 50)
    const [first, other] = batch.items
    const alone = await drawn(bff)
    const before = await operational()
    const cases: [object, string, string][] = [
      [itemOf(other, { totalReplenishAmount: 50 }), 'REPLENISH_AMOUNT_LOW', 'items.1'],
      [itemOf(other, { totalReplenishAmount: 1_000_000 }), 'INSUFFICIENT_BALANCE', 'items.1'],
      [itemOf(other, { totalReplenishAmount: 50.0362501 }), 'AMOUNT_PRECISION', 'items.1'],
      [itemOf(other, { originalTxnHash: unknownHash }), 'LIQUIDITY_TXN_NOT_FOUND', 'items.1'],
      [itemOf(first), 'ILLEGAL_TRANSITION', 'items.1'],
      [itemOf(await quoteOf(alone)), 'QUOTE_REQUIRED', 'items.1'],
    ]
    for (const [bad, code, path] of cases) {
      const answer = await pay(batch.batchQuoteId, 'ATOMIC', [itemOf(first), bad])
      expect(codeOf(answer)).toEqual([400, code])
      expect(answer.body.error.details).toMatchObject([{ path, code }])
    }
    const both = await pay(batch.batchQuoteId, 'ATOMIC', [
      itemOf(first, { totalReplenishAmount: 1 }),
      itemOf(other, { totalReplenishAmount: 1 }),
    ])
    expect(both.body.error.details.map(({ path }: AnyBody) => path)).toEqual(['items.0', 'items.1'])
    expect([await startedFor([...drawings, alone]), await operational()]).toEqual([0, before])
    // The batch is good all the same.
    const answer = await pay(batch.batchQuoteId, 'ATOMIC', batch.items.map(itemOf))
    await reached(answer.body.data.batchId, 'COMPLETED')
  })

  test('BEST_EFFORT: each pays for itself, and the answer is in the order of the items', async () => {
    const { drawings, batch } = await quoted(100, 50, 20)
    const [first, other, last] = batch.items
    const answer = await pay(batch.batchQuoteId, 'BEST_EFFORT', [
      itemOf(first),
      itemOf(other, { totalReplenishAmount: 1 }),
      itemOf(last),
    ])
    const { items, txnStatus, batchId } = answer.body.data
    expect([answer.status, txnStatus]).toEqual([200, 'PENDING'])
    expect(items).toMatchObject([
      { ltxId: drawings[0]?.ltxId, batchId },
      {
        originalTxnHash: other.originalTxnHash,
        error: { code: 'REPLENISH_AMOUNT_LOW', message: expect.stringMatching(/./) },
      },
      { ltxId: drawings[2]?.ltxId, batchId },
    ])
    expect(items[0].replenishTxnHash).not.toBe(items[2].replenishTxnHash)
    for (const place of [0, 2]) await reached(items[place].replenishTxnHash, 'COMPLETED')
    expect((await read(batchId)).body.data.txnStatus).toBe('COMPLETED')
    expect((await detailOf(bff, drawings[1]?.ltxId)).status).toBe('DISBURSED')
    const none = await pay(batch.batchQuoteId, 'BEST_EFFORT', [itemOf(first)])
    expect(none.body.data).toMatchObject({
      txnStatus: 'FAILED',
      items: [{ error: { code: 'ILLEGAL_TRANSITION' } }],
    })
  })

  test('404, 400: a batch that is unknown, foreign or expired; another mode or asset', async () => {
    const { drawings, batch } = await quoted(10)
    const items = batch.items.map(itemOf)
    const { batchQuoteId } = batch
    for (const id of ['rqb_1', `rqb_${'0'.repeat(26)}`, batch.items[0].quoteId])
      expect(codeOf(await pay(id, 'ATOMIC', items))).toEqual([404, 'QUOTE_NOT_FOUND'])
    const asked = { batchQuoteId, mode: 'ATOMIC', items, asset: 'USDC' }
    const foreign = await bff.post(`${replenish}/transaction/batch`, asked, {}, bff.second)
    expect(codeOf(foreign)).toEqual([404, 'QUOTE_NOT_FOUND'])
    for (const [mode, list, more, code] of [
      ['SOME', items, {}, 'FIELD_INVALID'],
      ['ATOMIC', [], {}, 'FIELD_INVALID'],
      ['ATOMIC', items, { asset: 'EURC' }, 'FIELD_INVALID'],
      ['ATOMIC', items, { asset: undefined }, 'FIELD_REQUIRED'],
    ] as const)
      expect(codeOf(await pay(batchQuoteId, mode, [...list], more))).toEqual([400, code])
    await advance(bff, 10 * 60)
    expect(codeOf(await pay(batchQuoteId, 'BEST_EFFORT', items))).toEqual([400, 'QUOTE_EXPIRED'])
    expect(await startedFor(drawings)).toBe(0)
  })
})

describe('liquidity.readReplenish, liquidity.listReplenishments', () => {
  test('by the hash in any spelling, by its id; lists by status and drawing', async () => {
    const drawing = await drawn(bff)
    const started = (await repay(await quoteOf(drawing))).body.data
    const { replenishTxnHash, replenishmentId } = started
    const done = await reached(replenishmentId, 'COMPLETED')
    const upper = `0x${replenishTxnHash.slice(2).toUpperCase()}`
    for (const id of [replenishTxnHash, upper, replenishmentId])
      expect((await read(id)).body.data).toEqual(done)
    for (const id of [unknownHash, 'x', `rpl_${'0'.repeat(26)}`, drawing.originalTxnHash])
      expect(codeOf(await read(id))).toEqual([404, 'LIQUIDITY_TXN_NOT_FOUND'])
    for (const id of [replenishTxnHash, replenishmentId])
      expect((await read(id, bff.second)).status).toBe(404)
    const list = async (query: string, partner?: Partner) =>
      (await bff.get(`${replenish}/transaction?${query}`, partner)).body.data
    expect(await list(`ltxId=${drawing.ltxId}`)).toEqual([done])
    expect(await list(`ltxId=${drawing.ltxId}&status=PENDING`)).toEqual([])
    expect((await list('status=COMPLETED&limit=1'))[0]).toEqual(done)
    expect(await list('', bff.second)).toEqual([])
    for (const query of ['status=DONE', 'sort=amount', 'limit=0'])
      expect(codeOf(await bff.get(`${replenish}/transaction?${query}`))).toEqual([
        400,
        'FIELD_INVALID',
      ])
    expect(codeOf(await bff.get(`${replenish}/transaction?cursor=x`))).toEqual([
      400,
      'CURSOR_INVALID',
    ])
  })

  test('one that reverts on the chain is FAILED, and the drawing may be repaid again', async () => {
    const drawing = await drawn(bff)
    const quote = await quoteOf(drawing)
    const [token] = await tokens(bff)
    const code = await rpc(bff.deps, 'eth_getCode', token?.tokenAddress, 'latest')
    // It waits in the node's pool until the token refuses everything.
    await rpc(bff.deps, 'evm_setAutomine', true)
    await rpc(bff.deps, 'evm_setAutomine', false)
    const { replenishmentId } = (await repay(quote)).body.data
    await until(async () =>
      ((await rpc(bff.deps, 'txpool_status')) as { pending: string }).pending === '0x1'
        ? true
        : undefined,
    )
    await rpc(bff.deps, 'anvil_setCode', token?.tokenAddress, '0x60006000fd')
    await devChainOf(bff.deps).dev.mine(1)
    await rpc(bff.deps, 'anvil_setCode', token?.tokenAddress, code)
    await rpc(bff.deps, 'evm_setAutomine', true)
    const failed = await reached(replenishmentId, 'FAILED')
    expect(failed).toMatchObject({ failure: { code: 'CHAIN_REVERTED' }, received: { amount: 0 } })
    expect((await detailOf(bff, drawing.ltxId)).status).toBe('DISBURSED')
    expect(codeOf(await repay(quote))).toEqual([400, 'QUOTE_REQUIRED'])
    const again = await repay(await quoteOf(drawing))
    await reached(again.body.data.replenishmentId, 'COMPLETED')
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'replenishment.initiated': 'pending',
    'replenishment.transitioned': 'completed failed',
  })
})

test('what arrived in part keeps nobody from repaying the rest from the operational wallet', async () => {
  await fundOperational(bff, 500)
  const drawing = await drawn(bff, { amount: 100 })
  const quote = await quoteOf(drawing)
  await bff.post(`${transactions}/quote/fulfilled`, {
    quoteId: quote.quoteId,
    amount: quote.totalReplenishAmount,
    transactionReference: { accountNumber: '1' },
    fulfillmentType: 'PRINCIPAL_AND_FEE',
  })
  const { reference } = quote.replenishTo.bank
  expect(reference).toMatch(/^CR/)
  const paid = { purpose: 'REPAYMENT', id: quote.quoteId, amount: 40, by: 'BANK' }
  expect((await bff.post('/api/v1/sandbox/liquidity/pay', paid)).status).toBe(200)
  const partly = await until(async () => {
    const item = await detailOf(bff, drawing.ltxId)
    return item.status === 'PARTIALLY_REPLENISHED' ? item : undefined
  })
  expect(partly.replenishments).toMatchObject([{ txnStatus: 'PARTIAL' }])
  const started = await repay(await quoteOf(drawing))
  expect(started.status).toBe(200)
  await until(async () => {
    const item = await detailOf(bff, drawing.ltxId)
    return item.status === 'REPLENISHED' ? item : undefined
  })
})
