import { createHash } from 'node:crypto'
import { exportColumns } from '@corridor/contract'
import { parseId } from '@corridor/domain'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type BankParties,
  bankParties,
  payBank,
  startBank,
} from '../../../../test/support/money/bank-transfers.ts'
import {
  type AnyBody,
  type Bff,
  type Partner,
  startBff,
} from '../../../../test/support/process/bff.ts'
import { withClient } from '../../../db/server/server.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { type Receiver, startReceiver } from '../../../../test/support/events/receiver.ts'
import { expectEventsPublished } from '../../../../test/support/events/published.ts'
import { transferPath, until } from '../../../../test/support/money/wallets.ts'

let bff: Bff
let receiver: Receiver
let parties: BankParties
let executionId: string
let record: AnyBody
beforeAll(async () => {
  bff = await startBff()
  receiver = await startReceiver({ http: (_request, response) => response.writeHead(204).end() })
  const webhookUrl = `http://localhost:${receiver.port}/hook`
  const registered = await bff.send('/api/v1/partner/registerPartnerWebhook', {
    method: 'PUT',
    body: { webhookUrl },
  })
  if (registered.status !== 200) throw new Error(JSON.stringify(registered.body))
  parties = await bankParties(bff)
  executionId = await payBank(bff, parties, { transactionId: '=1+2,"x"' })
  record = await until(bff, executionId, 'COMPLETED')
})
afterAll(async () => {
  receiver.close()
  await bff.close()
})
afterEach(() => expectConsistent(bff))

const base = '/api/v1/xfer/transaction'
const unknown = 'exp_01h455vb4pex5vsknk084sn02q'

describe('transfers.timeline', () => {
  test('200: everything that happened, oldest first; debits equal credits in each currency', async () => {
    const read = () => bff.get(`${transferPath}/${executionId}/timeline`)
    const { status, body } = await read()
    expect(status).toBe(200)
    const { data } = body
    expect(data).toMatchObject({ executionId, steps: record.details })
    await expect
      .poll(async () => (await read()).body.data.deliveries)
      .toMatchObject(
        data.events.map(({ eventId }: AnyBody) => ({
          deliveryId: eventId.replace('evt_', 'dlv_'),
          eventId,
          status: 'DELIVERED',
          attempts: 1,
        })),
      )
    const statuses = data.events.map((event: AnyBody) => event.eventStatus)
    expect(statuses[0]).toBe('quoted')
    expect(statuses.at(-1)).toBe('payment_processed')
    for (const [at, event] of data.events.entries())
      expect(event.previousStatus).toBe(data.events[at - 1]?.status ?? '')
    expect(data.audit).toContainEqual(
      expect.objectContaining({ action: 'transfer.simulate', actorName: 'test' }),
    )
    const sums = Map.groupBy(data.ledger, (item: AnyBody) => item.currency as string)
    expect([...sums.keys()]).toEqual(['EUR'])
    for (const entries of sums.values()) {
      const sum = (side: 'debit' | 'credit') => entries.reduce((all, entry) => all + entry[side], 0)
      expect(sum('debit')).toBe(sum('credit'))
      expect(sum('debit')).toBeGreaterThan(0)
    }
  })

  test('404: unknown, of another kind, and foreign', async () => {
    for (const id of [
      'exec_01h455vb4pex5vsknk084sn02q',
      executionId.replace('exec_', 'cexec-'),
      'x',
    ])
      expect((await bff.get(`${transferPath}/${id}/timeline`)).body.error.code).toBe(
        'TRANSFER_NOT_FOUND',
      )
    const foreign = await bff.get(`${transferPath}/${executionId}/timeline`, bff.second)
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'TRANSFER_NOT_FOUND'])
  })
})

describe('lists of ordinary transfers', () => {
  test('200: every filter finds what it names and nothing else', async () => {
    const routeId = 'tele_01h455vb4pex5vsknk084sn02q'
    const hash = `0x${'ab'.repeat(32)}`
    const other = (await startBank(bff, parties, { exactAmountIn: 300 })).executionId
    await bff.deps.db.asWorker(async (tx) => {
      const id = parseId('exec', executionId)
      await sql`update transfer set route_id = ${parseId('tele', routeId)} where id = ${id}`.execute(
        tx,
      )
      await sql`update payout set reference = ${hash} where transfer_id = ${id}`.execute(tx)
    })
    const found = async (query: string) =>
      (await bff.get(`${base}/transfers?${query}`)).body.data.map(
        (body: AnyBody) => body.executionId,
      )
    const from = record.from
    const filters: [string, string[]][] = [
      ['status=COMPLETED', [executionId]],
      ['status=PENDING,PROCESSING', [other]],
      ['eventStatus=payment_processed', [executionId]],
      ['direction=FIAT_TO_FIAT', [other, executionId]],
      ['direction=ON_RAMP', []],
      ['currency=EUR', [other, executionId]],
      ['currency=USD', []],
      [`jurisdiction=${encodeURIComponent(from.jurisdiction)}`, [other, executionId]],
      ['amountMin=250.01', [other]],
      ['amountMin=250&amountMax=250', [executionId]],
      [`completedFrom=${record.completedAt}&completedTo=${record.completedAt}`, [executionId]],
      [`createdTo=${record.createdAt}`, [executionId]],
      [`entityId=${parties.toEntityId}`, [other, executionId]],
      [`accountId=${parties.toAccountId}&sort=amountIn`, [executionId, other]],
      ['accountId=acc_01h455vb4pex5vsknk084sn02q', []],
      ['accountId=fund_01h455vb4pex5vsknk084sn02q', []],
      [`routeId=${routeId}`, [executionId]],
      ['routeId=tele_01h455vb4pex5vsknk084sn02r', []],
      [`hash=${hash.toUpperCase().replace('0X', '0x')}`, [executionId]],
      [`q=${encodeURIComponent('=1+2,"X"')}`, [executionId]],
      [`q=${executionId}`, [executionId]],
      ['sort=-completedAt&limit=1', [executionId]],
    ]
    for (const [query, expected] of filters)
      expect([query, await found(query)]).toEqual([query, expected])
    const roles = ['from', 'to'].map((role) =>
      found(`entityId=${parties.fromEntityId}`).then(
        async () =>
          (await bff.get(`${base}/transfers/entity/${parties.fromEntityId}?role=${role}`)).body.data
            .length,
      ),
    )
    expect(await Promise.all(roles)).toEqual([2, 0])
    const { summary } = (await bff.get(`${base}/transfers/partner?status=COMPLETED`)).body
    expect(summary).toMatchObject({
      count: 1,
      byStatus: { COMPLETED: 1 },
      byCurrency: [
        { currency: 'EUR', in: 250, out: record.to.amount, fees: record.fees.totalFees.amount },
      ],
    })
  })

  test('400 AMOUNT_PRECISION: an amount with more digits than any amount has', async () => {
    const answer = await bff.get(`${base}/transfers?amountMin=1234567890.123456`)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'AMOUNT_PRECISION'])
    expect(answer.body.error.details[0].path).toBe('amountMin')
  })
})

describe('transfers.export, transfers.readExport', () => {
  test('200: a file of CSV with a header, its rows, its length and its hash, by a link', async () => {
    const asked = await bff.post(`${base}/export`, {
      format: 'csv',
      filters: { status: 'COMPLETED' },
    })
    expect(asked.body).toMatchObject({
      success: true,
      message: 'The file is being written.',
      data: { exportId: expect.stringMatching(/^exp_/), status: 'PENDING', rows: 0, url: '' },
    })
    const ready = await untilReady(asked.body.data.exportId)
    expect(ready).toMatchObject({ format: 'csv', rows: 1 })
    const { headers, text } = await download(ready.url)
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="transfers-.*\.csv"/)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(Buffer.byteLength(text)).toBe(ready.bytes)
    expect(createHash('sha256').update(text).digest('hex')).toBe(ready.sha256)
    const [head, row] = parse(text, { record_delimiter: '\r\n' })
    expect(head).toEqual(exportColumns)
    const named = Object.fromEntries(exportColumns.map((column, at) => [column, row?.[at]]))
    const { from, to, fees } = record
    expect(named).toEqual({
      executionId,
      // A spreadsheet would run it.
      transactionId: `'=1+2,"x"`,
      status: 'COMPLETED',
      eventStatus: 'payment_processed',
      direction: 'FIAT_TO_FIAT',
      fromEntityId: parties.fromEntityId,
      fromName: from.fullName,
      fromLatinName: '',
      payer: record.parties.payer,
      fromAccountId: parties.fromAccountId,
      fromJurisdiction: from.jurisdiction,
      toEntityId: parties.toEntityId,
      toName: to.fullName,
      toLatinName: '',
      toAccountId: parties.toAccountId,
      toJurisdiction: to.jurisdiction,
      amountIn: '250',
      currencyIn: 'EUR',
      amountOut: String(to.amount),
      currencyOut: 'EUR',
      exchangeRate: '1',
      partnerFees: String(fees.partnerFees.amount),
      svcFees: String(fees.svcFees.amount),
      txFees: String(fees.txFees.amount),
      totalFees: String(fees.totalFees.amount),
      failureCode: '',
      refundOf: '',
      transactionHash: record.transactionHash,
      createdAt: record.createdAt,
      startedAt: record.startedAt,
      completedAt: record.completedAt,
    })
    const events = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('event').selectAll().where('category', '=', 'export').execute(),
    )
    expect(events).toMatchObject([{ type: 'created', status: 'ready', subject_id: ready.exportId }])
  })

  test('200: lines of JSON with the columns asked for, in the order asked for', async () => {
    const asked = await bff.post(`${base}/export`, {
      format: 'jsonl',
      filters: { entityId: parties.fromEntityId, sort: 'amountIn' },
      columns: ['amountIn', 'executionId', 'amountIn', 'refundOf'],
    })
    const { url } = await untilReady(asked.body.data.exportId)
    const lines = (await download(url)).text.trimEnd().split('\n')
    expect(lines[0]).toBe(`{"amountIn":250,"executionId":"${executionId}","refundOf":""}`)
    expect(lines.map((line) => JSON.parse(line).amountIn)).toEqual([250, 300])
  })

  test('200: many rows, each once, page by page', async () => {
    await manyTransfers(3_000)
    const asked = await bff.post(
      `${base}/export`,
      { format: 'csv', columns: ['executionId'] },
      {},
      bff.second,
    )
    const ready = await untilReady(asked.body.data.exportId, bff.second)
    expect(ready.rows).toBe(3_000)
    const lines = (await download(ready.url)).text.trimEnd().split('\r\n')
    expect(new Set(lines).size).toBe(3_001)
    await withClient(bff.adminUrl, (admin) =>
      admin.query(`delete from transfer where transaction_id like 'many-%'`),
    )
  })

  test('200: no name of a transfer is a formula, for spreadsheets of commas or of semicolons', async () => {
    const named = ['=1+1', '+1', '-1', '@SUM(A1)', '|calc', '＝1', 'A;=1', 'A; "@x', `'=1`]
    for (const transactionId of named) await startBank(bff, parties, { transactionId })
    const asked = await bff.post(`${base}/export`, {
      format: 'csv',
      columns: ['transactionId', 'amountIn'],
    })
    const { url } = await untilReady(asked.body.data.exportId)
    const { text } = await download(url)
    const rows = parse(text, { record_delimiter: '\r\n' }).slice(1)
    const written = rows.map(([cell]) => cell?.replaceAll(/(^|; ?)'/g, '$1'))
    expect(written).toEqual(expect.arrayContaining(named.slice(0, -1)))
    for (const delimiter of [',', ';'])
      for (const cell of parse(text, {
        delimiter,
        relax_quotes: true,
        relax_column_count: true,
      }).flat())
        expect(cell).not.toMatch(/^[\s"]*[=+\-@|＝＋－＠]/u)
  })

  test('400: what a list would refuse', async () => {
    const wrong: [object, string, string][] = [
      [{ format: 'xml' }, 'FIELD_INVALID', 'format'],
      [{ format: 'csv', columns: ['secret'] }, 'FIELD_INVALID', 'columns.0'],
      [{ format: 'csv', filters: { status: 'DONE' } }, 'FIELD_INVALID', 'filters.status'],
      [
        { format: 'csv', filters: { amountMax: '1234567890.123456' } },
        'AMOUNT_PRECISION',
        'filters.amountMax',
      ],
      [{}, 'FIELD_REQUIRED', 'format'],
    ]
    for (const [body, code, path] of wrong) {
      const answer = await bff.post(`${base}/export`, body)
      expect([answer.status, answer.body.error.code, answer.body.error.details[0].path]).toEqual([
        400,
        code,
        path,
      ])
    }
  })

  test('404: unknown and foreign; 410 DOWNLOAD_EXPIRED: a link after 15 minutes', async () => {
    const asked = await bff.post(`${base}/export`, { format: 'jsonl' })
    const { exportId, url } = await untilReady(asked.body.data.exportId)
    const [none, foreign] = [
      await bff.get(`${base}/export/${unknown}`),
      await bff.get(`${base}/export/${exportId}`, bff.second),
    ]
    expect([none.status, none.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    expect([foreign.status, foreign.body.error.message]).toEqual([404, none.body.error.message])
    expect((await download(`${url}x`)).status).toBe(404)
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 15 * 60 })
    const late = await download(url)
    expect([late.status, JSON.parse(late.text).error.code]).toEqual([410, 'DOWNLOAD_EXPIRED'])
    const anew = (await bff.get(`${base}/export/${exportId}`)).body.data.url
    expect((await download(anew)).status).toBe(200)
  })
})

async function untilReady(exportId: string, partner?: Partner): Promise<AnyBody> {
  const read = async () => (await bff.get(`${base}/export/${exportId}`, partner)).body.data
  await expect.poll(async () => (await read()).status).toBe('READY')
  return read()
}

async function download(url: string) {
  const answer = await bff.instance.app.all.fetch(new Request(url))
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Copies of the one transfer for the second partner, all of one moment. */
async function manyTransfers(count: number): Promise<void> {
  const partnerId = parseId('par', bff.second.svcPartnerId)
  await bff.deps.db.asWorker(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = 'transfer' and is_generated = 'NEVER'
        and column_name not in ('partner_id', 'id', 'transaction_id')`.execute(tx)
    const columns = sql.raw(rows.map(({ name }) => `"${name}"`).join(', '))
    await sql`insert into transfer (partner_id, id, transaction_id, ${columns})
      select ${partnerId}, gen_random_uuid(), 'many-' || n, ${columns}
      from transfer, generate_series(1, ${count}) as n
      where id = ${parseId('exec', executionId)}`.execute(tx)
  })
}

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'export.created': 'ready',
    'webhook.updated': 'registered',
    'webhook.test': 'ping',
  })
})
