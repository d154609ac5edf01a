import { parseId } from '@corridor/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plantCopies } from '../../../test/support/database/planted-transfers.ts'
import { bankParties, payBank } from '../../../test/support/money/bank-transfers.ts'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { until } from '../../../test/support/money/wallets.ts'

const bff = ownBff()
const path = '/api/v1/xfer/utility/figures'
type Partner = Awaited<ReturnType<typeof bff.makePartner>>
let partner: Partner
let partnerId: string
let [source, destination] = ['', '']
let takeAway = () => Promise.resolve()
const dayMs = 86_400_000

/** As it is after its life; no worker processes it. The worth is in dollars, and a tenth of it fees. */
type Planted = { at: Date; worth: number; status?: string; seconds?: number; currency?: string }

beforeAll(async () => {
  const model = await payBank(bff, await bankParties(bff))
  await until(bff, model, 'COMPLETED')
  partner = await bff.makePartner('Figures')
  partnerId = parseId('par', partner.svcPartnerId) ?? ''
  const now = Date.parse((await bff.get('/api/v1/sandbox/clock')).body.data.now)
  const noon = Math.floor(now / dayMs) * dayMs - dayMs / 2
  await plant(parseId('exec', model) ?? '', [
    { at: new Date(noon), worth: 100, seconds: 10 },
    { at: new Date(noon), worth: 50.5, seconds: 20, currency: 'GBP' },
    { at: new Date(noon - 2 * dayMs), worth: 7, seconds: 400 },
    { at: new Date(noon - 2 * dayMs), worth: 1_000, status: 'FAILED' },
    { at: new Date(noon - 2 * dayMs), worth: 2_000, status: 'PENDING' },
    { at: new Date(noon - 40 * dayMs), worth: 30, seconds: 5 },
    { at: new Date(noon - 80 * dayMs), worth: 9, seconds: 5 },
  ])
})
afterAll(() => takeAway())

/** Copies of one transfer at other times. */
const plant = async (model: string, all: readonly Planted[]) => {
  takeAway = await plantCopies(
    bff.adminUrl,
    model,
    all.map(({ at, worth, status = 'COMPLETED', seconds, currency = 'EUR' }) => ({
      partner_id: partnerId,
      status,
      currency_in: currency,
      created_at: at,
      started_at: at,
      completed_at: seconds === undefined ? null : new Date(at.getTime() + seconds * 1_000),
      quote: JSON.stringify({ worth: String(worth * 1_000_000) }),
      amount_in: 1000,
      partner_fees: 60,
      svc_fees: 30,
      tx_fees: 10,
    })),
  )
  const place = await bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('transfer')
      .select(['jurisdiction_in', 'jurisdiction_out'])
      .where('id', '=', model)
      .executeTakeFirstOrThrow(),
  )
  source = place.jurisdiction_in
  destination = place.jurisdiction_out
}

const read = async (name: string, by: Partner = partner): Promise<AnyBody> => {
  const { status, body } = await bff.get(`${path}/${name}`, by)
  expect([name, status]).toEqual([name, 200])
  return body.data
}
const refused = async (name: string) => {
  const { status, body } = await bff.get(`${path}/${name}`, partner)
  return [status, body.error?.code, body.error?.details[0]?.path]
}
const busy = (days: AnyBody[]) => days.filter(({ transfers }) => transfers > 0)

describe('figures.overview', () => {
  test('200: the last 30 days and the 30 before, by day', async () => {
    const { currency, current, before } = await read('overview')
    expect(currency).toBe('USD')
    expect(current).toMatchObject({
      transfers: 5,
      completed: 3,
      failed: 1,
      volume: 157.5,
      fees: 15.75,
      medianSeconds: 20,
      p95Seconds: 362,
    })
    expect(before).toMatchObject({ transfers: 1, completed: 1, volume: 30, medianSeconds: 5 })
    for (const { days } of [current, before]) expect(days).toHaveLength(30)
    expect(current.days.at(-1).date).toBe(current.to.slice(0, 10))
    expect(before.to).toBe(current.from)
    expect(busy(current.days)).toMatchObject([
      { transfers: 3, completed: 1, volume: 7 },
      { transfers: 2, completed: 2, volume: 150.5 },
    ])
    // As many as the list that a tile leads to.
    const { from, to } = current
    const list = `/api/v1/xfer/transaction/transfers?createdFrom=${from}&createdTo=${to}`
    expect((await bff.get(list, partner)).body.pagination.total).toBe(current.transfers)
  })

  test.each([
    ['24h', 24, undefined],
    ['7d', 7, 157.5],
    ['30d', 30, 157.5],
    ['90d', 90, 196.5],
  ])('200: %s are the columns of the chart, and as many before', async (range, count, volume) => {
    const { current, before } = await read(`overview?range=${range}`)
    const { buckets } = await read(`volume?range=${range}`)
    expect([current.from, current.days.length]).toEqual([buckets[0].from, count])
    expect([before.to, before.days.length]).toEqual([current.from, count])
    // Noon of yesterday is within 24 hours or not, by the time of day.
    if (volume !== undefined) expect(current.volume).toBe(volume)
    const sum = current.days.reduce((all: number, day: AnyBody) => all + day.transfers, 0)
    expect(sum).toBe(current.transfers)
  })

  test('200: a day begins where the reader is', async () => {
    const dates = async (zone: string) => {
      const { current } = await read(`overview?zone=${encodeURIComponent(zone)}`)
      return [busy(current.days).map(({ date }) => date), current.from] as const
    }
    const [utc, from] = await dates('UTC')
    const [kiritimati, sooner] = await dates('Pacific/Kiritimati')
    const next = (date: string) => new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10)
    expect(kiritimati).toEqual(utc.map(next))
    expect(sooner).not.toBe(from)
    expect(from).toMatch(/T00:00:00/)
  })

  test.each(['Asia/Kolkata', 'Asia/Calcutta', 'America/Buenos_Aires', 'GMT', 'Etc/GMT+5'])(
    '200: %s, as one browser or another names it',
    async (zone) => {
      expect((await read(`overview?zone=${encodeURIComponent(zone)}`)).current.days).toHaveLength(
        30,
      )
    },
  )

  test('200: of another partner nothing', async () => {
    const other = await bff.makePartner('No figures')
    const { current, before } = await read('overview', other)
    for (const half of [current, before])
      expect(half).toMatchObject({ transfers: 0, volume: 0, medianSeconds: null, p95Seconds: null })
  })

  test.each(['Nowhere/Atlantis', '+01:00', 'CET-1', "UTC'"])('400: %s is no zone', async (zone) => {
    expect(await refused(`overview?zone=${encodeURIComponent(zone)}`)).toEqual([
      400,
      'FIELD_INVALID',
      'zone',
    ])
  })

  test('403: a key without transfers:read', async () => {
    const apiToken = await bff.issue(partner.svcPartnerId, ['wallets:read'])
    for (const name of ['overview', 'volume', 'corridors']) {
      const { status, body } = await bff.get(`${path}/${name}`, { ...partner, apiToken })
      expect([status, body.error?.code]).toEqual([403, 'SCOPE_MISSING'])
    }
  })
})

test('figures.overview, 400: an unknown range', async () => {
  expect(await refused('overview?range=1y')).toEqual([400, 'FIELD_INVALID', 'range'])
})

describe('figures.volume', () => {
  const sum = (numbers: number[]) => numbers.reduce((all, item) => all + item, 0)

  test.each([
    ['24h', 24],
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
  ])('200: %s in %i buckets without gaps', async (range, count) => {
    const { buckets } = await read(`volume?range=${range}`)
    expect(buckets).toHaveLength(count)
    for (const [i, { to }] of buckets.slice(0, -1).entries()) expect(buckets[i + 1].from).toBe(to)
  })

  test('200: completed ones by currency, all by status', async () => {
    const { series } = await read('volume?range=7d')
    expect(series.map(({ key }: AnyBody) => key)).toEqual(['EUR', 'GBP'])
    expect(series.map(({ volume }: AnyBody) => sum(volume))).toEqual([107, 50.5])
    const { buckets, series: byStatus } = await read('volume?range=90d&by=status')
    const found = byStatus.map((body: AnyBody) => [body.key, sum(body.transfers), sum(body.volume)])
    expect(found).toEqual([
      ['PENDING', 1, 2_000],
      ['FAILED', 1, 1_000],
      ['COMPLETED', 5, 196.5],
    ])
    expect(byStatus[0].volume).toHaveLength(buckets.length)
  })

  test('400: unknown range, breakdown or zone', async () => {
    expect(await refused('volume?range=1y')).toEqual([400, 'FIELD_INVALID', 'range'])
    expect(await refused('volume?by=day')).toEqual([400, 'FIELD_INVALID', 'by'])
    expect(await refused('volume?zone=Mars')).toEqual([400, 'FIELD_INVALID', 'zone'])
  })
})

describe('figures.corridors', () => {
  test('200: each pair, which the list narrows to the same transfers', async () => {
    const { corridors, from, to } = await read('corridors')
    expect(corridors).toMatchObject([
      {
        source: { jurisdictionId: source },
        destination: { jurisdictionId: destination },
        transfers: 5,
        completed: 3,
        failed: 1,
        volume: 157.5,
        fees: 15.75,
      },
    ])
    const total = async (query: string) =>
      (
        await bff.get(
          `/api/v1/xfer/transaction/transfers?createdFrom=${from}&createdTo=${to}&${query}`,
          partner,
        )
      ).body.pagination.total
    expect(await total(`fromJurisdiction=${source}&toJurisdiction=${destination}`)).toBe(5)
    expect(await total(`fromJurisdiction=${destination}`)).toBe(0)
    expect(await total(`toJurisdiction=${source}`)).toBe(0)
  })

  test('200: of the period that is asked for', async () => {
    const { to } = await read('corridors')
    const since = new Date(Date.parse(to) - 60 * dayMs).toISOString()
    expect((await read(`corridors?from=${since}`)).corridors[0].transfers).toBe(6)
    const until50 = new Date(Date.parse(to) - 50 * dayMs).toISOString()
    expect((await read(`corridors?from=${since}&to=${until50}`)).corridors).toEqual([])
  })

  test('400: a period that ends before it begins', async () => {
    const query = 'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z'
    expect(await refused(`corridors?${query}`)).toEqual([400, 'FIELD_INVALID', 'to'])
  })
})
