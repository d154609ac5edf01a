import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Partner } from '../../../../test/support/process/bff.ts'
import {
  idOf,
  otherUrl,
  paths,
  refusal,
  type Site,
  startWebhookSite,
} from '../../../../test/support/events/webhook-site.ts'

let site: Site
beforeAll(async () => {
  site = await startWebhookSite()
})
afterAll(() => site.close())

const longAgo = '2020-01-01T00:00:00Z'
const recover = (partner: Partner, asked: object = {}) =>
  site.post(paths.recover, { since: longAgo, ...asked }, {}, partner)
const read = async (partner: Partner, recoveryId: string) =>
  (await site.get(`${paths.recover}/${recoveryId}`, partner)).body.data
const cancel = (partner: Partner, recoveryId: string) =>
  site.post(`${paths.recover}/${recoveryId}/cancel`, undefined, {}, partner)

/**
 * A partner whose events have come to every state, in this order: without a delivery, two DELIVERED,
 * SKIPPED by the selection, EXHAUSTED, RETRYING, PENDING.
 */
async function everyState() {
  const partner = await site.newPartner()
  await site.happen(partner, 1)
  await site.put({ webhookUrl: otherUrl }, partner)
  await site.publish()
  await site.sent(partner)
  await site.put({ webhookUrl: otherUrl, events: ['entity'] }, partner)
  await site.happen(partner, 1)
  await site.fail(partner, 'EXHAUSTED')
  await site.happen(partner, 1)
  await site.fail(partner, 'RETRYING')
  await site.happen(partner, 1)
  return partner
}

describe('webhooks.recover', () => {
  test.each([
    [
      'MISSING',
      4,
      ['PENDING', 'DELIVERED', 'DELIVERED', 'SKIPPED', 'PENDING', 'PENDING', 'PENDING'],
    ],
    ['FAILED', 2, ['DELIVERED', 'DELIVERED', 'SKIPPED', 'PENDING', 'PENDING', 'PENDING']],
    ['ALL', 5, ['PENDING', 'DELIVERED', 'PENDING', 'SKIPPED', 'PENDING', 'PENDING', 'PENDING']],
    ['RETRYING', 1, ['DELIVERED', 'DELIVERED', 'SKIPPED', 'EXHAUSTED', 'PENDING', 'PENDING']],
    ['DELIVERED', 1, ['DELIVERED', 'PENDING', 'SKIPPED', 'EXHAUSTED', 'RETRYING', 'PENDING']],
    ['EXHAUSTED', 1, ['DELIVERED', 'DELIVERED', 'SKIPPED', 'PENDING', 'RETRYING', 'PENDING']],
    // The selection does not take it now either.
    ['SKIPPED', 0, ['DELIVERED', 'DELIVERED', 'SKIPPED', 'EXHAUSTED', 'RETRYING', 'PENDING']],
    ['CANCELLED', 0, ['DELIVERED', 'DELIVERED', 'SKIPPED', 'EXHAUSTED', 'RETRYING', 'PENDING']],
  ])('200: %s sends %i again', async (status, scheduled, after) => {
    const partner = await everyState()
    const { body } = await recover(partner, { status })
    expect(body.data).toMatchObject({
      recoveryId: expect.stringMatching(/^rcv_/),
      status: scheduled > 0 ? 'RUNNING' : 'COMPLETED',
      filter: status,
      ratePerSecond: 50,
      scheduled,
      waiting: scheduled,
      delivered: 0,
      failed: 0,
      cancelled: 0,
    })
    const rows = await site.rows(partner)
    expect(rows.map((row) => row.status)).toEqual(after)
    expect(rows.filter((row) => row.trigger === 'RECOVERY')).toHaveLength(scheduled)
    expect(await site.audits(partner)).toContain('webhook_recovery.start')
    const listed = await site.get(`${paths.deliveries}?recoveryId=${body.data.recoveryId}`, partner)
    expect(listed.body.data).toHaveLength(scheduled)
  })

  test('200: an event of before the registration gets its first delivery, with its own id', async () => {
    const partner = await everyState()
    await recover(partner)
    const [first] = await site.rows(partner)
    expect(first).toMatchObject({ status: 'PENDING', category: 'entity', url: otherUrl })
    expect(first?.id).toBe(first?.event_id)
  })

  test('200: of the time that is asked for alone, spread by its rate, oldest first', async () => {
    const partner = await site.registered()
    await site.happen(partner, 4)
    await site.sent(partner)
    const events = (await site.get('/api/v1/xfer/utility/webhook/events?category=entity', partner))
      .body.data as { createdAt: string; sequence: number }[]
    const [last, , , first] = events
    const asked = {
      since: first?.createdAt,
      until: last?.createdAt,
      status: 'ALL',
      ratePerSecond: 2,
    }
    const { body } = await recover(partner, asked)
    expect(body.data.scheduled).toBe(4)
    const rows = (await site.rows(partner)).filter((row) => row.status === 'PENDING')
    const times = rows.map((row) => row.next_attempt_at?.getTime() ?? 0)
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 500, 1_000, 1_500])
    expect(rows.map((row) => row.sequence)).toEqual(events.map((e) => e.sequence).toReversed())
    const none = await recover(partner, {
      since: '2100-01-01T00:00:00Z',
      until: '2100-01-02T00:00:00Z',
    })
    expect(none.body.data).toMatchObject({ scheduled: 0, status: 'COMPLETED' })
  })

  test('200: of more than 10,000 the oldest, and the next call begins where this one ends', async () => {
    const partner = await site.registered()
    await site.deps.db.asWorker((tx) =>
      sql`with made as (
          insert into event (partner_id, id, category, type, status, object, subject_kind,
            subject_id, subject_version, created_at)
          select ${idOf(partner)}, gen_random_uuid(), 'entity', 'updated', 'updated', '{}',
            'entity', 'ent', n, timestamptz '2030-01-01' + n * interval '1 second'
          from generate_series(1, 10003) as n returning *)
        insert into event_number (partner_id, sequence, event_id, written_at, at)
        select partner_id, 1000 + subject_version, id, created_at, created_at from made`.execute(
        tx,
      ),
    )
    const span = { since: '2030-01-01T00:00:00Z', until: '2031-01-01T00:00:00Z' }
    const first = (await recover(partner, span)).body.data
    expect(first).toMatchObject({ scheduled: 10_000, until: '2030-01-01T02:46:40.000Z' })
    const second = (await recover(partner, { ...span, since: first.until })).body.data
    expect(second).toMatchObject({ scheduled: 4, until: '2031-01-01T00:00:00.000Z' })
    expect(await read(partner, first.recoveryId)).toMatchObject({ waiting: 9_999, cancelled: 1 })
  })

  test('200: what is in flight is left alone', async () => {
    const partner = await site.registered()
    await site.deps.db.asWorker((tx) =>
      sql`update webhook_delivery set status = 'IN_FLIGHT', lease_until = clock_timestamp()
        where partner_id = ${idOf(partner)} and sequence = ${partner.first}`.execute(tx),
    )
    const { body } = await recover(partner, { status: 'ALL', since: longAgo })
    const rows = await site.rows(partner)
    expect(rows.find((row) => row.sequence === partner.first)?.status).toBe('IN_FLIGHT')
    expect(body.data.scheduled).toBe(rows.length - 1)
  })

  test.each([
    [{ since: 'yesterday' }, 'since'],
    [{ until: '2019-12-31T23:59:59Z' }, 'until'],
    [{ status: 'PENDING' }, 'status'],
    [{ ratePerSecond: 501 }, 'ratePerSecond'],
    [{ ratePerSecond: 0 }, 'ratePerSecond'],
  ])('400: %j', async (asked, path) => {
    expect(refusal(await recover(site.second, asked))).toMatchObject([
      400,
      'FIELD_INVALID',
      { path },
    ])
  })

  test('400: no time', async () => {
    const refused = await site.post(paths.recover, {}, {}, site.second)
    expect(refusal(refused).slice(0, 2)).toEqual([400, 'FIELD_REQUIRED'])
  })

  test('404: nothing is registered', async () => {
    expect(refusal(await recover(site.second)).slice(0, 2)).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('422: ILLEGAL_TRANSITION where it is disabled', async () => {
    const partner = await site.registered()
    await site.disable(partner)
    expect(refusal(await recover(partner)).slice(0, 2)).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})

describe('webhooks.recovery', () => {
  test('200: how far it has come, until all of it is done', async () => {
    const partner = await everyState()
    const { recoveryId } = (await recover(partner)).body.data
    await site.deps.db.asWorker((tx) =>
      sql`update webhook_delivery set status = 'EXHAUSTED', next_attempt_at = null
        where (partner_id, id) in (select partner_id, id from webhook_delivery
          where partner_id = ${idOf(partner)} and status = 'PENDING' limit 1)`.execute(tx),
    )
    expect(await read(partner, recoveryId)).toMatchObject({
      status: 'RUNNING',
      failed: 1,
      waiting: 3,
    })
    await site.sent(partner)
    expect(await read(partner, recoveryId)).toMatchObject({
      status: 'COMPLETED',
      scheduled: 4,
      delivered: 3,
      failed: 1,
      waiting: 0,
      cancelled: 0,
    })
  })

  test('200: what a later recovery takes over still counts as what it had come to', async () => {
    const partner = await everyState()
    const data = (await recover(partner, { status: 'EXHAUSTED' })).body.data
    await site.sent(partner)
    const two = (await recover(partner, { status: 'MISSING' })).body.data
    const three = (await recover(partner, { status: 'ALL' })).body.data
    expect(await read(partner, data.recoveryId)).toMatchObject({
      status: 'COMPLETED',
      delivered: 1,
    })
    expect(await read(partner, two.recoveryId)).toMatchObject({
      status: 'COMPLETED',
      scheduled: 2,
      cancelled: 2,
      waiting: 0,
    })
    expect(await read(partner, three.recoveryId)).toMatchObject({ waiting: 5, scheduled: 5 })
  })

  test('404: no such recovery, or the other partner’s', async () => {
    const partner = await site.registered()
    const { recoveryId } = (await recover(partner)).body.data
    for (const id of ['rcv_x', recoveryId]) {
      const refused = await site.get(`${paths.recover}/${id}`, site.second)
      expect(refusal(refused).slice(0, 2)).toEqual([404, 'RECORD_NOT_FOUND'])
    }
  })
})

describe('webhooks.cancelRecovery', () => {
  test('200: what it has not sent yet is as it was before', async () => {
    const partner = await everyState()
    const before = await site.rows(partner)
    const { recoveryId } = (await recover(partner, { status: 'ALL' })).body.data
    const { body } = await cancel(partner, recoveryId)
    expect(body.data).toMatchObject({ status: 'CANCELLED', scheduled: 5, cancelled: 5, waiting: 0 })
    const [added, ...after] = await site.rows(partner)
    expect(added?.status).toBe('CANCELLED')
    const facts = (rows: typeof before) =>
      rows.map(({ id, status, reason, trigger }) => ({ id, status, reason, trigger }))
    expect(facts(after)).toEqual(facts(before))
    expect(await site.audits(partner)).toContain('webhook_recovery.cancel')
  })

  test('200: what was sent stays so, and what was replaced does not come back as delivered', async () => {
    const partner = await everyState()
    const { recoveryId } = (await recover(partner, { status: 'DELIVERED' })).body.data
    await site.put({ webhookUrl: `${otherUrl}/new`, events: ['entity'] }, partner)
    expect(await read(partner, recoveryId)).toMatchObject({ status: 'RUNNING', waiting: 1 })
    const { body } = await cancel(partner, recoveryId)
    expect(body.data).toMatchObject({ status: 'CANCELLED', cancelled: 1 })
    const rows = (await site.rows(partner)).filter((row) => row.delivered_at === null)
    expect(rows.map(({ status }) => status)).not.toContain('DELIVERED')
  })

  test('404: no such recovery, or the other partner’s', async () => {
    const partner = await site.registered()
    const { recoveryId } = (await recover(partner)).body.data
    for (const id of ['rcv_x', recoveryId])
      expect(refusal(await cancel(site.second, id)).slice(0, 2)).toEqual([404, 'RECORD_NOT_FOUND'])
  })

  test('422: ILLEGAL_TRANSITION where it has ended', async () => {
    const partner = await site.registered()
    const { recoveryId } = (await recover(partner)).body.data
    await cancel(partner, recoveryId)
    const refused = await cancel(partner, recoveryId)
    expect(refusal(refused)).toMatchObject([422, 'ILLEGAL_TRANSITION', { from: 'CANCELLED' }])
  })
})
