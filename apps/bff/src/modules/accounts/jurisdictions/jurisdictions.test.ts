import { shownDigits } from '@corridor/domain/money'
import { countryRules } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { type AnyBody, type Got, sharedBff } from '../../../../test/support/process/bff.ts'
import {
  jurisdictionOf,
  makePerson,
  makeVerified,
} from '../../../../test/support/people/customers.ts'

const bff = sharedBff()

const codeOf = ({ status, body }: Got) => [status, body.error?.code]
const namesOf = ({ body }: Got): string[] => body.data.map((item: { name: string }) => item.name)

/** All pages of a list, one after the other. */
async function pagesOf(path: string): Promise<AnyBody[]> {
  const { body } = await bff.get(path)
  const { nextCursor } = body.pagination
  if (nextCursor === null) return body.data
  const next = path.replace(/&cursor=.*$/, '')
  return [...body.data, ...(await pagesOf(`${next}&cursor=${nextCursor}`))]
}

describe('accounts.listJurisdictions', () => {
  const path = '/api/v1/xfer/utility/jurisdictions'

  test('200: two tokens on the dev chain and every country, with paging', async () => {
    const { body } = await bff.get(path)
    const types = body.data.map((item: { type: string }) => item.type)
    expect(types.filter((type: string) => type === 'blockchain')).toHaveLength(2)
    expect(types.filter((type: string) => type === 'country')).toHaveLength(countryRules.length)
    const total = countryRules.length + 2
    expect(body.pagination).toMatchObject({ total, hasMore: false, nextCursor: null })
    expect(await pagesOf(`${path}?limit=4`)).toEqual(body.data)
  })

  test('200: every corridor takes 100 to 1,000 units on each of its rails', async () => {
    const { body } = await bff.get(path)
    for (const { rails, features } of body.data) {
      expect(rails.length).toBeGreaterThan(0)
      for (const { min, max } of rails) {
        expect(min).toBeLessThanOrEqual(100)
        expect(max).toBeGreaterThanOrEqual(1_000)
      }
      expect(features).toMatchObject({ onRamp: true, offRamp: true, payIn: true })
      expect(features.entityTypes).toEqual(['individual', 'business'])
    }
  })

  test('200: ids are those of earlier releases, scales those of ISO 4217', async () => {
    expect(await jurisdictionOf(bff, 'US')).toMatchObject({
      id: 'jur_7dg8w496p5br2b3kddn0htvhwa',
      currency: 'USD',
      currencyScale: 2,
      countryCode: 'US',
    })
    const all = (await bff.get(path)).body.data as AnyBody[]
    expect(new Set(all.map((item) => item['currencyScale']))).toEqual(new Set([6, 18, 2, 0, 3]))
    // Amounts are shown with these digits; of a token with six at most.
    for (const { currency, currencyScale } of all)
      expect([currency, shownDigits(currency)]).toEqual([currency, Math.min(currencyScale, 6)])
  })

  test('200: by type, currency and search text', async () => {
    const euro = (await bff.get(`${path}?type=country&currency=eur`)).body.data
    expect(euro.map((body: AnyBody) => body.countryCode).toSorted()).toEqual([
      'DE',
      'ES',
      'FR',
      'IT',
      'NL',
    ])
    expect(namesOf(await bff.get(`${path}?q=united`))).toEqual([
      'United States',
      'United Kingdom',
      'United Arab Emirates',
    ])
    expect((await bff.get(`${path}?currency=SEK`)).body.data).toEqual([])
  })

  test('200: in both directions by name, and as listed or turned round by createdAt', async () => {
    const listed = namesOf(await bff.get(path))
    const byName = listed.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    expect(namesOf(await bff.get(`${path}?sort=name`))).toEqual(byName)
    expect(namesOf(await bff.get(`${path}?sort=-name`))).toEqual(byName.toReversed())
    expect(namesOf(await bff.get(`${path}?sort=createdAt`))).toEqual(listed)
    expect(namesOf(await bff.get(`${path}?sort=-createdAt`))).toEqual(listed.toReversed())
    const paged = await pagesOf(`${path}?limit=7&sort=-name`)
    expect(paged.map(({ name }) => name)).toEqual(byName.toReversed())
  })

  test('400: unknown values and a cursor of another order', async () => {
    for (const query of ['type=planet', 'sort=currency', 'limit=201'])
      expect(codeOf(await bff.get(`${path}?${query}`))).toEqual([400, 'FIELD_INVALID'])
    const { nextCursor } = (await bff.get(`${path}?limit=2`)).body.pagination
    const other = await bff.get(`${path}?limit=2&sort=name&cursor=${nextCursor}`)
    expect(codeOf(other)).toEqual([400, 'CURSOR_INVALID'])
  })
})

describe('accounts.listCorridors', () => {
  const path = '/api/v1/xfer/utility/corridors'
  const corridor = async (from: string, to: string, more = '') => {
    const ends = await Promise.all([jurisdictionOf(bff, from), jurisdictionOf(bff, to)])
    const { body } = await bff.get(`${path}?from=${ends[0].id}&to=${ends[1].id}${more}`)
    return body.data
  }

  test('200: every pair of ends, tokens to themselves alone', async () => {
    const all = await pagesOf(`${path}?limit=100`)
    const kinds = Map.groupBy(all, ({ direction }) => direction)
    const countries = countryRules.length
    const counts = [...kinds].map(([kind, list]) => [kind, list.length] as const)
    expect(Object.fromEntries(counts)).toEqual({
      CRYPTO_TO_CRYPTO: 2,
      FIAT_TO_FIAT: countries * countries,
      OFF_RAMP: countries * 2,
      ON_RAMP: countries * 2,
    })
    for (const { from, to } of kinds.get('CRYPTO_TO_CRYPTO') ?? []) expect(from).toEqual(to)
    const { pagination } = (await bff.get(path)).body
    expect(pagination).toMatchObject({ limit: 50, hasMore: true, total: all.length })
  })

  test('200: fee, time and requirements of one corridor', async () => {
    expect(await corridor('US', 'token')).toMatchObject([
      {
        from: { name: 'United States', currency: 'USD', type: 'country' },
        to: { type: 'blockchain' },
        direction: 'ON_RAMP',
        fee: {
          fixed: { amount: 0.7, currency: 'USD' },
          bps: 50,
          summary: '0.70 USD and 0.5 % of the amount; mid rate less 0.25 %',
        },
        health: 'AVAILABLE',
      },
    ])
    const [out] = await corridor('token', 'DE')
    expect(out.direction).toBe('OFF_RAMP')
    expect(out.requirements.summary).toContain('Germany')
    expect(out.requirements).not.toHaveProperty('ready')
    expect(out.etaMinutes).toBeGreaterThan(0)
    const [same] = await corridor('token', 'token')
    expect(same.fee).toMatchObject({ fixed: { amount: 0 }, bps: 0, summary: 'No fee.' })
  })

  test('200: whether a customer is ready, and what it lacks', async () => {
    const stranger = await makePerson(bff)
    const [lacking] = await corridor('US', 'DE', `&entityId=${stranger}`)
    expect(lacking.requirements).toMatchObject({ entityId: stranger, ready: false })
    expect(lacking.requirements.missing.length).toBeGreaterThan(0)
    // From wallet to wallet no one is verified.
    const [wallets] = await corridor('token', 'token', `&entityId=${stranger}`)
    expect(wallets.requirements).toMatchObject({ ready: true, missing: [] })
    const verified = await makeVerified(bff)
    const [ready] = await corridor('US', 'DE', `&entityId=${verified}`)
    expect(ready.requirements).toMatchObject({ entityId: verified, ready: true, missing: [] })
  })

  test('200: none from a jurisdiction that there is not', async () => {
    expect((await bff.get(`${path}?from=jur_x`)).body.data).toEqual([])
    const us = await jurisdictionOf(bff, 'US')
    const { body } = await bff.get(`${path}?from=${us.id}&limit=200`)
    expect(body.data).toHaveLength(countryRules.length + 2)
  })

  test('400: unknown values, and a cursor of another corridor', async () => {
    expect(codeOf(await bff.get(`${path}?sort=fee`))).toEqual([400, 'FIELD_INVALID'])
    expect(codeOf(await bff.get(`${path}?cursor=x`))).toEqual([400, 'CURSOR_INVALID'])
  })

  test('404: another partner’s customer', async () => {
    const foreign = await makePerson(bff, {}, bff.second)
    const refused = await bff.get(`${path}?entityId=${foreign}`)
    expect(codeOf(refused)).toEqual([404, 'ENTITY_NOT_FOUND'])
  })
})
