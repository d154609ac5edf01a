import { payinRoutes } from '@corridor/contract'
import { formatId, parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { v7 as uuidV7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../../test/support/process/bff.ts'
import { makeVerified } from '../../../../test/support/people/customers.ts'
import { codeOf } from '../../../../test/support/money/funding.ts'
import { accountIn } from '../../../../test/support/money/ordinary.ts'
import { payTo, untilDeposit } from '../../../../test/support/money/payin-deposits.ts'
import {
  aRoute,
  createRoute,
  type MadeRoute,
  payinPath,
  readRoute,
  routeEnds,
  toggleRoute,
} from '../../../../test/support/money/payin-routes.ts'
import { summariesOf } from './summary-store.ts'

const bff = ownBff()
let toWallet: MadeRoute
let toBank: MadeRoute
beforeAll(async () => {
  toWallet = await aRoute(bff, { from: 'US', to: 'token' })
  toBank = await aRoute(bff, { from: 'DE', to: 'ES' })
})

const unknownId = 'tele_01h455vb4pex5vsknk084sn02q'
const list = async (query = ''): Promise<AnyBody> => {
  const { status, body } = await bff.get(`${payinPath}?${query}`)
  expect([query, status]).toEqual([query, 200])
  return payinRoutes.list.response.parse(body)
}
const idsOf = (body: AnyBody): string[] => body.data.data.map((route: AnyBody) => route.routeId)

const sender = JSON.stringify({ name: 'Planted', account: '', walletAddress: '', reference: '' })
/** Deposits as they are after their life, so many days ago; no worker processes them. */
const planted = (
  { teleportId, fundingAccountId }: MadeRoute,
  deposits: { amount: number; daysAgo: number; status: string; currency?: string }[],
) =>
  bff.deps.db.asWorker(async (tx) => {
    const route = parseId('tele', teleportId) ?? ''
    for (const { amount, daysAgo, status, currency = 'USD' } of deposits)
      await sql`insert into deposit (partner_id, id, source, status, funding_account_id,
          jurisdiction_id, currency, scale, amount, sender, bank_entry, received_at, updated_at,
          version, route_id, destination_version)
        select r.partner_id, ${uuidV7()}, 'BANK', ${status}, r.funding_account_id,
          f.jurisdiction_id, ${currency}, 2, ${amount}, ${sender}, ${uuidV7()},
          service_now() - ${daysAgo} * interval '1 day', service_now(), 1, r.id, 1
        from payin_route r join funding_account f
          on f.partner_id = r.partner_id and f.id = r.funding_account_id
        where r.id = ${route} and f.id = ${parseId('fund', fundingAccountId)}`.execute(tx)
  })

describe('payinRoutes.read', () => {
  test('200: bank to wallet, with routeId for teleportId, snake case and the wallet (traps 1 and 2)', async () => {
    const { status, body } = await bff.get(`${payinPath}/${toWallet.teleportId}`)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['success', 'data', 'pagination'])
    expect(Object.keys(body.data)).toEqual(['message', 'data'])
    const route = payinRoutes.read.response.parse(body).data.data
    expect(body.data.data).toEqual(route)
    expect(route).toMatchObject({
      routeId: toWallet.teleportId,
      fundingAccountId: toWallet.fundingAccountId,
      externalAccountId: toWallet.externalAccountId,
      accountOwner: { entityId: toWallet.entityId, name: expect.any(String) },
      destinationEntity: { entityId: toWallet.entityId },
      sourceJurisdiction: { currency: 'USD', type: 'country' },
      destinationJurisdiction: { type: 'blockchain' },
      destination: { walletAddress: expect.stringMatching(/^0x/) },
      routeStatus: 'active',
      statusReason: '',
      totalTransactions: 0,
      history: [],
      fundingStatus: 'ACTIVE',
      returnPolicy: { strategy: 'ORIGIN_ACCOUNT' },
      allowedActions: ['deactivate', 'update'],
      destinationVersion: 1,
      version: 1,
    })
    expect(Object.keys(route.depositAccountInfo)).toEqual(
      expect.arrayContaining([
        'currency',
        'bank_name',
        'bank_address',
        'bank_routing_number',
        'bank_account_number',
        'payment_rail',
      ]),
    )
    expect(route).not.toHaveProperty('teleportId')
  })

  test('200: to a bank there is no `destination`, and the account number is masked', async () => {
    const route = await readRoute(bff, toBank.teleportId)
    expect(route).not.toHaveProperty('destination')
    expect(route.externalAccountId).toBe(toBank.externalAccountId)
    expect(route.destinationAccount).toMatchObject({
      kind: 'BANK',
      status: 'ENABLED',
      numberMasked: expect.stringMatching(/^••••/),
    })
  })

  test('404: an unknown id, another partner’s, and the path `create`', async () => {
    const theirs = await aRoute(bff, {}, bff.second)
    for (const id of [unknownId, theirs.teleportId, 'create']) {
      expect(codeOf(await bff.get(`${payinPath}/${id}`))).toEqual([404, 'ROUTE_NOT_FOUND'])
      for (const part of ['changes', 'deposits', 'volume', 'preview?amount=10'])
        expect([part, ...codeOf(await bff.get(`${payinPath}/${id}/${part}`))]).toEqual([
          part,
          404,
          'ROUTE_NOT_FOUND',
        ])
    }
    const cursor = await bff.get(`${payinPath}/${toBank.teleportId}?cursor=x`)
    expect(codeOf(cursor)).toEqual([400, 'CURSOR_INVALID'])
  })
})

describe('payinRoutes.list', () => {
  test('200: the newest first, of this partner alone, with a total', async () => {
    const body = await list()
    expect(idsOf(body).slice(0, 2)).toEqual([toBank.teleportId, toWallet.teleportId])
    expect(body.pagination).toMatchObject({ hasMore: false, total: idsOf(body).length })
    expect(body.data.data[0].volume).toHaveLength(30)
  })

  test('200: every filter finds its own', async () => {
    const extra = await aRoute(bff)
    await toggleRoute(bff, extra.teleportId, 'inactive')
    const { sourceJurisdiction: place } = await readRoute(bff, toBank.teleportId)
    expect(idsOf(await list('status=inactive'))).toEqual([extra.teleportId])
    expect(idsOf(await list(`entityId=${toBank.entityId}`))).toEqual([toBank.teleportId])
    expect(idsOf(await list(`fundingAccountId=${toBank.fundingAccountId}`))).toEqual([
      toBank.teleportId,
    ])
    expect(idsOf(await list(`externalAccountId=${toBank.externalAccountId}`))).toEqual([
      toBank.teleportId,
    ])
    expect(idsOf(await list(`jurisdictionId=${place.id}`))).toEqual([toBank.teleportId])
    const { destination } = await readRoute(bff, toWallet.teleportId)
    expect(idsOf(await list(`q=${destination.walletAddress.toUpperCase()}`))).toEqual([
      toWallet.teleportId,
    ])
    for (const nothing of ['q=%25', 'entityId=ent_x', 'jurisdictionId=jur_x'])
      expect(idsOf(await list(nothing))).toEqual([])
    expect(codeOf(await bff.get(`${payinPath}?status=ACTIVE`))).toEqual([400, 'FIELD_INVALID'])
    expect(codeOf(await bff.get(`${payinPath}?cursor=x`))).toEqual([400, 'CURSOR_INVALID'])
  })

  test('200: pages that follow each other, each route once, with as much of it as `fields` names', async () => {
    const first = await list('limit=1')
    const next = `limit=1&cursor=${first.pagination.nextCursor}`
    const second = await list(next)
    expect(first.pagination.hasMore).toBe(true)
    expect(idsOf(second)).not.toEqual(idsOf(first))
    const few = await bff.get(`${payinPath}?${next}&fields=routeId,depositAccountInfo.currency`)
    const [{ routeId, depositAccountInfo }] = second.data.data
    const { currency } = depositAccountInfo
    expect(few.body.data.data).toEqual([{ routeId, depositAccountInfo: { currency } }])
    const unknown = await bff.get(`${payinPath}?fields=routeId,teleportId`)
    expect(codeOf(unknown)).toEqual([400, 'FIELD_INVALID'])
  })
})

describe('payinRoutes.listOfEntity', () => {
  test('200: without a limit all of them; totalRoutes counts beyond the page and the filter', async () => {
    const ends = await routeEnds(bff)
    const { entityId } = ends
    const ids: string[] = []
    for (const place of ['DE', 'ES', 'MX']) {
      const externalAccountId = await accountIn(bff, entityId, place)
      const made = await createRoute(bff, { ...ends, externalAccountId })
      ids.push(made.body.data.data.teleportId)
      await toggleRoute(bff, ids.at(-1) ?? '', 'inactive')
    }
    const path = `${payinPath}/entity/${entityId}`
    const all = await bff.get(path)
    payinRoutes.listOfEntity.response.parse(all.body)
    const { entityId: shown, totalRoutes, routes } = all.body.data.data
    expect([shown, totalRoutes]).toEqual([entityId, 3])
    expect(routes.map((route: AnyBody) => route.routeId)).toEqual(ids.toReversed())
    const body = (await bff.get(`${path}?limit=1`)).body
    expect([body.data.data.totalRoutes, body.data.data.routes.length]).toEqual([3, 1])
    const active = (await bff.get(`${path}?status=active`)).body
    expect([active.data.data.totalRoutes, active.data.data.routes]).toEqual([3, []])
    const few = (await bff.get(`${path}?fields=routeId`)).body.data.data
    expect(few).toEqual({
      entityId,
      totalRoutes: 3,
      routes: ids.toReversed().map((routeId) => ({ routeId })),
    })
    expect(codeOf(await bff.get(`${path}?fields=history`))).toEqual([400, 'FIELD_INVALID'])
  })

  test('404: an unknown customer, and another partner’s', async () => {
    const theirs = await makeVerified(bff, {}, bff.second)
    for (const id of [formatId('ent', uuidV7()), theirs])
      expect(codeOf(await bff.get(`${payinPath}/entity/${id}`))).toEqual([404, 'ENTITY_NOT_FOUND'])
  })
})

test('payinRoutes.changes, 200: newest first with who and why, page by page', async () => {
  const { teleportId, externalAccountId } = await aRoute(bff)
  const reason = 'Closed for the season'
  await bff.post(`${payinPath}/toggle`, { teleportId, routeStatus: 'inactive', reason })
  const path = `${payinPath}/${teleportId}/changes`
  const first = payinRoutes.changes.response.parse((await bff.get(`${path}?limit=1`)).body)
  expect(first.data.data).toEqual([
    {
      kind: 'status',
      destinationVersion: 1,
      previousExternalAccountId: externalAccountId,
      newExternalAccountId: externalAccountId,
      previousStatus: 'active',
      routeStatus: 'inactive',
      reason,
      actorType: 'api_key',
      actorName: 'test',
      actorId: expect.any(String),
      at: expect.any(String),
    },
  ])
  const rest = await bff.get(`${path}?limit=1&cursor=${first.pagination.nextCursor}`)
  expect(rest.body.data.data).toMatchObject([
    { kind: 'created', previousExternalAccountId: '', previousStatus: '' },
  ])
  expect(rest.body.pagination.hasMore).toBe(false)
  expect(codeOf(await bff.get(`${path}?cursor=x`))).toEqual([400, 'CURSOR_INVALID'])
})

test('200: history is a page of all deposits, with the version that each went by; transfers know their route', async () => {
  const route = await aRoute(bff, { from: 'DE', to: 'ES' })
  const { teleportId, fundingAccountId } = route
  const pay = (amount: number) => payTo(bff, fundingAccountId, { amount, currency: 'EUR' })
  const paid = [await pay(101), await pay(102)]
  const other = await accountIn(bff, route.entityId, 'DE')
  await bff.post(`${payinPath}/update`, { teleportId, externalAccountId: other })
  paid.push(await pay(103))
  for (const { depositId } of paid) await untilDeposit(bff, depositId, 'FORWARDED')

  const path = `${payinPath}/${teleportId}?limit=2`
  const { body } = await bff.get(path)
  const { history, totalTransactions } = payinRoutes.read.response.parse(body).data.data
  expect([totalTransactions, body.pagination.total]).toEqual([3, 3])
  expect(history.map((item) => [item.amountIn.amount, item.destination])).toEqual([
    [103, { externalAccountId: other, destinationVersion: 2 }],
    [102, { externalAccountId: route.externalAccountId, destinationVersion: 1 }],
  ])
  const rest = await bff.get(`${path}&cursor=${body.pagination.nextCursor}`)
  expect(rest.body.data.data.history.map((item: AnyBody) => item.amountIn.amount)).toEqual([101])

  const fields = 'fields=depositId,fees.totalFees,sender'
  for (const at of [`${teleportId}/deposits?`, `deposits?fundingAccountId=${fundingAccountId}&`]) {
    const all = (await bff.get(`${payinPath}/${at}`)).body.data.data
    expect(all).toHaveLength(3)
    const few = await bff.get(`${payinPath}/${at}${fields}`)
    expect(few.body.data.data).toEqual(
      all.map(({ depositId, fees: { totalFees }, sender: from }: AnyBody) => ({
        depositId,
        fees: { totalFees },
        sender: from,
      })),
    )
    const unknown = await bff.get(`${payinPath}/${at}fields=amount`)
    expect(codeOf(unknown)).toEqual([400, 'FIELD_INVALID'])
  }

  const found = await bff.get(`/api/v1/xfer/transaction/transfers?routeId=${teleportId}`)
  expect(
    found.body.data.map((item: AnyBody) => [item.transactionId, item.routeId, item.depositId]),
  ).toEqual(paid.toReversed().map(({ depositId: id }) => [id, teleportId, id]))
  const none = await bff.get(`/api/v1/xfer/transaction/transfers?routeId=${unknownId}`)
  expect(none.body.data).toEqual([])
})

describe('what came in', () => {
  test('counts, the last thirty days and volume by outcome, of the route and its currency alone', async () => {
    const route = await aRoute(bff)
    await planted(route, [
      { amount: 100_00, daysAgo: 0, status: 'FORWARDED' },
      { amount: 50_50, daysAgo: 1, status: 'HELD' },
      { amount: 20_00, daysAgo: 1, status: 'RETURNED' },
      { amount: 7_00, daysAgo: 2, status: 'FORWARDING' },
      { amount: 9_99, daysAgo: 2, status: 'HELD', currency: 'EUR' },
      { amount: 1_00, daysAgo: 40, status: 'FORWARDED' },
    ])
    const body = await list(`fundingAccountId=${route.fundingAccountId}`)
    const [item] = body.data.data
    expect(item).toMatchObject({ totalTransactions: 6, held: 2 })
    expect(item.volume.slice(-3)).toEqual([7, 70.5, 100])
    expect(item.volume.reduce((sum: number, day: number) => sum + day)).toBe(177.5)
    expect(Date.parse(item.lastDepositAt)).toBeGreaterThan(0)
    expect(await readRoute(bff, route.teleportId)).toMatchObject({
      totalTransactions: 6,
      held: 2,
      inFlight: 1,
    })
    const { body: week } = await bff.get(`${payinPath}/${route.teleportId}/volume?days=7`)
    const { days, currency } = payinRoutes.volume.response.parse(week).data.data
    expect([currency, days.length]).toEqual(['USD', 7])
    const date = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)
    expect(days.slice(-3)).toEqual([
      { date, deposits: 1, received: 7, forwarded: 0, held: 0, returned: 0 },
      { date, deposits: 2, received: 70.5, forwarded: 0, held: 50.5, returned: 20 },
      { date, deposits: 1, received: 100, forwarded: 100, held: 0, returned: 0 },
    ])
    const quarter = await bff.get(`${payinPath}/${route.teleportId}/volume?days=90`)
    expect(quarter.body.data.data.days).toHaveLength(90)
    const wrong = await bff.get(`${payinPath}/${route.teleportId}/volume?days=8`)
    expect(codeOf(wrong)).toEqual([400, 'FIELD_INVALID'])
  })

  test('deposits are counted by the index of their route', async () => {
    const plan = await bff.deps.db.asWorker(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select count(*) from deposit
        where partner_id = ${uuidV7()} and route_id = any(${[uuidV7()]})
          and received_at >= ${new Date(0)}`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toMatch(/using deposit_of_route[^]*Index Cond: .*route_id.*received_at/)
    expect(await bff.deps.db.asWorker((tx) => summariesOf(tx, uuidV7(), []))).toEqual(new Map())
  })
})
