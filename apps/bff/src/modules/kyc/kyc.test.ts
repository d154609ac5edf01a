import { parseId } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { sharedBff } from '../../../test/support/process/bff.ts'
import {
  aPdf,
  consents,
  decide,
  kycPath,
  makeCustomer,
  submitWhole,
  until,
  wholeSubmission,
} from '../../../test/support/people/kyc.ts'
import { aBusiness, aPerson } from '../../../test/support/people/samples.ts'
import { createDecisionService } from './review/decisions.ts'

const bff = sharedBff()

const jurisdiction = (name: string) => {
  const found = bff.deps.jurisdictions.all.find((item) => item.name === name)
  if (!found) throw new Error(`no jurisdiction ${name}`)
  return found.id
}

describe('kyc.status', () => {
  test('200: a new customer waits for its partner, in every jurisdiction and direction', async () => {
    const entityId = await makeCustomer(bff)
    const { status, body } = await bff.get(kycPath(entityId))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      entityId,
      kycStatus: 'NOT_STARTED',
      level: 'NONE',
      reasons: [],
      waitingOn: 'partner',
      history: [],
    })
    const { capabilities } = body.data
    expect(capabilities.length).toBeGreaterThan(bff.deps.jurisdictions.all.length)
    expect(capabilities[0].requirements.missing).toContain('document:identity')
    expect(capabilities[0].requirements.complete).toContain('firstName')
  })

  test('200: submitted, it is screened automatically and waits for the service', async () => {
    const entityId = await makeCustomer(bff)
    const sent = await submitWhole(bff, entityId)
    expect([sent.status, sent.body.data.kycStatus, sent.body.data.missing]).toEqual([
      200,
      'SUBMITTED',
      [],
    ])
    const { body } = await until(bff, entityId, 'UNDER_REVIEW')
    expect(body.data).toMatchObject({
      kycStatus: 'UNDER_REVIEW',
      waitingOn: 'service',
      reasons: [],
    })
    expect(body.data.submittedAt).toMatch(/Z$/)
    expect(body.data.history[0]).toMatchObject({ from: 'SUBMITTED', to: 'UNDER_REVIEW' })
    const entity = await bff.get(`/api/v1/xfer/entity/${entityId}`)
    expect(entity.body.data.kycStatus).toBe('UNDER_REVIEW')
  })
})

describe('kyc.submit', () => {
  test('200: answers that no form asks for are named, and not kept', async () => {
    const entityId = await makeCustomer(bff)
    const whole = await wholeSubmission(bff, entityId)
    const fields = { ...whole.fields, shoeSize: '42', permanentAddress: { planet: 'Mars' } }
    const { headers } = await bff.post(kycPath(entityId, '/submit'), { ...whole, fields })
    expect(headers.get('x-ignored-fields')?.split(', ').toSorted()).toEqual([
      'fields.permanentAddress.planet',
      'fields.shoeSize',
    ])
  })

  test('200: an empty list of jurisdictions names none, as no list does', async () => {
    const entityId = await makeCustomer(bff)
    const sent = await submitWhole(bff, entityId, { jurisdictionIds: [] })
    expect(sent.body.data).toMatchObject({ kycStatus: 'SUBMITTED', missing: [] })
  })

  test('200: a business proves itself and everybody who owns a quarter', async () => {
    const entityId = await makeCustomer(bff, aBusiness())
    const sent = await submitWhole(bff, entityId)
    expect(sent.body.data).toMatchObject({ kycStatus: 'SUBMITTED', missing: [] })
    expect(
      sent.body.data.acceptedDocuments.map((item: { person?: number }) => item.person),
    ).toContain(0)
    const approved = await decide(bff, entityId, 'APPROVED')
    expect([approved.status, approved.body.data.kycStatus]).toEqual([200, 'APPROVED'])
  })

  test('200: INCOMPLETE with what is missing, and the next one adds to it', async () => {
    const entityId = await makeCustomer(bff)
    const us = jurisdiction('United States')
    const whole = await wholeSubmission(bff, entityId, `?jurisdictionId=${us}`)
    const first = await bff.post(kycPath(entityId, '/submit'), {
      jurisdictionIds: [us],
      fields: whole.fields,
      feeSource: 'PREPAID',
    })
    expect(first.body.data).toMatchObject({ kycStatus: 'INCOMPLETE' })
    expect(first.body.data.missing).toEqual([
      'document:identity',
      'document:address',
      'consent:TERMS_OF_SERVICE',
      'consent:PRIVACY_POLICY',
    ])
    const second = await bff.post(kycPath(entityId, '/submit'), {
      jurisdictionIds: [us],
      documents: whole.documents,
      consents,
      feeSource: 'PREPAID',
    })
    expect(second.body.data).toMatchObject({ kycStatus: 'SUBMITTED', missing: [] })
  })

  test('404: no such entity, jurisdiction or document', async () => {
    const entityId = await makeCustomer(bff)
    const other = await makeCustomer(bff, undefined, bff.second)
    const body = { feeSource: 'PREPAID' }
    const unknown = await bff.post(kycPath('ent_01h455vb4pex5vsknk084sn02q', '/submit'), body)
    const foreign = await bff.post(kycPath(other, '/submit'), body)
    for (const answer of [unknown, foreign])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    const place = await bff.post(kycPath(entityId, '/submit'), {
      ...body,
      jurisdictionIds: [jurisdiction('Germany'), 'jur_nowhere'],
    })
    expect([place.status, place.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(place.body.error.details).toEqual([
      expect.objectContaining({ path: 'jurisdictionIds.1', code: 'RECORD_NOT_FOUND' }),
    ])
    const document = await bff.post(kycPath(entityId, '/submit'), {
      ...body,
      documents: [{ documentId: 'doc_01h455vb4pex5vsknk084sn02q' }],
    })
    expect([document.status, document.body.error.details[0].path]).toEqual([
      404,
      'documents.0.documentId',
    ])
  })

  test('400: a body that its schema does not know, and a hash that is none', async () => {
    const entityId = await makeCustomer(bff)
    const noFee = await bff.post(kycPath(entityId, '/submit'), {})
    expect([noFee.status, noFee.body.error.details[0].path]).toEqual([400, 'feeSource'])
    const flood = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`a${i}`, 'x']))
    for (const fields of [flood, { nested: { deeper: flood } }]) {
      const many = await bff.post(kycPath(entityId, '/submit'), { feeSource: 'PREPAID', fields })
      expect([many.status, many.body.error.details[0].path]).toEqual([400, 'fields'])
    }
    const malformed = await bff.post(kycPath(entityId, '/submit'), {
      feeSource: 'TRANSACTION',
      transactionHash: '0x12',
      base64Signature: 'AA==',
    })
    expect([malformed.status, malformed.body.error.code]).toEqual([400, 'TRANSACTION_HASH_INVALID'])
    expect(malformed.body.error.details[0].path).toBe('transactionHash')
  })

  test('422: everything that is wrong at once, by the paths that were sent, and nothing is stored', async () => {
    const entityId = await makeCustomer(bff)
    const refused = await bff.post(kycPath(entityId, '/submit'), {
      jurisdictionIds: [jurisdiction('Germany')],
      fields: {
        taxId: 'not one',
        dateOfBirth: '2999-01-01',
        permanentAddress: { country: 'XX' },
        sourceOfFunds: 'LOTTERY',
        occupation: 'STUDENT',
      },
      documents: [
        {
          type: 'NATIONAL_ID',
          country: 'ZZ',
          expiryDate: '2020-01-01',
          frontFile: { ...aPdf(), mime: 'image/png' },
        },
        { type: 'PASSPORT', country: 'GB', person: 3, frontFile: { ...aPdf(), mime: 'text/html' } },
      ],
      consents: [{ type: 'NEWSLETTER', acceptedAt: '2999-01-01T00:00:00Z', ip: 'localhost' }],
      feeSource: 'TRANSACTION',
    })
    expect(refused.status).toBe(422)
    expect(refused.body.error.type).toBe('validation')
    const paths = refused.body.error.details.map((detail: { path: string }) => detail.path)
    expect(paths.toSorted()).toEqual(
      [
        'consents.0.acceptedAt',
        'consents.0.ip',
        'consents.0.type',
        'documents.0.backFile',
        'documents.0.country',
        'documents.0.expiryDate',
        'documents.0.frontFile',
        'documents.1.frontFile',
        'documents.1.person',
        'fields.dateOfBirth',
        'fields.permanentAddress.country',
        'fields.sourceOfFunds',
        'fields.taxId',
        'base64Signature',
        'transactionHash',
      ].toSorted(),
    )
    const { allowed } = refused.body.error.details.find(
      (detail: { path: string }) => detail.path === 'fields.sourceOfFunds',
    )
    expect(allowed).toContain('SALARY')
    const after = await bff.get(kycPath(entityId))
    expect(after.body.data).toMatchObject({ kycStatus: 'NOT_STARTED', history: [], version: 1 })
    expect((await bff.get(kycPath(entityId, '/documents'))).body.data).toEqual([])
  })

  test.each([
    ['a minor', { dateOfBirth: '2020-01-01' }, 'fields.dateOfBirth'],
    ['a national of a country under embargo', { nationality: 'ir' }, 'fields.nationality'],
  ])(
    '422 POLICY_BLOCKED: %s, before anybody looks, and nothing is stored',
    async (_, more, path) => {
      const entityId = await makeCustomer(bff, aPerson(more))
      const refused = await submitWhole(bff, entityId)
      expect([refused.status, refused.body.error.code]).toEqual([422, 'POLICY_BLOCKED'])
      expect(refused.body.error.details).toEqual([
        expect.objectContaining({ path, code: 'POLICY_BLOCKED' }),
      ])
      expect((await bff.get(kycPath(entityId))).body.data.kycStatus).toBe('NOT_STARTED')
      expect((await bff.get(kycPath(entityId, '/documents'))).body.data).toEqual([])
    },
  )

  test('422: a fee by transaction names the transaction', async () => {
    const entityId = await makeCustomer(bff)
    const refused = await bff.post(kycPath(entityId, '/submit'), { feeSource: 'TRANSACTION' })
    expect([refused.status, refused.body.error.code]).toEqual([422, 'FIELD_REQUIRED'])
    expect(refused.body.error.details[0].path).toBe('transactionHash')
  })

  test('422: what is under way takes no second submission', async () => {
    const entityId = await makeCustomer(bff)
    await submitWhole(bff, entityId)
    const again = await submitWhole(bff, entityId)
    expect([again.status, again.body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
    expect(again.body.error.details[0]).toMatchObject({
      from: expect.stringMatching(/^(SUBMITTED|UNDER_REVIEW)$/),
      to: 'SUBMITTED',
      allowed: expect.any(Array),
    })
  })

  test('two submissions at once: one is taken, the other is refused', async () => {
    const entityId = await makeCustomer(bff)
    const whole = await wholeSubmission(bff, entityId)
    const both = await Promise.all([
      bff.post(kycPath(entityId, '/submit'), whole),
      bff.post(kycPath(entityId, '/submit'), whole),
    ])
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 422]))
    expect((await bff.get(kycPath(entityId, '/documents'))).body.data).toHaveLength(2)
  })

  test('the same key gives the same answer and submits once', async () => {
    const entityId = await makeCustomer(bff)
    const whole = await wholeSubmission(bff, entityId)
    const key = { 'Idempotency-Key': 'once' }
    const first = await bff.post(kycPath(entityId, '/submit'), whole, key)
    const second = await bff.post(kycPath(entityId, '/submit'), whole, key)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  test('200: further jurisdictions after an approval, and the approval stays', async () => {
    const entityId = await makeCustomer(bff)
    const [de, us] = [jurisdiction('Germany'), jurisdiction('United States')]
    const whole = await wholeSubmission(bff, entityId, `?jurisdictionId=${us}`)
    await bff.post(kycPath(entityId, '/submit'), { ...whole, jurisdictionIds: [de] })
    await until(bff, entityId, 'UNDER_REVIEW')
    await operator(entityId, 'APPROVED')
    const further = await bff.post(kycPath(entityId, '/submit'), {
      jurisdictionIds: [de, us],
      feeSource: 'PREPAID',
    })
    expect([further.status, further.body.data.kycStatus]).toEqual([200, 'SUBMITTED'])
    const { body } = await bff.get(kycPath(entityId))
    const statusIn = (id: string) =>
      body.data.capabilities.find(
        (capability: { jurisdictionId: string }) => capability.jurisdictionId === id,
      ).status
    expect(statusIn(de)).toBe('APPROVED')
  })

  test('422: names are locked once verified, an address is not', async () => {
    const entityId = await makeCustomer(bff)
    const [de, us] = [jurisdiction('Germany'), jurisdiction('United States')]
    const whole = await wholeSubmission(bff, entityId, `?jurisdictionId=${us}`)
    await bff.post(kycPath(entityId, '/submit'), { ...whole, jurisdictionIds: [de] })
    await until(bff, entityId, 'UNDER_REVIEW')
    await operator(entityId, 'APPROVED')
    const send = (fields: object) =>
      bff.post(kycPath(entityId, '/submit'), {
        jurisdictionIds: [us],
        fields,
        feeSource: 'PREPAID',
      })
    const refused = await send({ lastName: 'Other' })
    expect([refused.status, refused.body.error.details[0].path]).toEqual([422, 'fields.lastName'])
    const taken = await send({ permanentAddress: { city: 'Leeds' } })
    expect(taken.status).toBe(200)
    const entity = await bff.get(`/api/v1/xfer/entity/${entityId}`)
    expect(entity.body.data.permanentAddress).toMatchObject({ city: 'Leeds', country: 'GB' })
  })

  test('a correction before the approval changes the record and reports the change', async () => {
    const entityId = await makeCustomer(bff, aBusiness())
    const sent = await bff.post(kycPath(entityId, '/submit'), {
      fields: { businessName: 'Orchid Clinics Two', website: 'https://orchid.example' },
      feeSource: 'PREPAID',
    })
    expect(sent.body.data.kycStatus).toBe('INCOMPLETE')
    const entity = await bff.get(`/api/v1/xfer/entity/${entityId}`)
    expect(entity.body.data).toMatchObject({
      businessName: 'Orchid Clinics Two',
      website: 'https://orchid.example',
      registrationNumber: '201912345K',
    })
  })
})

/** What an operator says on the command line, in this process. */
async function operator(entityId: string, decision: 'APPROVED') {
  const service = createDecisionService(bff.deps)
  const id = parseId('ent', entityId) ?? ''
  const done = await bff.deps.db.asWorker(async (tx) => {
    const { partner_id: partnerId } = await tx
      .selectFrom('entity')
      .select('partner_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const by = { partnerId, actor: { type: 'service', id: 'operator' } as const, requestId: '' }
    return service.decide(tx, by, entityId, { decision })
  })
  if (!done.ok) throw new Error(JSON.stringify(done.failure))
}
