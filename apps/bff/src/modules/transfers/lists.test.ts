import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Bff, startBff } from '../../../test/support/bff.ts'
import { expectConsistent } from '../../../test/support/invariants.ts'
import {
  fund,
  makeWallet,
  type TestWallet,
  transfer,
  transferPath,
  until,
} from '../../../test/support/wallets.ts'

let bff: Bff
let alice: TestWallet
let bob: TestWallet
let stranger: TestWallet
beforeAll(async () => {
  bff = await startBff()
  alice = await makeWallet(bff)
  bob = await makeWallet(bff)
  stranger = await makeWallet(bff, bff.second)
  await fund(bff, alice, 10_000)
  await fund(bff, stranger, 10_000)
})
afterAll(() => bff.close())
afterEach(() => expectConsistent(bff))

describe('transfers.list, transfers.listOfPartner, transfers.listOfEntity, transfers.read, transfers.readByTransactionId', () => {
  test('200: by entity and role, by transaction id, with filters and a summary', async () => {
    const executionId = await transfer(bff, alice, bob, {
      transactionId: 'listed-1',
      exactAmountIn: 1.5,
    })
    await until(bff, executionId, 'COMPLETED')
    const ids = async (path: string) =>
      (await bff.get(path)).body.data.map((one: { executionId: string }) => one.executionId)
    const base = '/api/v1/xfer/transaction/transfers'
    expect(await ids(`${base}/entity/${alice.entityId}?role=from&q=listed-1`)).toEqual([
      executionId,
    ])
    expect(await ids(`${base}/entity/${alice.entityId}?role=to&q=listed-1`)).toEqual([])
    expect(await ids(`${base}/entity/${bob.entityId}?q=listed-1`)).toEqual([executionId])
    expect(
      await ids(`${base}?amountMin=1.5&amountMax=1.5&status=COMPLETED&direction=CRYPTO_TO_CRYPTO`),
    ).toEqual([executionId])
    expect((await bff.get(`${base}/transaction/listed-1`)).body.data.executionId).toBe(executionId)
    const { summary } = (await bff.get(`${base}/partner?q=listed-1`)).body
    expect(summary).toMatchObject({
      count: 1,
      byStatus: { COMPLETED: 1 },
      byCurrency: [{ in: 1.5, out: 1.5, fees: 0 }],
    })
    const { transactionHash, to, createdAt, completedAt } = (
      await bff.get(`${transferPath}/${executionId}`)
    ).body.data
    for (const query of [
      `hash=${transactionHash}`,
      `q=${transactionHash}`,
      `q=listed-1&jurisdiction=${encodeURIComponent(to.jurisdiction)}`,
      `createdFrom=${createdAt}&createdTo=${createdAt}`,
      `completedFrom=${completedAt}&completedTo=${completedAt}`,
      // Times that the contract allows and the database's own reading would refuse.
      'q=listed-1&createdFrom=0000-01-01T00:00:00Z&completedFrom=2024-01-01T00:00:00%2B23:00',
    ])
      expect(await ids(`${base}?${query}`)).toEqual([executionId])
  })

  test('200: paging by amount meets every transfer once', async () => {
    const seen: number[] = []
    let cursor = ''
    do {
      const { body } = await bff.get(
        `/api/v1/xfer/transaction/transfers?sort=amountIn&limit=2${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...body.data.map((one: { from: { amount: number } }) => one.from.amount))
      cursor = body.pagination.nextCursor ?? ''
    } while (cursor)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    const all = await bff.get('/api/v1/xfer/transaction/transfers?limit=200')
    expect(seen).toHaveLength(all.body.data.length)
    expect(all.body.pagination.total).toBe(seen.length)
  })

  test('400: unknown words', async () => {
    for (const query of [
      'status=DONE',
      'direction=UP',
      'amountMin=x',
      'role=both',
      'eventStatus=fine',
    ]) {
      const refused = await bff.get(
        `/api/v1/xfer/transaction/transfers/entity/${alice.entityId}?${query}`,
      )
      expect([query, refused.status, refused.body.error?.code]).toEqual([
        query,
        400,
        'FIELD_INVALID',
      ])
    }
  })

  test('404: unknown and foreign', async () => {
    expect(
      (await bff.get(`/api/v1/xfer/transaction/transfers/entity/${stranger.entityId}`)).body.error
        .code,
    ).toBe('ENTITY_NOT_FOUND')
    expect(
      (await bff.get('/api/v1/xfer/transaction/transfers/transaction/none')).body.error.code,
    ).toBe('TRANSFER_NOT_FOUND')
    expect(
      (await bff.get(`${transferPath}/cexec-01h455vb4pex5vsknk084sn02q`)).body.error.code,
    ).toBe('TRANSFER_NOT_FOUND')
  })
})
