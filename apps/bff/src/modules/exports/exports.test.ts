import { type ExportList, exportLists, operations } from '@corridor/contract'
import { partnerScopes } from '@corridor/domain'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '../../../test/support/people/acting.ts'
import { type AnyBody, type Partner, sharedBff } from '../../../test/support/process/bff.ts'
import { seedSandbox } from '../../seed/index.ts'
import { listPartners } from '../access/listing-store.ts'

const bff = sharedBff()
/** The first partner of the demo, which has rows in nearly every list, and another one. */
let partner: Partner
let other: Partner
/** Of the entity whose wallet has transactions, and of a route with deposits. */
let places: Partial<Record<ExportList, Record<string, string>>>

beforeAll(async () => {
  const fetch = (request: Request) => Promise.resolve(bff.instance.app.all.fetch(request))
  await seedSandbox(bff.deps, bff.access, fetch)
  const all = await bff.deps.db.asWorker((tx) => listPartners(tx))
  const keyOf = async (name: string): Promise<Partner> => {
    const found = all.find((item) => item.name.startsWith(name))
    const svcPartnerId = found?.svcPartnerId ?? ''
    return { svcPartnerId, apiToken: await bff.issue(svcPartnerId, partnerScopes) }
  }
  partner = await keyOf('Halden')
  other = await keyOf('Kestrel')
  const wallets = (await bff.get('/api/v1/wallets', partner)).body.data
  const [wallet] = wallets
  const routes = (await bff.get('/api/v1/xfer/payin', partner)).body.data.data
  places = {
    'wallet-transactions': { entityId: wallet.entityId, address: wallet.accounts[0].address },
    'route-deposits': { teleportId: routes[0].routeId },
    // An export is published by an event.
    events: { category: 'transfer' },
    audit: { action: 'entity' },
  }
}, 120_000)

const base = '/api/v1/xfer/utility/exports'

const operationOf: Record<ExportList, { path: string; id: string }> = {
  transfers: { path: operations.transfers.list.path, id: 'executionId' },
  deposits: { path: operations.payinRoutes.listDeposits.path, id: 'depositId' },
  'route-deposits': { path: operations.payinRoutes.deposits.path, id: 'depositId' },
  'unlisted-deposits': { path: operations.payinRoutes.listUnlisted.path, id: 'depositId' },
  entities: { path: operations.entities.list.path, id: 'entityId' },
  kyc: { path: operations.kyc.queue.path, id: 'entityId' },
  'external-accounts': { path: operations.accounts.listExternal.path, id: 'accountId' },
  'funding-accounts': { path: operations.accounts.listFunding.path, id: 'fundingAccountId' },
  'payin-routes': { path: operations.payinRoutes.list.path, id: 'routeId' },
  reserves: { path: operations.liquidity.listReserves.path, id: 'id' },
  drawings: { path: operations.liquidity.list.path, id: 'ltxId' },
  'replenish-quotes': { path: operations.liquidity.listReplenishQuotes.path, id: 'quoteId' },
  replenishments: { path: operations.liquidity.listReplenishments.path, id: 'replenishmentId' },
  'liquidity-payments': { path: operations.liquidity.listPayments.path, id: 'paymentId' },
  wallets: { path: operations.wallets.list.path, id: 'walletId' },
  'wallet-transactions': { path: operations.wallets.transactions.path, id: 'hash' },
  events: { path: operations.webhooks.events.path, id: 'eventId' },
  deliveries: { path: operations.webhooks.deliveries.path, id: 'deliveryId' },
  approvals: { path: operations.approvals.list.path, id: 'approvalId' },
  audit: { path: operations.audit.list.path, id: 'auditId' },
}

type Filters = Record<string, string>

/** Rows of a list as its own operation answers them, in small pages. */
async function listed(list: ExportList, filters: Filters, of: Partner): Promise<AnyBody[]> {
  const { path } = operationOf[list]
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => filters[name] ?? '')
  const query = Object.entries(filters).filter(([name]) => !path.includes(`{${name}}`))
  const rows: AnyBody[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const params = new URLSearchParams([...query, ['limit', '7']])
    if (cursor) params.set('cursor', cursor)
    const { status, body }: AnyBody = await bff.get(`${place}?${params}`, of)
    if (status !== 200) throw new Error(`${list}: ${JSON.stringify(body)}`)
    const inner = Array.isArray(body.data) ? body.data : body.data.data
    rows.push(...(Array.isArray(inner) ? inner : inner.deposits))
    cursor = body.pagination.nextCursor
  }
  return rows
}

const asking = (body: object, of: Partner) => bff.post(base, body, {}, of)

async function untilReady(exportId: string, of: Partner): Promise<AnyBody> {
  const read = async () => (await bff.get(`${base}/${exportId}`, of)).body.data
  await expect.poll(async () => (await read()).status).toBe('READY')
  return read()
}

async function fileOf(url: string): Promise<string> {
  const answer = await bff.instance.app.all.fetch(new Request(url))
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The lines of an exported file, as records by column. */
async function exported(body: object, of: Partner) {
  const asked = await asking({ format: 'csv', ...body }, of)
  expect([asked.status, asked.body.error]).toEqual([200, undefined])
  const job = await untilReady(asked.body.data.exportId, of)
  const [head = [], ...lines] = parse(await fileOf(job.url), { record_delimiter: '\r\n' })
  const rows = lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at]])))
  return { job, head, rows }
}

/** A list and its file, where the list was the same before and after the file was written. */
async function both(list: ExportList, filters: Filters, of: Partner) {
  for (;;) {
    const before = await listed(list, filters, of)
    const file = await exported({ list, filters }, of)
    const after = await listed(list, filters, of)
    if (JSON.stringify(before.map(idIn(list))) === JSON.stringify(after.map(idIn(list))))
      return { rows: before, file }
  }
}

const idIn = (list: ExportList) => (row: AnyBody) => row[operationOf[list].id] as string

describe('exports.lists', () => {
  test('200: what the caller may read, with its columns; another key sees its own lists alone', async () => {
    const { body } = await bff.get(`${base}/lists`, partner)
    expect(body.data.map(({ list }: AnyBody) => list)).toEqual([...exportLists])
    for (const { columns } of body.data) {
      expect(columns.length).toBeGreaterThan(5)
      const keys = columns.map(({ key }: AnyBody) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }
    const token = await bff.issue(partner.svcPartnerId, ['liquidity:read'])
    const few = await bff.send(`${base}/lists`, { token })
    expect(few.body.data.map(({ list }: AnyBody) => list)).toEqual([
      'reserves',
      'drawings',
      'replenish-quotes',
      'replenishments',
      'liquidity-payments',
    ])
  })
})

describe('exports.create, exports.read', () => {
  test.for(exportLists)('200: %s: a line for each row, in the order of the list', async (list) => {
    const { rows, file } = await both(list, places[list] ?? {}, partner)
    const key = file.head.includes(operationOf[list].id) ? operationOf[list].id : 'id'
    expect(file.rows.map((row) => row[key])).toEqual(rows.map(idIn(list)))
    expect(file.job).toMatchObject({ list, rows: rows.length, total: rows.length, zone: 'UTC' })
    const shared = await bff.get(`${base}/${file.job.exportId}`, other)
    expect([shared.status, shared.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    if (!operationOf[list].path.includes('{')) {
      const theirs = await exported({ list, filters: places[list] ?? {} }, other)
      const known = new Set(rows.map(idIn(list)))
      expect(theirs.rows.filter((row) => known.has(row[key] ?? ''))).toEqual([])
    } else {
      const foreign = await asking({ list, filters: places[list], format: 'csv' }, other)
      expect([foreign.status, foreign.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    }
  })

  test('200: the same rows as the list, whatever the filters', async () => {
    const amount = fc.constantFrom('0.5', '100', '250', '900')
    const transfersBy = fc.record(
      {
        status: fc.constantFrom('COMPLETED', 'FAILED', 'COMPLETED,PENDING'),
        currency: fc.constantFrom('USDC', 'EUR', 'DAI'),
        amountMin: amount,
        q: fc.constantFrom('HR-2026-103', 'fjordlys', '%', 'nobody'),
        sort: fc.constantFrom('amountIn', '-amountIn', 'status', '-completedAt'),
      },
      { requiredKeys: [] },
    )
    const customersBy = fc.record(
      {
        type: fc.constantFrom('individual', 'business'),
        kycStatus: fc.constantFrom('APPROVED', 'NOT_STARTED', 'UNDER_REVIEW'),
        q: fc.constantFrom('a', 'ingrid', '_', 'nobody'),
        sort: fc.constantFrom('createdAt', '-createdAt'),
      },
      { requiredKeys: [] },
    )
    const asked = fc.oneof(
      transfersBy.map((filters) => ({ list: 'transfers' as const, filters })),
      customersBy.map((filters) => ({ list: 'entities' as const, filters })),
    )
    await fc.assert(
      fc.asyncProperty(asked, async ({ list, filters }) => {
        const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
        const { rows, file } = await both(list, given, partner)
        expect(file.rows.map((row) => row[operationOf[list].id])).toEqual(rows.map(idIn(list)))
        const { body } = await bff.post(`${base}/count`, { list, filters: given }, {}, partner)
        expect(body.data.rows).toBe(rows.length)
      }),
      { numRuns: process.env['FULL'] ? 100 : 12 },
    )
  })

  test('200: times in the zone asked for, which the head names; amounts in all their digits', async () => {
    const columns = ['createdAt', 'amountIn', 'executionId', 'completedAt']
    const { head, rows } = await exported(
      { list: 'transfers', columns, zone: 'Asia/Kathmandu', filters: { status: 'COMPLETED' } },
      partner,
    )
    expect(head).toEqual([
      'createdAt (Asia/Kathmandu)',
      'amountIn',
      'executionId',
      'completedAt (Asia/Kathmandu)',
    ])
    const shown = await listed('transfers', { status: 'COMPLETED' }, partner)
    expect(rows.length).toBeGreaterThan(3)
    for (const [at, row] of rows.entries()) {
      const written = row['createdAt (Asia/Kathmandu)'] ?? ''
      expect(written).toMatch(/\+05:45$/)
      expect(new Date(written).toISOString()).toBe(shown[at].createdAt)
      expect(row['amountIn']).toBe(String(shown[at].from.amount))
    }
  })

  test('200: lines of JSON with the rows that were picked', async () => {
    const [first, , third] = await listed('entities', {}, partner)
    const ids = [third.entityId, first.entityId]
    const asked = await asking(
      { list: 'entities', ids, columns: ['entityId', 'missing', 'wallets'], format: 'jsonl' },
      partner,
    )
    const { url, rows } = await untilReady(asked.body.data.exportId, partner)
    expect(rows).toBe(2)
    const lines = (await fileOf(url)).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      [first, third].map(({ entityId, missing, wallets }) => ({
        entityId,
        missing: (missing ?? []).join('; '),
        wallets,
      })),
    )
  })

  test('200: what is masked in a member’s list is masked in their file; who else asks reads neither', async () => {
    const viewer = await aMember(bff, 'viewer', partner)
    const asked = await viewer.post(base, { list: 'entities', format: 'jsonl' })
    expect(asked.status).toBe(200)
    const read = async () => (await viewer.get(`${base}/${asked.body.data.exportId}`)).body.data
    await expect.poll(async () => (await read()).status).toBe('READY')
    const lines = (await fileOf((await read()).url)).trimEnd().split('\n')
    const list = (await viewer.get(operations.entities.list.path)).body.data
    expect(lines.map((line) => JSON.parse(line).dateOfBirth)).toEqual(
      list.map(({ dateOfBirth }: AnyBody) => dateOfBirth ?? ''),
    )
    expect(lines.join()).toContain('••••')
    const owner = await aMember(bff, 'owner', partner)
    for (const got of [
      await owner.get(`${base}/${asked.body.data.exportId}`),
      await bff.get(`${base}/${asked.body.data.exportId}`, partner),
      await bff.get(`/api/v1/xfer/transaction/export/${asked.body.data.exportId}`, partner),
    ])
      expect([got.status, got.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('200: no account number is whole in a file, whatever the key may read', async () => {
    const { rows } = await exported({ list: 'external-accounts' }, partner)
    const numbers = rows.map((row) => row['accountNumber'] ?? '').filter((text) => text !== '')
    expect(numbers.length).toBeGreaterThan(0)
    for (const number of numbers) expect(number).toMatch(/^'?[•*X]+/)
  })

  test('400: what the list has not, and what it would refuse', async () => {
    const wrong: [object, string][] = [
      [{ list: 'secrets' }, 'list'],
      [{ list: 'entities', columns: ['password'] }, 'columns.0'],
      [{ list: 'entities', zone: 'Mars/Olympus' }, 'zone'],
      [{ list: 'entities', filters: { kyc: 'APPROVED' } }, 'filters.kyc'],
      [{ list: 'entities', filters: { limit: '1' } }, 'filters.limit'],
      [{ list: 'entities', filters: { kycStatus: 'DONE' } }, 'filters.kycStatus'],
      [{ list: 'transfers', filters: { amountMin: '1234567890.123456' } }, 'filters.amountMin'],
      [{ list: 'transfers', filters: { status: 'DONE' } }, 'filters.status'],
      [{ list: 'route-deposits' }, 'filters.teleportId'],
    ]
    for (const [body, path] of wrong) {
      const { status, body: answer } = await asking({ format: 'csv', ...body }, partner)
      expect([status, answer.error.code, answer.error.details[0].path]).toEqual([
        400,
        'FIELD_INVALID',
        path,
      ])
    }
  })

  test('403 SCOPE_MISSING: no key writes or counts a list that it cannot read, nor reads a file of one', async () => {
    const of = { ...partner, apiToken: await bff.issue(partner.svcPartnerId, ['kyc:read']) }
    for (const list of exportLists.filter((name) => name !== 'kyc'))
      for (const path of [base, `${base}/count`]) {
        const { status, body } = await bff.post(path, { list, format: 'csv' }, {}, of)
        expect([list, status, body.error.code]).toEqual([list, 403, 'SCOPE_MISSING'])
      }
    expect((await asking({ list: 'kyc', format: 'csv' }, of)).status).toBe(200)
  })
})

const countsUntil = (past: string): [ExportList, Record<string, string>][] => [
  ['deliveries', { to: past }],
  ['deliveries', { to: past, status: 'DELIVERED,PENDING', category: 'transfer' }],
  ['events', { createdTo: past }],
  ['events', { createdTo: past, category: 'transfer' }],
  ['events', { createdTo: past, q: 'approved' }],
  ['entities', {}],
  ['entities', { q: 'a', type: 'individual' }],
  ['entities', { missing: 'document:identity' }],
]

describe('exports.count', () => {
  test('200: every row; 404: of nothing that is there', async () => {
    const counted = async (body: object, of = partner) => bff.post(`${base}/count`, body, {}, of)
    // Events go on while they are counted, up to now.
    const events = await listed('events', {}, partner)
    const past = events[Math.floor(events.length / 2)]?.['createdAt'] ?? ''
    expect(events.length).toBeGreaterThan(7)
    for (const [list, filters] of countsUntil(past)) {
      const rows = await listed(list, filters, partner)
      const { body } = await counted({ list, filters })
      expect([list, filters, body.data?.rows]).toEqual([list, filters, rows.length])
    }
    for (const [list, filters] of [
      ['deliveries', { status: 'NONE' }],
      ['entities', { country: 'QQ' }],
    ] as const) {
      const { status, body } = await counted({ list, filters })
      const [path] = Object.keys(filters)
      expect([status, body.error?.details[0].path]).toEqual([400, `filters.${path}`])
    }
    const none = await counted({
      list: 'route-deposits',
      filters: { teleportId: 'tele_01h455vb4pex5vsknk084sn02q' },
    })
    expect([none.status, none.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
  })
})

describe('exports.list, exports.cancel', () => {
  test('200: one’s own, newest first; one that waits is stopped and leaves no file', async () => {
    const of = { ...partner, apiToken: await bff.issue(partner.svcPartnerId, partnerScopes) }
    const { exportId } = (await asking({ list: 'kyc', format: 'csv' }, of)).body.data
    await untilReady(exportId, of)
    // One that nobody works on: its attempts are used up only after the test.
    const waiting = (await asking({ list: 'events', format: 'csv' }, of)).body.data
    const stopped = await bff.post(`${base}/${waiting.exportId}/cancel`, {}, {}, of)
    const mine = (await bff.get(base, of)).body.data
    expect(mine.map((body: AnyBody) => body.exportId)).toEqual([waiting.exportId, exportId])
    if (stopped.status === 200) {
      expect(stopped.body.data).toMatchObject({ status: 'CANCELLED', url: '' })
      const again = await bff.post(`${base}/${waiting.exportId}/cancel`, {}, {}, of)
      expect(again.body.data.status).toBe('CANCELLED')
      expect(mine[0].status).toBe('CANCELLED')
    }
    const late = await bff.post(`${base}/${exportId}/cancel`, {}, {}, of)
    expect([late.status, late.body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
    const foreign = await bff.post(`${base}/${exportId}/cancel`, {}, {}, other)
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(
      (await bff.get(base, other)).body.data.map((body: AnyBody) => body.exportId),
    ).not.toContain(exportId)
  })

  test('400 CURSOR_INVALID: a cursor of another list', async () => {
    const { status, body } = await bff.get(`${base}?cursor=x.y`, partner)
    expect([status, body.error.code]).toEqual([400, 'CURSOR_INVALID'])
  })
})
