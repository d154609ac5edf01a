import { describe, expect, test } from 'vitest'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'
import { aBusiness, aPerson } from '../../../test/support/people/samples.ts'

const bff = sharedBff()

const create = '/api/v1/xfer/entity/create'

const inNauru = (country: string) => ({ addressLine1: 'District 3', city: '', country })

describe('entities.create', () => {
  test('200: a person is created and read back as it was sent', async () => {
    const sent = aPerson({ email: 'ada@example.com' })
    const made = await bff.post(create, sent)
    expect(made.status).toBe(200)
    expect(made.body.data.entityId).toMatch(/^ent_[0-9a-z]{26}$/)
    expect(made.body.data.entity).toMatchObject({ ...sent, kycStatus: 'NOT_STARTED', version: 1 })
    const read = await bff.get(`/api/v1/xfer/entity/${made.body.data.entityId}`)
    expect(read.body).toEqual({
      success: true,
      message: expect.any(String),
      data: made.body.data.entity,
    })
  })

  test('200: a business keeps its registration and its people', async () => {
    const lei = '529900T8BM49AURSDO55'
    const made = await bff.post(create, aBusiness({ email: 'office@example.com', lei }))
    expect(made.status).toBe(200)
    expect(made.body.data.entity).toMatchObject({
      type: 'business',
      lei,
      businessName: 'Orchid Clinics Pte',
      firstName: '',
      dateOfBirth: '',
      associatedPersons: [{ roles: ['owner'] }],
    })
  })

  test('200: one name is a name, kept without what nobody sees', async () => {
    const sent = aPerson({ email: 'mononym@example.com', firstName: '', lastName: ' محمد\u200B ' })
    const made = await bff.post(create, sent)
    expect(made.body.data.entity).toMatchObject({ firstName: '', lastName: 'محمد' })
  })

  test('200: unknown members are named, not stored', async () => {
    const sent = {
      ...aPerson({ email: 'extra@example.com' }),
      status: 'APPROVED',
      permanentAddress: { ...aPerson().permanentAddress, planet: 'Earth' },
    }
    const made = await bff.post(create, sent)
    expect(made.headers.get('x-ignored-fields')).toBe('permanentAddress.planet, status')
    expect(JSON.stringify(made.body)).not.toContain('Earth')
  })

  test.each([
    ['no first name', { firstName: undefined }, 'FIELD_REQUIRED', 'firstName'],
    ['a number for a name', { firstName: 7 }, 'FIELD_INVALID', 'firstName'],
    ['a name of 201 characters', { firstName: 'x'.repeat(201) }, 'FIELD_INVALID', 'firstName'],
    ['a NUL in a name', { firstName: 'a\u0000b' }, 'FIELD_INVALID', 'firstName'],
    ['a name without a letter', { firstName: '-' }, 'FIELD_INVALID', 'firstName'],
    ['letters that are turned round', { lastName: 'a\u202Eb' }, 'FIELD_INVALID', 'lastName'],
    ['neither of two names', { firstName: '', lastName: ' ' }, 'FIELD_INVALID', 'firstName'],
    ['an e-mail without host', { email: 'ada@' }, 'FIELD_INVALID', 'email'],
    ['a phone number of no plan', { phoneNumber: '+4900000000' }, 'FIELD_INVALID', 'phoneNumber'],
    ['a country that is none', { nationality: 'XX' }, 'FIELD_INVALID', 'nationality'],
    ['a birth in the future', { dateOfBirth: '2999-01-01' }, 'FIELD_INVALID', 'dateOfBirth'],
    ['a birth of another age', { dateOfBirth: '1899-12-31' }, 'FIELD_INVALID', 'dateOfBirth'],
    ['a name in quotes', { email: '"ada b"@example.com' }, 'FIELD_INVALID', 'email'],
    ['no city', { permanentAddress: inNauru('DE') }, 'FIELD_INVALID', 'permanentAddress.city'],
    ['a day that is none', { dateOfBirth: '1990-02-30' }, 'FIELD_INVALID', 'dateOfBirth'],
    ['another type', { type: 'robot' }, 'FIELD_INVALID', 'type'],
  ])('400: %s', async (_, change, code, path) => {
    const refused = await bff.post(create, {
      ...aPerson({ email: 'refused@example.com' }),
      ...change,
    })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      success: false,
      error: {
        code,
        type: 'validation',
        retryable: false,
        requestId: expect.stringMatching(/^req_/),
      },
    })
    expect(refused.body.error.details).toContainEqual(expect.objectContaining({ path, code }))
  })

  test.each(['javascript:alert(1)', 'https://a.example/\u0000'])(
    '400: a website is an address of the web, not %j',
    async (website) => {
      const refused = await bff.post(create, aBusiness({ email: 'site@example.com', website }))
      expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'website'])
    },
  )

  test('400: a legal entity identifier has check digits', async () => {
    const wrong = { email: 'lei@example.com', lei: '529900T8BM49AURSDO56' }
    const refused = await bff.post(create, aBusiness(wrong))
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'lei'])
  })

  test('200: a country without towns, its code in small letters, a domain beyond ASCII', async () => {
    const sent = {
      email: 'ada@münchen.example',
      nationality: 'de',
      permanentAddress: inNauru('NR'),
    }
    const made = (await bff.post(create, aPerson(sent))).body.data
    expect(made.entity).toMatchObject({
      email: 'ada@xn--mnchen-3ya.example',
      nationality: 'DE',
      permanentAddress: { city: '', country: 'NR' },
    })
    for (const email of ['ada@münchen.example', 'Ada@xn--mnchen-3ya.example']) {
      const found = await bff.get(`/api/v1/xfer/entity/email/${encodeURIComponent(email)}`)
      expect(found.body.data.entityId).toBe(made.entityId)
    }
  })

  test('409: an e-mail address belongs to one customer, whatever its case', async () => {
    const made = await bff.post(create, aPerson({ email: 'once@example.com' }))
    const again = await bff.post(create, aPerson({ email: 'ONCE@example.com' }))
    expect(again.status).toBe(409)
    expect(again.body.error.code).toBe('ENTITY_EMAIL_EXISTS')
    expect(again.body.error.details[0].existingId).toBe(made.body.data.entityId)
    const other = await bff.post(create, aPerson({ email: 'once@example.com' }), {}, bff.second)
    expect(other.status).toBe(200)
  })
})

describe('entities.read', () => {
  test('404: an id that is none, unknown or another partner’s', async () => {
    const made = await bff.post(create, aPerson({ email: 'mine@example.com' }))
    const foreign = await bff.get(`/api/v1/xfer/entity/${made.body.data.entityId}`, bff.second)
    const unknown = await bff.get('/api/v1/xfer/entity/ent_01h455vb4pex5vsknk084sn02q')
    const nonsense = await bff.get('/api/v1/xfer/entity/create')
    for (const answer of [foreign, unknown, nonsense]) {
      expect(answer.status).toBe(404)
      expect(answer.body.error.code).toBe('ENTITY_NOT_FOUND')
    }
    expect({ ...foreign.body, error: { ...foreign.body.error, requestId: '' } }).toEqual({
      ...unknown.body,
      error: { ...unknown.body.error, requestId: '' },
    })
  })
})

describe('entities.list', () => {
  test('200: pages hold every customer once, newest first, of this partner alone', async () => {
    const partner = bff.second
    for (let i = 0; i < 5; i++)
      await bff.post(create, aPerson({ email: `page${i}@example.com` }), {}, partner)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await bff.get(
        `/api/v1/xfer/entity?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        partner,
      )
      expect(page.status).toBe(200)
      seen.push(...page.body.data.map((entity: { email: string }) => entity.email))
      cursor = page.body.pagination.nextCursor ?? ''
    } while (cursor)
    expect(seen.slice(0, 5)).toEqual([4, 3, 2, 1, 0].map((i) => `page${i}@example.com`))
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('200: filters by search text, type, country and status', async () => {
    const partner = bff.second
    const found = await bff.get(
      '/api/v1/xfer/entity?q=PAGE3&type=individual&country=GB&kycStatus=NOT_STARTED',
      partner,
    )
    expect(found.body.data.map((entity: { email: string }) => entity.email)).toEqual([
      'page3@example.com',
    ])
    expect(found.body.pagination.total).toBe(1)
  })

  test('200: by id, and by the very time that the record names', async () => {
    const made = await bff.post(create, aPerson({ email: 'found@example.com' }))
    const { entityId, entity } = made.body.data
    for (const query of [
      `q=${entityId}`,
      `q=found@example.com&createdFrom=${entity.createdAt}&createdTo=${entity.createdAt}`,
    ]) {
      const { body } = await bff.get(`/api/v1/xfer/entity?${query}`)
      expect(body.data.map((customer: { entityId: string }) => customer.entityId)).toEqual([
        entityId,
      ])
    }
  })

  test('200: pages by name continue after the longest name', async () => {
    const long = { firstName: '𠮷'.repeat(100), lastName: '𠮷'.repeat(100) }
    await bff.post(create, aPerson({ email: 'long@example.com', ...long }))
    await bff.post(create, aPerson({ email: 'longer@example.com', ...long }))
    const first = await bff.get('/api/v1/xfer/entity?sort=-name&limit=1')
    const cursor = encodeURIComponent(first.body.pagination.nextCursor)
    const second = await bff.get(`/api/v1/xfer/entity?sort=-name&limit=1&cursor=${cursor}`)
    expect([second.status, second.body.data[0]?.firstName]).toEqual([200, long.firstName])
  })

  test.each([
    ['limit=0'],
    ['limit=201'],
    ['limit=x'],
    ['sort=colour'],
    ['type=robot'],
    ['kycStatus=FINE'],
    ['createdFrom=yesterday'],
    ['country=ZZ'],
  ])('400: %s is refused, never clamped', async (query) => {
    const refused = await bff.get(`/api/v1/xfer/entity?${query}`)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
  })

  test('200: as much of each item as `fields` names, on every page', async () => {
    const read = async (query: string) => (await bff.get(`/api/v1/xfer/entity?${query}`)).body
    const whole = await read('limit=1')
    const few = await read('limit=1&fields=entityId,permanentAddress.country,missing')
    expect(few.data).toEqual(
      whole.data.map(({ entityId, permanentAddress, missing }: AnyBody) => ({
        entityId,
        permanentAddress: { country: permanentAddress.country },
        missing,
      })),
    )
    const next = `limit=1&cursor=${whole.pagination.nextCursor}`
    const [{ email }] = (await read(next)).data
    expect((await read(`${next}&fields=email`)).data).toEqual([{ email }])
    const refused = await bff.get('/api/v1/xfer/entity?fields=nothing')
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
  })

  test('400: a cursor is good for its own list, filter and partner alone', async () => {
    const page = await bff.get('/api/v1/xfer/entity?limit=1')
    const cursor = encodeURIComponent(page.body.pagination.nextCursor)
    const answers = [
      await bff.get(`/api/v1/xfer/entity?limit=1&q=a&cursor=${cursor}`),
      await bff.get(`/api/v1/xfer/accounts/external?cursor=${cursor}`),
      await bff.get(`/api/v1/xfer/entity?limit=1&cursor=${cursor}`, bff.second),
      await bff.get('/api/v1/xfer/entity?cursor=abc'),
      await bff.get('/api/v1/xfer/entity?cursor='),
      await bff.get(`/api/v1/xfer/entity?cursor=${'x'.repeat(1000)}`),
    ]
    for (const answer of answers)
      expect([answer.status, answer.body.error.code]).toEqual([400, 'CURSOR_INVALID'])
  })
})
