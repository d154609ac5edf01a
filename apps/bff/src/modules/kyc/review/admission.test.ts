import { parseId } from '@corridor/domain'
import { expect, test } from 'vitest'
import { sharedBff } from '../../../../test/support/process/bff.ts'
import {
  asOperator,
  decide,
  kycPath,
  makeCustomer,
  submitWhole,
  until,
} from '../../../../test/support/people/kyc.ts'
import type { Ruling } from './decisions.ts'

const bff = sharedBff()

const rule = (entityId: string, ruling: Ruling) =>
  asOperator(bff, entityId, (service, tx, by) => service.decide(tx, by, entityId, ruling))

test('422: neither an answer nor an approval makes a customer of whom the rules refuse', async () => {
  const entityId = await makeCustomer(bff)
  await submitWhole(bff, entityId)
  const { body } = await decide(bff, entityId, 'INFORMATION_REQUIRED')
  const { rfiId } = body.data.informationRequests[0]
  const answer = (fields: object) => bff.post(kycPath(entityId, `/rfi/${rfiId}`), { fields })
  const corrected = { explanation: 'Corrected.', dateOfBirth: '2020-01-01' }
  const got = await answer(corrected)
  expect([got.status, got.body.error.code]).toEqual([422, 'POLICY_BLOCKED'])
  expect(got.body.error.details[0].path).toBe('fields.dateOfBirth')
  const named = { explanation: 'It is.', latinName: 'Boris Thief' }
  const thief = await answer(named)
  expect([thief.status, thief.body.error.details[0].path]).toEqual([422, 'fields.latinName'])
  await answer({ explanation: 'It is.' })
  await until(bff, entityId, 'UNDER_REVIEW')
  await bff.deps.db.asWorker((tx) =>
    tx
      .updateTable('entity')
      .set({ nationality: 'IR' })
      .where('id', '=', parseId('ent', entityId) ?? '')
      .execute(),
  )
  const refused = await rule(entityId, { decision: 'APPROVED' })
  expect(refused).toMatchObject({ ok: false, failure: { code: 'POLICY_BLOCKED' } })
  expect((await rule(entityId, { decision: 'REJECTED' })).ok).toBe(true)
})
