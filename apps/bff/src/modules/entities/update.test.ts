import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { aBusiness, aPerson } from '../../../test/support/people/samples.ts'
import { parseId, type ShownKycStatus } from '@corridor/domain'

const bff = ownBff()

const path = (id: string) => `/api/v1/xfer/entity/${id}`
let count = 0
const anEmail = () => `customer${(count += 1)}@example.com`

async function made(sample: AnyBody = aPerson({ email: anEmail() })): Promise<AnyBody> {
  const { status, body } = await bff.post('/api/v1/xfer/entity/create', sample)
  expect(status).toBe(200)
  return body.data.entity
}
const put = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  bff.send(path(id), { method: 'PUT', body, headers })
const setStatus = (id: string, status: ShownKycStatus) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .updateTable('entity')
      .set({ kyc_status: status })
      .where('id', '=', parseId('ent', id) ?? '')
      .execute(),
  )
const detailsOf = (answer: AnyBody) =>
  answer.body.error.details.map(({ path: at, code }: AnyBody) => `${at} ${code}`).sort()

describe('entities.update', () => {
  test('200: submitted fields change, all else stays; event and audit name the fields alone', async () => {
    const before = await made()
    const changed = await put(before.entityId, {
      phoneNumber: '+4915112345678',
      firstName: 'Grace',
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        ...before,
        phoneNumber: '+4915112345678',
        firstName: 'Grace',
        version: 2,
        updatedAt: expect.any(String),
      },
    })
    expect((await bff.get(path(before.entityId))).body.data).toEqual(changed.body.data)
    const events = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('event').selectAll().where('subject_id', '=', before.entityId).execute(),
    )
    const event = events.find(({ type }) => type === 'updated')
    expect(event).toMatchObject({ category: 'entity', status: 'updated', subject_version: 2 })
    expect(event?.object).toMatchObject({
      entityId: before.entityId,
      changes: ['phoneNumber', 'firstName'],
    })
    const audit = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('audit').selectAll().where('object_id', '=', before.entityId).execute(),
    )
    expect(audit.map(({ action }) => action).sort()).toEqual(['entity.create', 'entity.update'])
    expect(JSON.stringify([event, audit])).not.toContain('Grace')
  })

  test('200: a record may be sent back as it was read, and nothing changes', async () => {
    for (const sample of [aPerson({ email: anEmail() }), aBusiness({ email: anEmail() })]) {
      const before = await made(sample)
      const answer = await put(before.entityId, before)
      expect(answer.status).toBe(200)
      expect(answer.body.message).toContain('already')
      expect(answer.body.data).toEqual(before)
    }
  })

  test('200: optional members are taken away by an empty one', async () => {
    const optional = {
      website: 'https://orchid.example',
      externalReference: 'ref-1',
      industry: 'x',
    }
    const before = await made(
      aBusiness({ email: anEmail(), metadata: { tier: 'gold' }, ...optional }),
    )
    const emptied = { website: '', externalReference: '', metadata: {}, associatedPersons: [] }
    const { data } = (await put(before.entityId, emptied)).body
    expect(data).not.toHaveProperty('website')
    expect(data).not.toHaveProperty('externalReference')
    expect(data).toMatchObject({ industry: 'x', associatedPersons: [], version: 2 })
    expect((await put(before.entityId, emptied)).body.message).toContain('already')
  })

  test('200: any unlocked fields read back as they were sent, once verified too', async () => {
    const text = fc
      .stringMatching(/^[A-Za-zäöüÄ' -]{1,40}$/)
      .map((term) => `x${term}`.replaceAll(/ +/g, ' ').trim())
    const unlocked = fc.record(
      {
        phoneNumber: fc.constantFrom('+442071838750', '+6567654321', '+4915112345678'),
        permanentAddress: fc.record({
          addressLine1: text,
          addressLine2: text,
          locality: fc.constant(''),
          city: text,
          state: text,
          country: fc.constantFrom('GB', 'SG', 'DE'),
          postalCode: fc.constantFrom('', '10115'),
        }),
        externalReference: text,
        metadata: fc.dictionary(fc.stringMatching(/^[a-z]{1,10}$/), text, { minKeys: 1 }),
        website: fc.constantFrom('https://a.example/x', 'http://b.example'),
        industry: text,
        email: fc.nat().map((n) => `round${n}.${(count += 1)}@example.com`),
      },
      { requiredKeys: [] },
    )
    const before = await made(aBusiness({ email: anEmail() }))
    await setStatus(before.entityId, 'APPROVED')
    let expected = { ...before, kycStatus: 'APPROVED' }
    await fc.assert(
      fc.asyncProperty(unlocked, async (change) => {
        const answer = await put(before.entityId, change)
        expect(answer.status).toBe(200)
        expected = { ...expected, ...change }
        const {
          version: _v,
          updatedAt: _u,
          ...read
        } = (await bff.get(path(before.entityId))).body.data
        expect({ ...expected, ...read }).toEqual({ ...expected })
        expect(answer.body.data).toMatchObject(read)
      }),
      { numRuns: process.env['FULL'] ? 60 : 12 },
    )
  })

  test('400: all faults at once, by schema and by rules, in dotted paths', async () => {
    const { entityId } = await made(aBusiness({ email: anEmail() }))
    const [person] = aBusiness().associatedPersons
    const wrong = {
      email: 'nobody',
      phoneNumber: '+4900000000',
      incorporationCountry: 'XX',
      incorporationDate: '2999-01-01',
      associatedPersons: [
        { ...person, ownershipPercent: 60, nationality: 'ZZ' },
        { ...person, email: 'mei', ownershipPercent: 40.5, roles: ['king'] },
      ],
    }
    const faults = [
      'associatedPersons.0.nationality FIELD_INVALID',
      'associatedPersons.1.email FIELD_INVALID',
      'associatedPersons.1.ownershipPercent FIELD_INVALID',
      'associatedPersons.1.roles.0 FIELD_INVALID',
      'email FIELD_INVALID',
      'incorporationCountry FIELD_INVALID',
      'incorporationDate FIELD_INVALID',
      'phoneNumber FIELD_INVALID',
    ]
    const refused = await put(entityId, wrong)
    expect([refused.status, refused.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    expect(detailsOf(refused)).toEqual(faults)
    const created = await bff.post('/api/v1/xfer/entity/create', { ...aBusiness(), ...wrong })
    expect(detailsOf(created)).toEqual(faults)
    expect((await bff.get(path(entityId))).body.data.version).toBe(1)
  })

  test('200: one name moves from one part to the other, 400: it cannot be taken away', async () => {
    const { entityId } = await made(aPerson({ email: anEmail(), firstName: '', lastName: 'محمد' }))
    const moved = await put(entityId, { firstName: 'محمد', lastName: '' })
    expect(moved.body.data).toMatchObject({ firstName: 'محمد', lastName: '' })
    const nobody = await put(entityId, { firstName: '' })
    expect([nobody.status, ...detailsOf(nobody)]).toEqual([400, 'firstName FIELD_INVALID'])
  })

  test('400: members of the other type, and needed ones made empty', async () => {
    const person = await made()
    const business = await made(aBusiness({ email: anEmail() }))
    const item = await put(person.entityId, { businessName: 'Ltd', website: 'https://a.example' })
    expect([item.status, ...detailsOf(item)]).toEqual([
      400,
      'businessName FIELD_INVALID',
      'website FIELD_INVALID',
    ])
    const other = await put(business.entityId, { firstName: 'Mei', dateOfBirth: '1990-01-01' })
    expect([other.status, ...detailsOf(other)]).toEqual([
      400,
      'dateOfBirth FIELD_INVALID',
      'firstName FIELD_INVALID',
    ])
    const emptied = await put(person.entityId, { firstName: '', lastName: '', dateOfBirth: '' })
    expect([emptied.status, ...detailsOf(emptied)]).toEqual([
      400,
      'dateOfBirth FIELD_INVALID',
      'firstName FIELD_INVALID',
      'lastName FIELD_INVALID',
    ])
  })

  test('404: an unknown entity and another partner’s are the same', async () => {
    const { entityId } = await made()
    const foreign = await bff.send(path(entityId), {
      method: 'PUT',
      body: { firstName: 'Eve' },
      token: bff.second.apiToken,
    })
    const unknown = await put('ent_01h455vb4pex5vsknk084sn02q', { firstName: 'Eve' })
    for (const answer of [foreign, unknown])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    expect((await bff.get(path(entityId))).body.data.firstName).toBe('Ada')
  })

  test('409: an e-mail address of another customer; its own in other letters is fine', async () => {
    const [first, two] = [await made(), await made()]
    const taken = await put(two.entityId, { email: first.email.toUpperCase(), industry: 'none' })
    expect([taken.status, taken.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    const refused = await put(two.entityId, { email: first.email.toUpperCase() })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'ENTITY_EMAIL_EXISTS'])
    expect(refused.body.error.details[0].existingId).toBe(first.entityId)
    const own = await put(two.entityId, { email: two.email.toUpperCase() })
    expect([own.status, own.body.data.email]).toEqual([200, two.email.toUpperCase()])
  })

  test('409: a version that If-Match does not name is not changed', async () => {
    const { entityId } = await made()
    const first = await put(entityId, { firstName: 'Grace' }, { 'if-match': '"1"' })
    const stale = await put(entityId, { firstName: 'Eve' }, { 'if-match': '"1"' })
    expect([first.status, first.body.data.version]).toEqual([200, 2])
    expect([stale.status, stale.body.error.code]).toEqual([409, 'VERSION_CONFLICT'])
    const odd = await put(entityId, { firstName: 'Eve' }, { 'if-match': 'abc' })
    expect([odd.status, odd.body.error.code]).toEqual([400, 'FIELD_INVALID'])
  })

  test('422: what was verified is locked, one line for each field that would change', async () => {
    const person = await made()
    const business = await made(aBusiness({ email: anEmail() }))
    for (const status of ['APPROVED', 'PAUSED'] as const) {
      await setStatus(person.entityId, status)
      await setStatus(business.entityId, status)
      const refused = await put(person.entityId, {
        ...person,
        lastName: 'Lovelace',
        nationality: 'DE',
      })
      expect([refused.status, refused.body.error.code]).toEqual([422, 'ENTITY_FIELD_LOCKED'])
      expect(detailsOf(refused)).toEqual([
        'lastName ENTITY_FIELD_LOCKED',
        'nationality ENTITY_FIELD_LOCKED',
      ])
      const registration = await put(business.entityId, { taxId: 'T1', businessName: 'Other' })
      expect(detailsOf(registration)).toEqual([
        'businessName ENTITY_FIELD_LOCKED',
        'taxId ENTITY_FIELD_LOCKED',
      ])
    }
    expect((await put(person.entityId, { ...person, externalReference: 'x' })).status).toBe(200)
    await setStatus(person.entityId, 'EXPIRED')
    expect((await put(person.entityId, { lastName: 'Lovelace' })).status).toBe(200)
  })

  test('400: a Latin name beside a name in Latin letters, and one of somebody else once verified', async () => {
    const person = await made()
    const arabic = { firstName: 'محمد', lastName: 'علي' }
    const other = await made(aPerson({ ...arabic, email: anEmail() }))
    const thief = { latinName: 'Boris Thief' }
    const bare = aPerson({ ...thief, email: anEmail() })
    const created = await bff.post('/api/v1/xfer/entity/create', bare)
    expect([created.status, ...detailsOf(created)]).toEqual([400, 'latinName FIELD_INVALID'])
    const [owner] = aBusiness().associatedPersons
    const business = aBusiness({ email: anEmail(), associatedPersons: [{ ...owner, ...thief }] })
    const persons = await bff.post('/api/v1/xfer/entity/create', business)
    expect(detailsOf(persons)).toEqual(['associatedPersons.0.latinName FIELD_INVALID'])
    for (const status of ['NOT_STARTED', 'APPROVED'] as const) {
      await setStatus(person.entityId, status)
      const refused = await put(person.entityId, thief)
      expect([refused.status, ...detailsOf(refused)]).toEqual([400, 'latinName FIELD_INVALID'])
      const same = await put(person.entityId, { latinName: 'Ada Okonkwo' })
      expect([same.status, same.body.data.version]).toEqual([200, 1])
    }
    await setStatus(other.entityId, 'APPROVED')
    const foreign = await put(other.entityId, thief)
    expect([foreign.status, ...detailsOf(foreign)]).toEqual([400, 'latinName FIELD_INVALID'])
    expect(foreign.body.error.details[0].message).toContain('Mohammed Ali')
    expect((await put(other.entityId, { latinName: 'Mohamed Aly' })).status).toBe(200)
  })

  test('422 POLICY_BLOCKED: a country under embargo, or a minor, once submitted; free before', async () => {
    const person = await made()
    expect((await put(person.entityId, { nationality: 'IR' })).status).toBe(200)
    expect((await put(person.entityId, { nationality: 'GB' })).status).toBe(200)
    await setStatus(person.entityId, 'UNDER_REVIEW')
    const address = { ...person.permanentAddress, country: 'KP' }
    const minor = { dateOfBirth: '2020-01-01', nationality: 'IR', permanentAddress: address }
    const refused = await put(person.entityId, minor)
    expect([refused.status, refused.body.error.code]).toEqual([422, 'POLICY_BLOCKED'])
    expect(detailsOf(refused)).toEqual([
      'dateOfBirth POLICY_BLOCKED',
      'nationality POLICY_BLOCKED',
      'permanentAddress.country POLICY_BLOCKED',
    ])
    const business = await made(aBusiness({ email: anEmail() }))
    await setStatus(business.entityId, 'APPROVED')
    const [owner] = aBusiness().associatedPersons
    const persons = await put(business.entityId, {
      associatedPersons: [{ ...owner, nationality: 'CU' }],
    })
    expect([persons.status, ...detailsOf(persons)]).toEqual([
      422,
      'associatedPersons.0.nationality POLICY_BLOCKED',
    ])
  })

  test('422: an offboarded customer is not changed any more', async () => {
    const { entityId } = await made()
    await setStatus(entityId, 'OFFBOARDED')
    const refused = await put(entityId, { externalReference: 'x' })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})

describe('entities.readByEmail', () => {
  test('200: whatever its case, written as part of an address; 404: unknown or foreign', async () => {
    const { entityId } = await made(aPerson({ email: 'Anna+Kö.x@example.com'.replace('ö', 'o') }))
    const byEmail = (email: string, token = bff.first.apiToken) =>
      bff.send(path(`email/${encodeURIComponent(email)}`), { token })
    const found = await byEmail('anna+ko.X@EXAMPLE.com')
    expect([found.status, found.body.data.entityId]).toEqual([200, entityId])
    const foreign = await byEmail('anna+ko.x@example.com', bff.second.apiToken)
    for (const answer of [foreign, await byEmail('nobody@example.com'), await byEmail('%')])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })
})

describe('entities.reveal', () => {
  const reveal = (id: string, body: unknown, token = bff.first.apiToken) =>
    bff.send(`${path(id)}/reveal`, { method: 'POST', body, token })

  test('200: who looked and why is in the audit log; 404: unknown; 403: without the right', async () => {
    const { entityId } = await made()
    const shown = await reveal(entityId, { reason: 'The customer called' })
    expect(shown.status).toBe(200)
    expect(shown.body.data).toEqual({
      ...(await bff.get(path(entityId))).body.data,
      revealedAt: expect.stringMatching(/Z$/),
    })
    const entries = await bff.deps.db.asWorker((tx) =>
      tx.selectFrom('audit').selectAll().where('action', '=', 'entity.reveal').execute(),
    )
    expect(entries).toMatchObject([
      { object_id: entityId, actor_type: 'api_key', reason: 'The customer called' },
    ])
    expect((await reveal('ent_01h455vb4pex5vsknk084sn02q', {})).status).toBe(404)
    expect((await reveal(entityId, {}, bff.second.apiToken)).status).toBe(404)
    const plain = await bff.issue(bff.first.svcPartnerId, ['entities:read', 'entities:write'])
    const refused = await reveal(entityId, {}, plain)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'SCOPE_MISSING'])
  })
})
