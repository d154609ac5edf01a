import { kyc } from '@corridor/contract'
import { partnerScopes } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import { kycPath, makeCustomer } from '../../../../test/support/people/kyc.ts'
import { aBusiness } from '../../../../test/support/people/samples.ts'

const bff = sharedBff()

const jurisdiction = (name: string) => {
  const found = bff.deps.jurisdictions.all.find((item) => item.name === name)
  if (!found) throw new Error(`no jurisdiction ${name}`)
  return found.id
}

describe('kyc.requirements', () => {
  test('200: with what is known filled in, and every field with its whole description', async () => {
    const entityId = await makeCustomer(bff)
    const { status, body } = await bff.get(kycPath(entityId, '/requirements'))
    expect(status).toBe(200)
    const fields = body.data.groups.flatMap((group: { fields: object[] }) => group.fields)
    const named = (key: string) => fields.find((field: { key: string }) => field.key === key)
    expect(named('firstName')).toMatchObject({ value: 'Ada', type: 'text', required: true })
    expect(named('permanentAddress.city')).toMatchObject({ value: 'London' })
    expect(named('taxId')).toMatchObject({ label: 'National Insurance number or UTR' })
    expect(body.data.schemaVersion).not.toBe('')
    expect(body.data.consents).toEqual(['TERMS_OF_SERVICE', 'PRIVACY_POLICY'])
    expect(body.data.documents[0]).toMatchObject({ group: 'identity', maxBytes: 10485760 })
  })

  test('200: a submitted tax id is reported as present, its value is not', async () => {
    const entityId = await makeCustomer(bff)
    await bff.post(kycPath(entityId, '/submit'), {
      fields: { taxId: 'AB123456C' },
      feeSource: 'PREPAID',
    })
    const { body } = await bff.get(kycPath(entityId, '/requirements'))
    expect(JSON.stringify(body)).not.toContain('"value":"AB123456C"')
    const { data } = (await bff.get(kycPath(entityId))).body
    expect(data.capabilities[0].requirements.complete).toContain('taxId')
  })

  test('200: by level and jurisdiction', async () => {
    const entityId = await makeCustomer(bff)
    const us = jurisdiction('United States')
    const standard = await bff.get(kycPath(entityId, `/requirements?jurisdictionId=${us}`))
    const enhanced = await bff.get(kycPath(entityId, '/requirements?level=ENHANCED'))
    const groups = (body: { data: { groups: { key: string }[] } }) =>
      body.data.groups.map(({ key }) => key)
    expect(groups(standard.body)).toContain('country:US')
    expect(groups(enhanced.body)).toContain('enhanced')
  })

  test('404: another partner’s customer, an unknown jurisdiction; 400: an unknown level', async () => {
    const entityId = await makeCustomer(bff)
    const foreign = await bff.get(kycPath(entityId, '/requirements'), bff.second)
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    const place = await bff.get(kycPath(entityId, '/requirements?jurisdictionId=jur_x'))
    expect([place.status, place.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(place.body.error.details[0].path).toBe('jurisdictionId')
    const level = await bff.get(kycPath(entityId, '/requirements?level=MAXIMAL'))
    expect([level.status, level.body.error.code]).toEqual([400, 'FIELD_INVALID'])
  })
})

describe('kyc.evaluate', () => {
  test('200: fields that apply now, wrong values, never missing ones; nothing is stored', async () => {
    const entityId = await makeCustomer(bff)
    const got = await bff.post(kycPath(entityId, '/requirements'), {
      fields: { politicallyExposed: 'yes', taxId: '1', permanentAddress: { country: 'US' } },
    })
    expect(got.status).toBe(200)
    const keys = got.body.data.groups.flatMap((group: { fields: { key: string }[] }) =>
      group.fields.map(({ key }) => key),
    )
    expect(keys).toContain('politicallyExposedDetail')
    expect(got.body.data.issues).toEqual([
      { path: 'fields.taxId', code: 'FIELD_INVALID', message: expect.stringContaining('SSN') },
    ])
    const { body } = await bff.get(kycPath(entityId))
    expect(body.data).toMatchObject({ kycStatus: 'NOT_STARTED', version: 1 })
  })

  test('404: no such customer', async () => {
    const got = await bff.post(kycPath('ent_nobody', '/requirements'), { fields: {} })
    expect([got.status, got.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })
})

describe('every operation', () => {
  test.each(Object.values(kyc).map((item) => [item.id, item] as const))(
    '401 without a key, 403 without the scope: %s',
    async (_, { method, path, scope }) => {
      const concrete = path.replace('{entityId}', 'ent_01h455vb4pex5vsknk084sn02q')
      const sent = { method, ...(method === 'GET' ? {} : { body: {} }) }
      const anonymous = await bff.send(concrete, { ...sent, token: '' })
      expect([anonymous.status, anonymous.body.error.code]).toEqual([401, 'API_KEY_MISSING'])
      const token = await bff.issue(
        bff.first.svcPartnerId,
        partnerScopes.filter((item) => item !== scope),
      )
      const narrow = await bff.send(concrete, { ...sent, token })
      expect([narrow.status, narrow.body.error.code]).toEqual([403, 'SCOPE_MISSING'])
    },
  )

  test.each(['/submit', '/documents', '/rfi/rfi_01h455vb4pex5vsknk084sn02q'])(
    '413 and 415: %s takes 16 MiB of JSON or multipart',
    async (rest) => {
      const entityId = await makeCustomer(bff)
      const headers = { 'content-type': 'text/plain' }
      const plain = await bff.send(kycPath(entityId, rest), { method: 'POST', body: 'x', headers })
      expect([plain.status, plain.body.error.code]).toEqual([415, 'CONTENT_TYPE_UNSUPPORTED'])
      const body = JSON.stringify({ pad: 'x'.repeat(16 * 1024 * 1024) })
      const large = await bff.send(kycPath(entityId, rest), { method: 'POST', body })
      expect([large.status, large.body.error.code]).toEqual([413, 'BODY_TOO_LARGE'])
    },
  )
})

describe('what is missing', () => {
  test('is counted anew when the record of a customer changes', async () => {
    const { data } = (
      await bff.post('/api/v1/xfer/entity/create', {
        ...aBusiness({ email: 'alone@example.com' }),
        associatedPersons: [],
      })
    ).body
    const { entityId, entity } = data
    const missing = async () =>
      (await bff.get(`/api/v1/xfer/entity?q=${entityId}`)).body.data[0].missing
    await bff.post(kycPath(entityId, '/submit'), { feeSource: 'PREPAID' })
    expect(await missing()).toEqual(
      expect.arrayContaining(['controller.firstName', 'document:identity']),
    )
    const { associatedPersons } = aBusiness()
    await bff.send(`/api/v1/xfer/entity/${entityId}`, {
      method: 'PUT',
      body: { associatedPersons },
    })
    const now = await missing()
    expect(now).toContain('document:identity:0')
    expect(now).not.toContain('controller.firstName')
    expect(entity.kycStatus).toBe('NOT_STARTED')
  })
})
