import { parseId } from '@corridor/domain'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { ownBff } from '../../../../test/support/process/bff.ts'
import {
  decide,
  kycPath,
  makeCustomer,
  submitWhole,
  until,
} from '../../../../test/support/people/kyc.ts'
import { aBusiness } from '../../../../test/support/people/samples.ts'
import { reviewWorker } from './review-worker.ts'

const bff = ownBff()

const queue = '/api/v1/xfer/entity/kyc/queue'
const idsOf = (body: { data: { entityId: string }[] }) => body.data.map(({ entityId }) => entityId)

describe('kyc.queue', () => {
  test('200: the longest waiting first, in pages, of this partner alone', async () => {
    const made: string[] = []
    for (let i = 0; i < 3; i++) {
      const entityId = await makeCustomer(bff, i === 1 ? aBusiness() : undefined)
      await submitWhole(bff, entityId)
      await until(bff, entityId, 'UNDER_REVIEW')
      made.push(entityId)
    }
    await makeCustomer(bff)
    const seen: string[] = []
    let cursor = ''
    do {
      const { status, body } = await bff.get(`${queue}?limit=2${cursor && `&cursor=${cursor}`}`)
      expect(status).toBe(200)
      seen.push(...idsOf(body))
      if (cursor === '') expect(body.pagination.total).toBe(3)
      cursor = encodeURIComponent(body.pagination.nextCursor ?? '')
    } while (cursor)
    expect(seen).toEqual(made)
    expect(idsOf((await bff.get(queue, bff.second)).body)).toEqual([])
    const newest = await bff.get(`${queue}?sort=-waitingSince`)
    expect(idsOf(newest.body)).toEqual(made.toReversed())
    const { body } = await bff.get(`${queue}?type=business`)
    expect(body.data).toEqual([
      expect.objectContaining({
        entityId: made[1],
        name: 'Orchid Clinics Pte',
        country: 'SG',
        kycStatus: 'UNDER_REVIEW',
        waitingOn: 'service',
        assignedTo: '',
        notes: 0,
      }),
    ])
  })

  test('200: by status, by who must act and by who takes care', async () => {
    const entityId = await makeCustomer(bff)
    await decide(bff, entityId, 'INFORMATION_REQUIRED')
    await bff.send(kycPath(entityId, '/assignment'), {
      method: 'PUT',
      body: { assignedTo: 'mem_1' },
    })
    for (const query of [
      'kycStatus=INFORMATION_REQUIRED',
      'waitingOn=customer',
      'assignedTo=mem_1',
    ])
      expect(idsOf((await bff.get(`${queue}?${query}`)).body)).toEqual([entityId])
    await decide(bff, entityId, 'APPROVED')
    expect(idsOf((await bff.get(`${queue}?kycStatus=APPROVED`)).body)).toEqual([entityId])
    expect(idsOf((await bff.get(queue)).body)).not.toContain(entityId)
  })

  test.each(['limit=0', 'sort=name', 'kycStatus=FINE', 'waitingOn=nobody'])(
    '400: %s is refused',
    async (query) => {
      const got = await bff.get(`${queue}?${query}`)
      expect([got.status, got.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    },
  )

  test('400: a cursor of another list is CURSOR_INVALID', async () => {
    const got = await bff.get(`${queue}?cursor=abc`)
    expect([got.status, got.body.error.code]).toEqual([400, 'CURSOR_INVALID'])
  })
})

describe('kyc.assign', () => {
  test('200: assigned, then unassigned; what changes nothing says already', async () => {
    const entityId = await makeCustomer(bff)
    const assign = (assignedTo: string) =>
      bff.send(kycPath(entityId, '/assignment'), { method: 'PUT', body: { assignedTo } })
    const first = await assign('mem_2')
    expect([first.status, first.body.data]).toEqual([200, { entityId, assignedTo: 'mem_2' }])
    expect((await assign('mem_2')).body.message).toContain('already')
    expect((await assign('')).body.data.assignedTo).toBe('')
    const status = await bff.get(kycPath(entityId))
    expect(status.body.data.kycStatus).toBe('NOT_STARTED')
  })

  test('404: another partner’s customer', async () => {
    const entityId = await makeCustomer(bff, undefined, bff.second)
    const body = { assignedTo: 'mem_1' }
    const got = await bff.send(kycPath(entityId, '/assignment'), { method: 'PUT', body })
    expect([got.status, got.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })
})

describe('kyc.notes', () => {
  test('kyc.addNote 200: newest first, with author and time', async () => {
    const entityId = await makeCustomer(bff)
    for (const text of ['Called the office.', 'They send a new one.'])
      expect((await bff.post(kycPath(entityId, '/notes'), { text })).status).toBe(200)
    const { status, body } = await bff.get(kycPath(entityId, '/notes'))
    expect([status, body.data.map((item: { text: string }) => item.text)]).toEqual([
      200,
      ['They send a new one.', 'Called the office.'],
    ])
    expect(body.data[0]).toMatchObject({
      noteId: expect.stringMatching(/^note_/),
      author: expect.stringMatching(/^key_/),
      authorName: 'test',
    })
  })

  test('400: an empty note; 404: no such customer', async () => {
    const entityId = await makeCustomer(bff)
    expect((await bff.post(kycPath(entityId, '/notes'), { text: ' ' })).status).toBe(400)
    for (const got of [
      await bff.get(kycPath('ent_nobody', '/notes')),
      await bff.post(kycPath('ent_nobody', '/notes'), { text: 'x' }),
    ])
      expect([got.status, got.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })
})

describe('screening', () => {
  test('two processes at once screen a submission once, and move it once', async () => {
    // Both believe that they lead, as for a moment when a lead changes hands.
    const leader = { client: () => new Client(), onElected: () => undefined }
    const others = [1, 2].map(() => reviewWorker(bff.deps).start({ ...bff.deps, leader }))
    const entityId = await makeCustomer(bff)
    const [place] = bff.deps.jurisdictions.all
    await submitWhole(bff, entityId, { jurisdictionIds: [place?.id] })
    const { body } = await until(bff, entityId, 'UNDER_REVIEW')
    await Promise.all(others.map((other) => other.stop()))
    expect(body.data.history.map((item: { to: string }) => item.to)).toEqual([
      'UNDER_REVIEW',
      'SUBMITTED',
      'INCOMPLETE',
    ])
    const kept = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('kyc_submission')
        .selectAll()
        .where('entity_id', '=', parseId('ent', entityId) ?? '')
        .execute(),
    )
    expect(kept).toEqual([
      expect.objectContaining({
        status: 'SCREENED',
        fee_source: 'PREPAID',
        fee_amount: 2_000_000n,
        fee_currency: 'USDC',
        screening: expect.objectContaining({ hits: [] }),
      }),
    ])
  })
})
