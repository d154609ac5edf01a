import { kycLifecycle, type KycState, parseId, shownStatus } from '@corridor/domain'
import { describe, expect, test } from 'vitest'
import { type Got, ownBff } from '../../../../test/support/process/bff.ts'
import {
  aPdf,
  asOperator,
  decide,
  kycPath,
  makeCustomer,
  submitWhole,
  until,
  wholeSubmission,
} from '../../../../test/support/people/kyc.ts'
import { aPerson } from '../../../../test/support/people/samples.ts'
import { expectEventsPublished } from '../../../../test/support/events/published.ts'
import type { Ruling } from './decisions.ts'
import { isVerified } from '../case/approvals-store.ts'
import { hasCapability, missingFor } from '../case/gate.ts'

const bff = ownBff()

type Event = { eventCategory: string; eventType: string; eventStatus: string; eventObject: any } // oxlint-disable-line typescript/no-explicit-any -- read as it came

/** The events of a customer, oldest first, once the last one is this. */
async function kycEvents(entityId: string, last: string): Promise<Event[]> {
  for (let i = 0; ; i++) {
    const { body } = await bff.get('/api/v1/xfer/utility/webhook/events?limit=200')
    const found = (body.data as Event[]).filter(
      (item) => item.eventCategory === 'kyc' && item.eventObject.entityId === entityId,
    )
    const [newest] = found
    if (`${newest?.eventType} ${newest?.eventStatus}` === last || i > 200) return found.toReversed()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const rule = (entityId: string, ruling: Ruling) =>
  asOperator(bff, entityId, (service, tx, by) => service.decide(tx, by, entityId, ruling))
const hold = (entityId: string, event: 'pause' | 'resume' | 'offboard') =>
  asOperator(bff, entityId, (service, tx, by) =>
    service.hold(tx, by, entityId, { event, reason: 'asked to' }),
  )

describe('sandbox.decideKyc', () => {
  test('200: APPROVED grants every capability from the very start; repeated it changes nothing', async () => {
    const entityId = await makeCustomer(bff)
    const got = await decide(bff, entityId, 'APPROVED')
    expect(got.status).toBe(200)
    expect(got.body.data).toMatchObject({
      kycStatus: 'APPROVED',
      level: 'STANDARD',
      waitingOn: null,
    })
    const states = new Set(
      got.body.data.capabilities.map((capability: { status: string }) => capability.status),
    )
    expect([...states]).toEqual(['APPROVED'])
    expect(got.body.data.capabilities[0].requirements.missing).toEqual([])
    const again = await decide(bff, entityId, 'APPROVED')
    expect([again.status, again.body.message]).toEqual([200, expect.stringContaining('already')])
    expect(again.body.data.version).toBe(got.body.data.version)
    const entity = await bff.get(`/api/v1/xfer/entity/${entityId}`)
    expect(entity.body.data).toMatchObject({
      kycStatus: 'APPROVED',
      version: got.body.data.version,
    })
  })

  test('200: history and events contain every step, newest first, along the lifecycle', async () => {
    const entityId = await makeCustomer(bff)
    const { body } = await decide(bff, entityId, 'APPROVED')
    const [place] = bff.deps.jurisdictions.all
    const own = body.data.history.filter(
      (jurisdiction: { jurisdictionId: string }) => jurisdiction.jurisdictionId === place?.id,
    )
    expect(own.map((item: { to: string }) => item.to)).toEqual([
      'APPROVED',
      'UNDER_REVIEW',
      'SUBMITTED',
      'INCOMPLETE',
    ])
    const events = await kycEvents(entityId, 'transitioned approved')
    expect(events[0]).toMatchObject({ eventType: 'created', eventStatus: 'not_started' })
    expect(events.filter(({ eventStatus }) => eventStatus === 'approved')).toHaveLength(
      bff.deps.jurisdictions.all.length,
    )
    for (const { eventStatus, eventObject } of events) {
      expect(eventObject).toMatchObject({ executionId: '', transactionId: '', reasons: [] })
      expect(eventStatus).toBe(eventObject.status.toLowerCase())
      if (eventObject.previousStatus !== '')
        expect(kycLifecycle.reachable(eventObject.previousStatus)).toContain(eventObject.status)
    }
  })

  test('404: no such customer; 400: a decision that is none', async () => {
    const got = await decide(bff, 'ent_nobody', 'APPROVED')
    expect([got.status, got.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
    const entityId = await makeCustomer(bff)
    expect((await decide(bff, entityId, 'PERHAPS')).status).toBe(400)
  })

  test('422: what ended is not decided again: from, to and nothing that it could become', async () => {
    const entityId = await makeCustomer(bff)
    const final = await decide(bff, entityId, 'REJECTED', [{ code: 'FRAUD', retryable: false }])
    expect(final.body.data).toMatchObject({ kycStatus: 'REJECTED', waitingOn: null })
    expect(final.body.data.reasons[0]).toMatchObject({ code: 'FRAUD', retryable: false })
    for (const decision of ['APPROVED', 'REJECTED', 'INFORMATION_REQUIRED']) {
      const got = await decide(bff, entityId, decision)
      expect([got.status, got.body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
      expect(got.body.error.details[0]).toMatchObject({ from: 'REJECTED', allowed: [] })
    }
    expect((await submitWhole(bff, entityId)).status).toBe(422)
  })

  test('200: rejected retryably, it is submitted and approved after all', async () => {
    const entityId = await makeCustomer(bff)
    const got = await decide(bff, entityId, 'REJECTED', ['Address too old'])
    expect(got.body.data.reasons[0]).toMatchObject({
      code: 'REJECTED',
      message: 'Address too old',
      retryable: true,
    })
    expect((await submitWhole(bff, entityId)).body.data.kycStatus).toBe('SUBMITTED')
    expect((await decide(bff, entityId, 'APPROVED')).body.data).toMatchObject({
      kycStatus: 'APPROVED',
      reasons: [],
    })
  })
})

describe('kyc.answer', () => {
  const asked = async (reasons?: unknown[]): Promise<{ entityId: string; rfi: Got['body'] }> => {
    const entityId = await makeCustomer(bff)
    await submitWhole(bff, entityId)
    const { body } = await decide(bff, entityId, 'INFORMATION_REQUIRED', reasons)
    expect(body.data).toMatchObject({ kycStatus: 'INFORMATION_REQUIRED', waitingOn: 'customer' })
    return { entityId, rfi: body.data.informationRequests[0] }
  }
  const answer = (entityId: string, rfiId: string, body: object) =>
    bff.post(kycPath(entityId, `/rfi/${rfiId}`), body)

  test('200: an explanation is answered once, and the review continues', async () => {
    const { entityId, rfi } = await asked()
    expect(rfi).toMatchObject({ status: 'OPEN', documents: [], entityId })
    expect(rfi.fields.map((field: { key: string }) => field.key)).toEqual(['explanation'])
    const events = await kycEvents(entityId, 'action_required information_required')
    expect(events.at(-1)).toMatchObject({
      eventType: 'action_required',
      eventStatus: 'information_required',
      eventObject: { rfiId: rfi.rfiId },
    })
    const got = await answer(entityId, rfi.rfiId, { fields: { explanation: 'It was a gift.' } })
    expect([got.status, got.body.data.status]).toEqual([200, 'ANSWERED'])
    expect(got.body.data.answeredAt).toMatch(/Z$/)
    expect((await until(bff, entityId, 'UNDER_REVIEW')).body.data.kycStatus).toBe('UNDER_REVIEW')
    const again = await answer(entityId, rfi.rfiId, { fields: { explanation: 'Again.' } })
    expect([again.status, again.body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
  })

  test('422: what was asked for is missing; 200: with the document and the field', async () => {
    const { entityId, rfi } = await asked([
      { code: 'DOCUMENT_UNREADABLE', fixField: 'document:identity' },
      { code: 'OCCUPATION_UNCLEAR', fixField: 'occupation' },
    ])
    expect(rfi.fields.map((field: { key: string }) => field.key)).toEqual(['occupation'])
    expect(rfi.documents.map((item: { group: string }) => item.group)).toContain('identity')
    const empty = await answer(entityId, rfi.rfiId, {})
    expect(empty.status).toBe(422)
    expect(empty.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
      'fields.occupation',
      'documents.0',
    ])
    const wrong = await answer(entityId, rfi.rfiId, { fields: { occupation: 'SPY' } })
    expect(wrong.body.error.details[0]).toMatchObject({
      path: 'fields.occupation',
      code: 'FIELD_INVALID',
    })
    const got = await answer(entityId, rfi.rfiId, {
      fields: { occupation: 'RETIRED' },
      documents: [{ type: 'PASSPORT', country: 'GB', frontFile: aPdf('sharper') }],
    })
    expect([got.status, got.body.data.status]).toEqual([200, 'ANSWERED'])
  })

  test('404: an unknown request names its id; an unknown customer is not found', async () => {
    const { entityId } = await asked()
    const got = await answer(entityId, 'rfi_01h455vb4pex5vsknk084sn02q', {})
    expect([got.status, got.body.error.code]).toEqual([404, 'RECORD_NOT_FOUND'])
    expect(got.body.error.details[0].path).toBe('rfiId')
    const unknown = await answer('ent_nobody', 'rfi_01h455vb4pex5vsknk084sn02q', {})
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })

  test('an answer is not submitted again, and a decision withdraws what is still asked', async () => {
    const { entityId, rfi } = await asked()
    expect((await submitWhole(bff, entityId)).body.error.details[0].from).toBe(
      'INFORMATION_REQUIRED',
    )
    const { body } = await decide(bff, entityId, 'APPROVED')
    expect(body.data.informationRequests[0].status).toBe('WITHDRAWN')
    const late = await answer(entityId, rfi.rfiId, { fields: { explanation: 'Late.' } })
    expect([late.status, late.body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})

test('an operator approves no one whose last change was not screened yet', async () => {
  const entityId = await makeCustomer(bff)
  await submitWhole(bff, entityId)
  await until(bff, entityId, 'UNDER_REVIEW')
  const early = await asOperator(bff, entityId, async (service, tx, by) => {
    // Within the transaction, so that no worker screens it before the operator asks.
    await tx
      .updateTable('kyc_submission')
      .set({ status: 'SUBMITTED' })
      .where('entity_id', '=', parseId('ent', entityId) ?? '')
      .execute()
    const refused = await service.decide(tx, by, entityId, { decision: 'APPROVED' })
    await tx
      .updateTable('kyc_submission')
      .set({ status: 'SCREENED' })
      .where('entity_id', '=', parseId('ent', entityId) ?? '')
      .execute()
    return refused
  })
  expect(early).toMatchObject({ ok: false, failure: { code: 'ILLEGAL_TRANSITION' } })
  expect(await rule(entityId, { decision: 'APPROVED' })).toMatchObject({ ok: true })
})

describe('an operator goes one step of the lifecycle at a time', () => {
  const events = {
    approve: (id: string) => rule(id, { decision: 'APPROVED' }),
    ask: (id: string) => rule(id, { decision: 'INFORMATION_REQUIRED' }),
    reject: (id: string) => rule(id, { decision: 'REJECTED' }),
    rejectFinally: (id: string) => rule(id, { decision: 'REJECTED', isFinal: true }),
    pause: (id: string) => hold(id, 'pause'),
    resume: (id: string) => hold(id, 'resume'),
    offboard: (id: string) => hold(id, 'offboard'),
  }
  const reach: Partial<Record<KycState, (id: string) => Promise<unknown>>> = {
    NOT_STARTED: () => Promise.resolve(),
    INCOMPLETE: (id) => bff.post(kycPath(id, '/submit'), { feeSource: 'PREPAID' }),
    UNDER_REVIEW: async (id) => {
      await submitWhole(bff, id)
      await until(bff, id, 'UNDER_REVIEW')
    },
    INFORMATION_REQUIRED: (id) => decide(bff, id, 'INFORMATION_REQUIRED'),
    APPROVED: (id) => decide(bff, id, 'APPROVED'),
    REJECTED: (id) => decide(bff, id, 'REJECTED'),
    REJECTED_FINAL: (id) => decide(bff, id, 'REJECTED', [{ code: 'FRAUD', retryable: false }]),
    PAUSED: async (id) => {
      await decide(bff, id, 'APPROVED')
      await hold(id, 'pause')
    },
    OFFBOARDED: async (id) => {
      await decide(bff, id, 'APPROVED')
      await hold(id, 'pause')
      await hold(id, 'offboard')
    },
  }

  test.each(
    (Object.keys(reach) as KycState[]).flatMap((state) =>
      (Object.keys(events) as (keyof typeof events)[]).map(
        (event): [KycState, keyof typeof events] => [state, event],
      ),
    ),
  )('%s, %s', async (state, event) => {
    const entityId = await makeCustomer(bff)
    await reach[state]?.(entityId)
    const done = await events[event](entityId)
    const next = kycLifecycle.next(state, event)
    const { body } = await bff.get(kycPath(entityId))
    expect([done.ok, body.data.kycStatus]).toEqual([next !== undefined, shownStatus(next ?? state)])
    if (!done.ok) expect(done.failure.code).toBe('ILLEGAL_TRANSITION')
  })

  test('a paused or offboarded customer submits nothing', async () => {
    const entityId = await makeCustomer(bff)
    await decide(bff, entityId, 'APPROVED')
    await hold(entityId, 'pause')
    const got = await submitWhole(bff, entityId)
    expect([got.status, got.body.error.details[0].from]).toEqual([422, 'PAUSED'])
  })
})

describe('the gate', () => {
  test('asks per jurisdiction: what is lacking before, and nothing after the approval', async () => {
    const entityId = await makeCustomer(bff)
    const id = parseId('ent', entityId) ?? ''
    const [place] = bff.deps.jurisdictions.all
    const ask = () =>
      asOperator(bff, entityId, async (_service, tx, { partnerId }) => [
        await hasCapability(tx, partnerId, id, place?.id ?? ''),
        await isVerified(tx, partnerId, id),
        (await missingFor(tx, bff.deps, { partner_id: partnerId, id }, place?.id ?? '')).length > 0,
      ])
    expect(await ask()).toEqual([false, false, true])
    await decide(bff, entityId, 'APPROVED')
    expect(await ask()).toEqual([true, true, false])
    await hold(entityId, 'pause')
    expect(await ask()).toEqual([false, true, false])
  })
})

describe('time and lists', () => {
  test('a name on the list is reviewed by a person, never approved automatically', async () => {
    const listed = { firstName: 'Hafiz', lastName: 'Saeed', dateOfBirth: '1950-06-05' }
    const entityId = await makeCustomer(bff, aPerson({ ...listed, nationality: 'PK' }))
    await submitWhole(bff, entityId)
    const { body } = await until(bff, entityId, 'UNDER_REVIEW')
    expect(body.data).toMatchObject({
      kycStatus: 'UNDER_REVIEW',
      waitingOn: 'service',
      reasons: [expect.objectContaining({ code: 'SCREENING_REVIEW', fixBy: 'service' })],
    })
  })

  test.each([
    [
      'by an update',
      (id: string, who: object) =>
        bff.send(`/api/v1/xfer/entity/${id}`, { method: 'PUT', body: who }),
    ],
    [
      'by answers for another place',
      (id: string, fields: object) =>
        bff.post(kycPath(id, '/submit'), {
          jurisdictionIds: [bff.deps.jurisdictions.all[1]?.id],
          fields,
          feeSource: 'PREPAID',
          level: 'ENHANCED',
        }),
    ],
  ])(
    'who gets a listed name during the review, %s, is laid before a person too',
    async (_, rename) => {
      const entityId = await makeCustomer(bff)
      await submitWhole(bff, entityId, { jurisdictionIds: [bff.deps.jurisdictions.all[0]?.id] })
      const clean = await until(bff, entityId, 'UNDER_REVIEW')
      expect(clean.body.data.reasons).toEqual([])
      const renamed = await rename(entityId, { firstName: 'Hafiz', lastName: 'Saeed' })
      expect(renamed.status).toBe(200)
      await expect
        .poll(async () => (await bff.get(kycPath(entityId))).body.data.reasons)
        .toEqual([expect.objectContaining({ code: 'SCREENING_REVIEW', fixBy: 'service' })])
    },
  )

  test('a document runs out by the clock within two seconds, and with it the approval', async () => {
    const entityId = await makeCustomer(bff)
    const { body: clock } = await bff.get('/api/v1/sandbox/clock')
    const inDays = (days: number) =>
      new Date(Date.parse(clock.data.now) + days * 86_400_000).toISOString().slice(0, 10)
    const whole = await wholeSubmission(bff, entityId)
    await bff.post(kycPath(entityId, '/submit'), {
      ...whole,
      documents: whole.documents.map((item) =>
        item.type === 'PASSPORT' ? { ...item, expiryDate: inDays(40) } : item,
      ),
    })
    await decide(bff, entityId, 'APPROVED')
    const approved = await bff.get(kycPath(entityId))
    expect(approved.body.data.expiresAt).toBe(`${inDays(41)}T00:00:00.000Z`)

    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 15 * 86_400 })
    const events = await kycEvents(entityId, 'action_required approved')
    expect(events.at(-1)?.eventObject.reasons[0]?.code).toBe('DOCUMENT_EXPIRING')

    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 27 * 86_400 })
    const read = await bff.get(kycPath(entityId))
    expect(read.body.data.kycStatus).toBe('EXPIRED')
    await expect
      .poll(async () => (await bff.get(`/api/v1/xfer/entity/${entityId}`)).body.data.kycStatus, {
        timeout: 2_000,
      })
      .toBe('EXPIRED')
    const { body } = await bff.get(kycPath(entityId))
    expect(body.data.reasons).toEqual([
      expect.objectContaining({ code: 'DOCUMENT_EXPIRED', fixField: 'document:identity' }),
    ])
    expect(body.data.capabilities[0].requirements.missing).toEqual(['document:identity'])
    const renewed = await bff.post(kycPath(entityId, '/submit'), {
      documents: [
        { type: 'PASSPORT', country: 'GB', frontFile: aPdf('new'), expiryDate: '2150-01-01' },
      ],
      feeSource: 'PREPAID',
    })
    expect(renewed.body.data).toMatchObject({ kycStatus: 'SUBMITTED', missing: [] })
  })
})

test('all published events are in the catalogue, without a gap, each state following the previous one', async () => {
  await expectEventsPublished(bff, {
    'kyc.created': 'not_started',
    'kyc.transitioned': 'incomplete submitted under_review information_required approved rejected',
    'kyc.action_required': 'information_required rejected expired',
  })
})
