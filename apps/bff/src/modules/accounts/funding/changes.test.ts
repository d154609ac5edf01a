import { formatId } from '@corridor/domain'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AnyBody, type Got, ownBff } from '../../../../test/support/process/bff.ts'
import { jurisdictionOf, makeVerified } from '../../../../test/support/people/customers.ts'
import {
  codeOf,
  fundingEvents,
  fundingPath,
  fundingRows,
  openFunding,
  setFundingStatus,
  uuidOf,
} from '../../../../test/support/money/funding.ts'
import { expectConsistent } from '../../../../test/support/money/invariants.ts'
import { deactivateForKyc } from './service.ts'

const bff = ownBff()
let us: string
let de: string
let customer: string
let foreign: string
beforeAll(async () => {
  us = (await jurisdictionOf(bff, 'US')).id
  de = (await jurisdictionOf(bff, 'DE')).id
  customer = await makeVerified(bff)
  foreign = await makeVerified(bff, {}, bff.second)
})
afterEach(() => expectConsistent(bff))

const unknownId = 'fund_01h455vb4pex5vsknk084sn02q'
const opened = () => openFunding(bff, us)
const create = (body: object) => bff.post(`${fundingPath}/create`, body)
/** Takes a customer's approvals away, as their expiry does. */
const revoke = (entityId: string) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .updateTable('kyc_capability')
      .set({ status: 'EXPIRED' })
      .where('entity_id', '=', uuidOf('ent', entityId))
      .execute(),
  )

describe('accounts.activateFunding and accounts.deactivateFunding', () => {
  const toggle = (verb: string, fundingAccountId: string, reason?: string) =>
    bff.post(`${fundingPath}/${verb}`, { fundingAccountId, reason })

  test('200: off with a reason, on again, and each published once', async () => {
    const { fundingAccountId } = await opened()
    const off = await toggle('deactivate', fundingAccountId, 'Customer on holiday')
    expect([off.status, off.body.data]).toEqual([
      200,
      { fundingAccountId, status: 'INACTIVE', previousStatus: 'ACTIVE', affectedRoutes: [] },
    ])
    const read = await bff.get(`${fundingPath}/${fundingAccountId}`)
    expect(read.body.data).toMatchObject({ statusReason: 'Customer on holiday', version: 3 })
    const already = await toggle('deactivate', fundingAccountId)
    expect(already.status).toBe(200)
    expect(already.body.message).toContain('already')
    const on = await toggle('activate', fundingAccountId)
    expect(on.body.data).toMatchObject({ status: 'ACTIVE', previousStatus: 'INACTIVE' })
    expect((await toggle('activate', fundingAccountId)).body.message).toContain('already')
    await expect
      .poll(() => fundingEvents(bff, fundingAccountId))
      .toEqual([
        ['created', 'provisioning', ''],
        ['transitioned', 'active', 'PROVISIONING'],
        ['transitioned', 'inactive', 'ACTIVE'],
        ['transitioned', 'active', 'INACTIVE'],
      ])
    const audit = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'before', 'after', 'reason'])
        .where('object_id', '=', fundingAccountId)
        .orderBy('id')
        .execute(),
    )
    expect(audit[2]).toEqual({
      action: 'funding_account.transition',
      before: { status: 'ACTIVE' },
      after: { status: 'INACTIVE' },
      reason: 'Customer on holiday',
    })
  })

  // Every state by both requests (operations.md 11.7).
  test.each([
    ['PROVISIONING', 'activate', 422],
    ['PROVISIONING', 'deactivate', 422],
    ['ACTIVE', 'activate', 'already'],
    ['ACTIVE', 'deactivate', 'INACTIVE'],
    ['INACTIVE', 'activate', 'ACTIVE'],
    ['INACTIVE', 'deactivate', 'already'],
    ['CLOSED', 'activate', 422],
    ['CLOSED', 'deactivate', 422],
    ['FAILED', 'activate', 422],
    ['FAILED', 'deactivate', 422],
  ] as const)('%s, %s: %s', async (state, verb, outcome) => {
    const { fundingAccountId } = await opened()
    await setFundingStatus(bff, fundingAccountId, state)
    const answer = await toggle(verb, fundingAccountId)
    if (outcome === 422) {
      expect(codeOf(answer)).toEqual([422, 'ILLEGAL_TRANSITION'])
      expect(answer.body.error.details[0]).toMatchObject({
        from: state,
        to: verb === 'activate' ? 'ACTIVE' : 'INACTIVE',
        allowed: expect.any(Array),
      })
      return
    }
    expect(answer.status).toBe(200)
    if (outcome === 'already') expect(answer.body.message).toContain('already')
    else expect(answer.body.data.status).toBe(outcome)
  })

  test('404: unknown and foreign accounts', async () => {
    const other = await bff.post(
      `${fundingPath}/create`,
      { entityId: foreign, jurisdictionId: us },
      {},
      bff.second,
    )
    for (const id of [unknownId, other.body.data.fundingAccountId, 'fund_x'])
      for (const verb of ['activate', 'deactivate'])
        expect(codeOf(await toggle(verb, id))).toEqual([404, 'FUNDING_ACCOUNT_NOT_FOUND'])
  })

  test('409: the version that If-Match names is another one', async () => {
    const { fundingAccountId, version } = await opened()
    const send = (verb: string, ifMatch: number) =>
      bff.post(`${fundingPath}/${verb}`, { fundingAccountId }, { 'if-match': `"${ifMatch}"` })
    expect(codeOf(await send('deactivate', version - 1))).toEqual([409, 'VERSION_CONFLICT'])
    expect((await send('deactivate', version)).status).toBe(200)
    expect(codeOf(await send('activate', version))).toEqual([409, 'VERSION_CONFLICT'])
  })

  test('422: not activated while the customer is not verified; deactivated all the same', async () => {
    const { fundingAccountId, entityId } = await opened()
    await revoke(entityId)
    expect((await toggle('deactivate', fundingAccountId)).status).toBe(200)
    const refused = await toggle('activate', fundingAccountId)
    expect(codeOf(refused)).toEqual([422, 'KYC_REQUIRED'])
  })

  test('a customer whose verification ends loses all its accounts with the reason', async () => {
    const { entityId } = await opened()
    await create({ entityId, jurisdictionId: de })
    const partnerId = uuidOf('par', bff.first.svcPartnerId)
    const by = { partnerId, actor: { type: 'service', id: 'kyc' } as const, requestId: '' }
    const changed = await bff.deps.db.asWorker((tx) =>
      deactivateForKyc(tx, by, uuidOf('ent', entityId), 'KYC_PAUSED'),
    )
    expect(changed).toBe(2)
    const states = (await fundingRows(bff, entityId)).map((row) => [row.status, row.status_reason])
    expect(states).toEqual([
      ['INACTIVE', 'KYC_PAUSED'],
      ['INACTIVE', 'KYC_PAUSED'],
    ])
  })
})

describe('accounts.readFunding, accounts.listFunding and accounts.listFundingOfEntity', () => {
  const idsOf = ({ body }: Got) => body.data.map((each: AnyBody) => each.fundingAccountId)

  test('200: one, all of a customer, and all of the partner, newest first and in pages', async () => {
    const item = await opened()
    const two = (await create({ entityId: item.entityId, jurisdictionId: de })).body.data
    const { fundingAccountId, entityId } = item
    expect((await bff.get(`${fundingPath}/${fundingAccountId}`)).body.data).toEqual(item)
    const ofEntity = await bff.get(`${fundingPath}/entity/${entityId}`)
    expect(idsOf(ofEntity)).toEqual([two.fundingAccountId, fundingAccountId])
    expect(ofEntity.body.pagination).toMatchObject({ total: 2, hasMore: false })
    expect(idsOf(await bff.get(`${fundingPath}/entity/${entityId}?sort=createdAt`))).toEqual([
      fundingAccountId,
      two.fundingAccountId,
    ])
    const first = await bff.get(`${fundingPath}/entity/${entityId}?limit=1`)
    const next = `${fundingPath}/entity/${entityId}?limit=1&cursor=${first.body.pagination.nextCursor}`
    expect(idsOf(await bff.get(next))).toEqual([fundingAccountId])
    expect(idsOf(await bff.get(`${fundingPath}?limit=2`))).toEqual([
      two.fundingAccountId,
      fundingAccountId,
    ])
  })

  test('200: filtered by status and jurisdiction; another partner sees none of them', async () => {
    const { fundingAccountId, entityId } = await opened()
    await bff.post(`${fundingPath}/deactivate`, { fundingAccountId })
    const path = `${fundingPath}/entity/${entityId}`
    expect(idsOf(await bff.get(`${path}?status=INACTIVE&jurisdictionId=${us}`))).toEqual([
      fundingAccountId,
    ])
    expect(idsOf(await bff.get(`${path}?status=ACTIVE`))).toEqual([])
    expect(idsOf(await bff.get(`${path}?jurisdictionId=${de}`))).toEqual([])
    expect(idsOf(await bff.get(`${fundingPath}?limit=200`, bff.second))).not.toContain(
      fundingAccountId,
    )
  })

  test('400: unknown values, and a cursor of another list', async () => {
    for (const query of ['status=FINE', 'sort=name', 'limit=0'])
      expect(codeOf(await bff.get(`${fundingPath}?${query}`))).toEqual([400, 'FIELD_INVALID'])
    for (const path of [fundingPath, `${fundingPath}/entity/${customer}`])
      expect(codeOf(await bff.get(`${path}?cursor=x`))).toEqual([400, 'CURSOR_INVALID'])
  })

  test('404: unknown and foreign ids answer alike', async () => {
    const { fundingAccountId, entityId } = await opened()
    const answers = await Promise.all([
      bff.get(`${fundingPath}/${unknownId}`, bff.second),
      bff.get(`${fundingPath}/${fundingAccountId}`, bff.second),
    ])
    const bodies = answers.map(({ body }) => ({
      ...body,
      error: { ...body.error, requestId: '' },
    }))
    expect(bodies[0]).toEqual(bodies[1])
    expect(bodies[0].error.code).toBe('FUNDING_ACCOUNT_NOT_FOUND')
    for (const id of [entityId, formatId('ent', '00000000-0000-7000-8000-000000000000')])
      expect(codeOf(await bff.get(`${fundingPath}/entity/${id}`, bff.second))).toEqual([
        404,
        'ENTITY_NOT_FOUND',
      ])
  })
})
