import { beforeAll, expect, test } from 'vitest'
import { aParty, aQuote, quote, type Side } from '../../../../test/support/money/ordinary.ts'
import { type AnyBody, sharedBff } from '../../../../test/support/process/bff.ts'

const bff = sharedBff()
let from: Side
let to: Side
beforeAll(async () => {
  ;[from, to] = await Promise.all([aParty(bff, 'DE'), aParty(bff, 'ES')])
})

test('a quote’s cost centre is read back, filtered by, described and exported', async () => {
  const quoted = async (change: Record<string, unknown>): Promise<string> => {
    const { status, body } = await quote(bff, aQuote(from, to, change))
    expect(status).toBe(200)
    return body.data.executionId
  }
  const north = await quoted({ costCentre: 'SALES_NORTH' })
  await quoted({ costCentre: 'SALES_SOUTH' })
  const without = await quoted({})
  const refused = await quote(bff, aQuote(from, to, { costCentre: 'sales north' }))
  expect(refused.status).toBe(400)

  const base = '/api/v1/xfer/transaction/transfers'
  const read = async (id: string) =>
    (await bff.get(`/api/v1/xfer/transaction/transfer/${id}`)).body.data
  expect((await read(north)).costCentre).toBe('SALES_NORTH')
  expect(await read(without)).not.toHaveProperty('costCentre')
  const listed = await bff.get(`${base}?includeQuotes=true&costCentre=SALES_NORTH`)
  expect(listed.body.data.map((item: AnyBody) => item.executionId)).toEqual([north])

  const document = await (await bff.instance.app.all.request('/api/v1/openapi.json')).text()
  expect(document).toContain('Where the payer books the transfer')
  const { body } = await bff.post('/api/v1/xfer/utility/exports', {
    format: 'csv',
    list: 'transfers',
    filters: { includeQuotes: 'true', costCentre: 'SALES_NORTH' },
    columns: ['executionId', 'costCentre'],
  })
  const job = async () =>
    (await bff.get(`/api/v1/xfer/utility/exports/${body.data.exportId}`)).body.data
  await expect.poll(async () => (await job()).status).toBe('READY')
  const file = await bff.instance.app.all.fetch(new Request((await job()).url))
  expect(await file.text()).toBe(`executionId,costCentre\r\n${north},SALES_NORTH\r\n`)
})
