import { parseId } from '@corridor/domain'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { aMember } from '../../../../test/support/people/acting.ts'
import { withClient } from '../../../db/server/server.ts'
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

const bff = ownBff()
let alice: TestWallet
let bob: TestWallet
let stranger: TestWallet
beforeAll(async () => {
  alice = await makeWallet(bff)
  bob = await makeWallet(bff)
  stranger = await makeWallet(bff, bff.second)
  await fund(bff, alice, 10_000)
  await fund(bff, stranger, 10_000)
})
afterEach(() => expectConsistent(bff))

/** Copies of a transfer for another partner, without its steps and postings. */
const copies = (partnerId: string, transactionId: string, count: number) =>
  withClient(bff.adminUrl, async (admin) => {
    const { rows } = await admin.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ',') as names from pg_attribute
        where attrelid = 'transfer'::regclass and attnum > 0 and not attisdropped
          and attgenerated = '' and attname not in ('partner_id', 'id', 'transaction_id')`,
    )
    const names = rows[0]?.names ?? ''
    await admin.query('set session_replication_role = replica')
    await admin.query(
      `insert into transfer (partner_id, id, transaction_id, ${names})
        select $1, gen_random_uuid(), gen_random_uuid()::text, ${names}
        from transfer, generate_series(1, $3) where transaction_id = $2`,
      [partnerId, transactionId, count],
    )
  })

describe('transfers.list, transfers.listOfPartner, transfers.listOfEntity, transfers.read, transfers.readByTransactionId', () => {
  test('200: by entity and role, by transaction id, with filters and a summary', async () => {
    const executionId = await transfer(bff, alice, bob, {
      transactionId: 'listed-1',
      exactAmountIn: 1.5,
    })
    await until(bff, executionId, 'COMPLETED')
    const ids = async (path: string) =>
      (await bff.get(path)).body.data.map((item: { executionId: string }) => item.executionId)
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

  test('200: a member reads addresses of customers masked, a key as they were sent', async () => {
    const member = await aMember(bff, 'owner')
    const executionId = await transfer(bff, alice, bob, { transactionId: 'masked-1' })
    const { data } = (await bff.get(`${transferPath}/${executionId}`)).body
    expect(data.from.email).toMatch(/^[^•]+@example.com$/)
    const base = '/api/v1/xfer/transaction/transfers'
    for (const path of [
      `${transferPath}/${executionId}`,
      `${base}/transaction/masked-1`,
      `${base}?q=masked-1&includeQuotes=true`,
      `${base}?q=masked-1&includeQuotes=true&fields=from.email,to.email`,
      `${base}/partner?q=masked-1&includeQuotes=true`,
      `${base}/entity/${alice.entityId}?q=masked-1&includeQuotes=true`,
    ]) {
      const { status, body } = await member.get(path)
      expect([path, status]).toEqual([path, 200])
      const text = JSON.stringify(body)
      expect(text).toContain('••••@example.com')
      for (const email of [data.from.email, data.to.email]) expect(text).not.toContain(email)
    }
  })

  test('200: paging by amount meets every transfer once', async () => {
    const seen: number[] = []
    let cursor = ''
    do {
      const { body } = await bff.get(
        `/api/v1/xfer/transaction/transfers?sort=amountIn&limit=2${cursor && `&cursor=${cursor}`}`,
      )
      seen.push(...body.data.map((item: { from: { amount: number } }) => item.from.amount))
      cursor = body.pagination.nextCursor ?? ''
    } while (cursor)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    const all = await bff.get('/api/v1/xfer/transaction/transfers?limit=200')
    expect(seen).toHaveLength(all.body.data.length)
    expect(all.body.pagination.total).toBe(seen.length)
  })

  test.each([
    'sort=status',
    'sort=-status',
    'includeQuotes=true',
    'includeQuotes=true&sort=createdAt',
  ])('200: pages of %s meet every transfer once, in the order of one long page', async (query) => {
    await bff.post(simulatePath, aTransfer(alice, bob))
    const base = `/api/v1/xfer/transaction/transfers?${query}`
    const idsOf = (body: AnyBody): string[] =>
      body.data.map((item: { executionId: string }) => item.executionId)
    const whole = (await bff.get(`${base}&limit=200`)).body
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await bff.get(`${base}&limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...idsOf(body))
      cursor = body.pagination.nextCursor ?? ''
    } while (cursor)
    expect(seen).toEqual(idsOf(whole))
    const statuses: string[] = whole.data.map((item: { status: string }) => item.status)
    if (query.includes('status'))
      expect(query.includes('-') ? statuses.toReversed() : statuses).toEqual(statuses.toSorted())
    else expect(new Set(statuses)).toContain('QUOTED')
  })

  test('200: up to a thousand are counted; for more no total is reported, for a subset it is', async () => {
    const executionId = await transfer(bff, alice, bob, { transactionId: 'copied' })
    await until(bff, executionId, 'COMPLETED')
    const many = await bff.makePartner('Many')
    const partnerId = parseId('par', many.svcPartnerId) ?? ''
    const totalOf = async (query = '') => {
      const { body } = await bff.get(`/api/v1/xfer/transaction/transfers?limit=3${query}`, many)
      return [body.data.length, body.pagination.total]
    }
    await copies(partnerId, 'copied', 1_000)
    expect(await totalOf()).toEqual([3, 1_000])
    await copies(partnerId, 'copied', 1)
    expect(await totalOf()).toEqual([3, undefined])
    expect(await totalOf('&fields=executionId')).toEqual([3, undefined])
    const { entityId } = alice
    expect(await totalOf(`&entityId=${entityId}&q=nowhere`)).toEqual([0, 0])
    expect(await totalOf('&status=FAILED')).toEqual([0, 0])
    expect(await totalOf('&createdTo=2001-01-01T00:00:00Z')).toEqual([0, 0])
    await withClient(bff.adminUrl, async (admin) => {
      await admin.query('set session_replication_role = replica')
      await admin.query('delete from transfer where partner_id = $1', [partnerId])
    })
  })

  test('200: of each row the members that were asked for, and all without asking', async () => {
    const base = '/api/v1/xfer/transaction/transfers'
    const read = async (query: string, path = base) => (await bff.get(`${path}?${query}`)).body
    const whole = await read('q=listed-1')
    const [row] = whole.data
    const few = {
      executionId: row.executionId,
      from: { amount: row.from.amount },
      to: row.to,
      details: row.details.map(({ name, status }: { name: string; status: string }) => ({
        name,
        status,
      })),
    }
    const fields = 'fields=to,details.status,executionId,from.amount,to.amount,details.name,failure'
    for (const path of [base, `${base}/partner`, `${base}/entity/${alice.entityId}`]) {
      expect((await read(`q=listed-1&${fields}`, path)).data).toEqual([few])
      expect((await read('q=listed-1&fields=status', path)).data).toEqual([{ status: row.status }])
      expect((await read('q=listed-1', path)).data).toEqual([row])
    }
    // What is shown of the rows is no filter: the count is the same, and a cursor leads on.
    const first = await read('limit=1')
    expect(first.pagination.hasMore).toBe(true)
    expect((await read('limit=1&fields=status')).pagination.total).toBe(first.pagination.total)
    const next = `limit=1&cursor=${first.pagination.nextCursor}`
    const [second] = (await read(next)).data
    expect((await read(`${next}&fields=executionId`)).data).toEqual([
      { executionId: second.executionId },
    ])
  })

  test.each([
    'nothing',
    '',
    'from.',
    'from.nothing',
    'details.0',
    'executionId.length',
    'executionId,',
    '__proto__',
    'constructor',
  ])('400: there is no member %j', async (fields) => {
    const refused = await bff.get(`/api/v1/xfer/transaction/transfers?fields=${fields}`)
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'FIELD_INVALID'])
    expect(refused.body.error.details[0]).toMatchObject({ path: 'fields' })
  })

  test('400: unknown values', async () => {
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
