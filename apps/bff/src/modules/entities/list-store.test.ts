import { parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'
import { aBusiness, aPerson } from '../../../test/support/people/samples.ts'

const bff = sharedBff()

const planted = 3_000
const plantedAddress = JSON.stringify(aPerson().permanentAddress)

async function made(sample: AnyBody): Promise<string> {
  const { body } = await bff.post('/api/v1/xfer/entity/create', sample)
  return body.data.entityId
}
const list = async (query: string, partner = bff.first): Promise<AnyBody> => {
  const { status, body } = await bff.get(`/api/v1/xfer/entity?${query}`, partner)
  expect(status).toBe(200)
  return body
}
const namesOf = ({ data }: AnyBody): string[] => data.map(({ email }: AnyBody) => email)
const inDatabase = (id: string) => parseId('ent', id) ?? ''

describe('entities.list', () => {
  test('200: items say how many accounts and wallets there are, and what verification lacks', async () => {
    const item = await made(aPerson({ email: 'one@example.com' }))
    const two = await made(aPerson({ email: 'two@example.com' }))
    await bff.deps.db.asWorker(async (tx) => {
      await tx
        .insertInto('wallet')
        .columns(['partner_id', 'id', 'entity_id', 'name', 'created_at'])
        .expression((eb) =>
          eb
            .selectFrom('entity')
            .select(['partner_id', sql<string>`gen_random_uuid()`.as('id'), 'id as entity_id'])
            .select([sql<string>`'W'`.as('name'), 'created_at'])
            .where('id', '=', inDatabase(item)),
        )
        .execute()
      await tx
        .updateTable('entity')
        .set({ kyc_missing: ['document:identity', 'onlyHere'] })
        .where('id', '=', inDatabase(two))
        .execute()
    })
    const all = await list('')
    const facts = all.data.map((row: AnyBody) => [row.email, row.accounts, row.wallets])
    expect(facts).toEqual([
      ['two@example.com', 0, 0],
      ['one@example.com', 0, 1],
    ])
    expect(all.data[0].missing).toEqual(['document:identity', 'onlyHere'])
    expect(all.data[1].missing.length).toBeGreaterThan(0)
    expect(namesOf(await list('hasWallet=true'))).toEqual(['one@example.com'])
    expect(namesOf(await list('hasWallet=false'))).toEqual(['two@example.com'])
    expect(namesOf(await list('missing=onlyHere'))).toEqual(['two@example.com'])
    expect(namesOf(await list('missing=nothing'))).toEqual([])
    expect((await list('missing=onlyHere')).pagination.total).toBe(1)
  })

  test('200: a country is the nationality, the address or the place of incorporation', async () => {
    const address = { ...aPerson().permanentAddress, country: 'KE' }
    await made(aPerson({ email: 'ng@example.com', nationality: 'NG', permanentAddress: address }))
    await made(aBusiness({ email: 'ae@example.com', incorporationCountry: 'AE' }))
    expect(namesOf(await list('country=NG'))).toEqual(['ng@example.com'])
    expect(namesOf(await list('country=KE'))).toEqual(['ng@example.com'])
    expect(namesOf(await list('country=AE'))).toEqual(['ae@example.com'])
  })

  test('200: a text is looked for as it is written, in any case, also with the signs of patterns', async () => {
    await made(aPerson({ email: 'odd@example.com', lastName: '100%_Ünal\\Ltd' }))
    for (const q of ['100%_', '%', 'ÜNAL', 'ünal\\l', '_ü'])
      expect([q, namesOf(await list(`q=${encodeURIComponent(q)}`))]).toEqual([
        q,
        ['odd@example.com'],
      ])
    expect(namesOf(await list('q=100x'))).toEqual([])
  })

  test('400: hasWallet is true or false', async () => {
    const refused = await bff.get('/api/v1/xfer/entity?hasWallet=maybe')
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'hasWallet'])
  })
})

describe('a list of thousands', () => {
  beforeAll(async () => {
    const { svcPartnerId } = bff.second
    await bff.deps.db.asWorker((tx) =>
      sql`insert into entity (partner_id, id, type, first_name, last_name, business_name, email,
          phone_number, nationality, permanent_address, kyc_status, kyc_missing, created_at,
          updated_at, version)
        select ${parseId('par', svcPartnerId) ?? null}, gen_random_uuid(), 'individual',
          case when n % 7 = 0 then 'Common' else 'Other' end, 'N' || n % 10, '', n || '@plant.example',
          '+442071838750', 'GB', ${plantedAddress}::jsonb,
          case when n % 100 = 0 then 'APPROVED' else 'NOT_STARTED' end,
          case when n % 2 = 0 then array['taxId'] else array['email'] end,
          -- Several at the very same time, so that only the id distinguishes them.
          now() - (n / 4) * interval '1 minute', now(), 1
        from generate_series(1, ${planted}) n`.execute(tx),
    )
  })

  async function walk(query: string): Promise<{ seen: string[]; total: number | undefined }> {
    const seen: string[] = []
    let cursor = ''
    let total: number | undefined
    do {
      const page = await list(`${query}&limit=200${cursor}`, bff.second)
      if (cursor === '') total = page.pagination.total
      seen.push(...namesOf(page))
      const { nextCursor } = page.pagination
      cursor = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`
    } while (cursor !== '')
    return { seen, total }
  }

  test.each([
    ['nothing asked', '', planted, planted],
    ['by name', 'sort=name', planted, planted],
    ['backwards by name', 'sort=-name', planted, planted],
    ['oldest first', 'sort=createdAt', planted, planted],
    ['a text that few have', 'q=common&sort=name', 428, 428],
    ['a text that very many have', 'q=plant.example', planted, undefined],
    ['very many, and one status', 'q=plant.example&kycStatus=APPROVED', 30, 30],
    ['a missing key', 'missing=taxId&sort=-name', 1500, 1500],
    ['a text and a missing key', 'q=common&missing=taxId', 214, 214],
    ['another country', 'country=DE', 0, 0],
  ])('200: %s: each customer once, and an honest total', async (_, query, many, total) => {
    const walked = await walk(query)
    expect([walked.seen.length, new Set(walked.seen).size]).toEqual([many, many])
    expect(walked.total).toBe(total)
  })

  test('the order is the one that was asked for', async () => {
    const { data } = await list('sort=name&limit=200', bff.second)
    const names = data.map((row: AnyBody) => `${row.lastName} ${row.firstName}`.toLowerCase())
    expect(names).toEqual(names.toSorted())
  })

  test('pages continue from an index, which row security allows for columns alone', async () => {
    const plan = await bff.deps.db.withPartner(
      parseId('par', bff.second.svcPartnerId) ?? '',
      async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from entity
          where (sort_name, id) > ('n5', '00000000-0000-7000-8000-000000000000')
          order by sort_name, id limit 5`.execute(tx)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      },
    )
    expect(plan).toMatch(
      /Index Only Scan using entity_by_name[^]*Index Cond: .*ROW\(sort_name, id\)/,
    )
  })
})
