import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bff, startBff } from '../../../test/support/bff.ts'
import {
  consents,
  decide,
  kycPath,
  makeCustomer,
  submitWhole,
  until,
  wholeSubmission,
} from '../../../test/support/kyc.ts'
import { aBusiness } from '../../../test/support/samples.ts'

let bff: Bff
beforeAll(async () => {
  bff = await startBff()
})
afterAll(() => bff.close())

const jurisdiction = (name: string) => {
  const found = bff.deps.jurisdictions.all.find((one) => one.name === name)
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

  test('200: submitted, it is screened by itself and waits for the service', async () => {
    const entityId = await makeCustomer(bff)
    const sent = await submitWhole(bff, entityId)
    expect([sent.status, sent.body.data.kycStatus, sent.body.data.missing]).toEqual([
      200,
      'SUBMITTED',
      [],
    ])
    const { body } = await until(bff, entityId, 'UNDER_REVIEW')
    expect(body.data).toMatchObject({ kycStatus: 'UNDER_REVIEW', waitingOn: 'service', reasons: [] })
    expect(body.data.submittedAt).toMatch(/Z$/)
    expect(body.data.history[0]).toMatchObject({ from: 'SUBMITTED', to: 'UNDER_REVIEW' })
    const entity = await bff.get(`/api/v1/xfer/entity/${entityId}`)
    expect(entity.body.data.kycStatus).toBe('UNDER_REVIEW')
  })
})

describe('kyc.submit', () => {
  test('200: a business proves itself and everybody who owns a quarter', async () => {
    const entityId = await makeCustomer(bff, aBusiness())
    const sent = await submitWhole(bff, entityId)
    expect(sent.body.data).toMatchObject({ kycStatus: 'SUBMITTED', missing: [] })
    expect(sent.body.data.acceptedDocuments.map((one: { person?: number }) => one.person)).toContain(0)
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
})
