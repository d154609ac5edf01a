import { entityUpdated } from '../../../../test/support/events/entity-updated.ts'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Receiver,
  type Reply,
  startReceiver,
} from '../../../../test/support/events/webhook-receiver.ts'
import { deliveryLab, type Lab } from '../../../../test/support/events/webhooks.ts'
import { recordEvent } from '../../../records/events/outbox.ts'
import type { DeliveryRow } from '../endpoint/store.ts'
import { createDeliveryMetrics } from './metrics.ts'

let lab: Lab
let receiver: Receiver
beforeAll(async () => {
  lab = await deliveryLab()
  receiver = await startReceiver()
  // Two processes' workers side by side in every case.
  lab.work()
  lab.work()
})
afterAll(async () => {
  await lab.close()
  await receiver.close()
})
afterEach(() => {
  receiver.release()
  receiver.received.splice(0)
  receiver.answer({ status: 200 })
})

const second = 1_000

describe('an event is sent', () => {
  test('once, signed as the reference library verifies it, with the text of the history', async () => {
    const { partnerId, secret } = await lab.register(receiver.url)
    await lab.happen(partnerId, 20)
    await lab.settled(partnerId, states(20, 'DELIVERED'))
    expect(receiver.received).toHaveLength(20)
    const webhook = new Webhook(secret)
    const events = receiver.received.map(({ body, headers }) => webhook.verify(body, headers))
    expect(events).toContainEqual(
      expect.objectContaining({
        eventId: receiver.received[0]?.headers['webhook-id'],
        eventCategory: 'entity',
        eventObject: expect.objectContaining({ note: 'Żółw 🐢', executionId: '' }),
        apiVersion: 'v1',
        environment: 'sandbox',
      }),
    )
    expect(
      events.map((event) => (event as { sequence: number }).sequence).toSorted(byNumber),
    ).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    const { headers } = receiver.received[0] ?? { headers: {} }
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Corridor-Webhooks/1',
      'accept-encoding': 'identity',
    })
    expect(headers).not.toHaveProperty('webhook-replay')
  })

  test.each<[string, Reply, string]>([
    ['301', { status: 301, headers: { location: '/other' } }, '301: redirects are not followed.'],
    ['307', { status: 307, headers: { location: '/other' } }, '307: redirects are not followed.'],
    ['401', { status: 401, body: 'who\0 are\u0007 you' }, 'The receiver answered 401.'],
    ['404', { status: 404 }, 'The receiver answered 404.'],
    ['500', { status: 500 }, 'The receiver answered 500.'],
    ['a cut connection', 'CUT', expect.stringContaining('ended')],
  ])('%s is a failure, stored with its message, and is tried again', async (_, reply, error) => {
    const { partnerId } = await lab.register(receiver.url)
    receiver.answer(({ nth }) => (nth === 1 ? reply : { status: 204 }))
    await lab.happen(partnerId)
    await lab.settled(partnerId, ['RETRYING'])
    const [delivery] = await lab.deliveries(partnerId)
    const waitMs =
      (delivery?.next_attempt_at?.getTime() ?? 0) - (delivery?.created_at.getTime() ?? 0)
    expect(waitMs).toBeGreaterThan(4.5 * second)
    await lab.advance(6)
    await lab.settled(partnerId, ['DELIVERED'])
    const [first, last] = await lab.attempts(partnerId)
    expect(first).toMatchObject({ number: 1, error, trigger: 'SCHEDULE', url: receiver.url })
    expect(last).toMatchObject({ number: 2, error: '', http_status: 204 })
    const [former, two] = receiver.received
    expect(two?.body).toBe(former?.body)
    expect(two?.headers['webhook-id']).toBe(former?.headers['webhook-id'])
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks', '/hooks'])
  })

  test('a closed port is a failure that says so', async () => {
    const gone = await startReceiver()
    await gone.close()
    const { partnerId } = await lab.register(gone.url)
    await lab.happen(partnerId)
    await lab.settled(partnerId, ['RETRYING'])
    expect(await lab.attempts(partnerId)).toMatchObject([
      { http_status: null, error: expect.stringContaining('ECONNREFUSED') },
    ])
  })
})

test('an event that is published while a worker already looks for work is sent whole', async () => {
  const { partnerId } = await lab.register(receiver.url)
  const { db, wake } = lab.deps
  const searching = async () => {
    const { rows } = await db.asWorker((tx) =>
      sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%claim_deliveries%'`.execute(tx),
    )
    return rows.length
  }
  // Only what is committed is numbered.
  await db.asWorker((tx) => recordEvent(tx, entityUpdated(partnerId)))
  await db.asWorker(async (tx) => {
    await sql`select publish_events(10000)`.execute(tx)
    await sql`lock table webhook_delivery in access exclusive mode`.execute(tx)
    wake.notify('published')
    await expect.poll(searching).toBeGreaterThan(0)
  })
  await lab.settled(partnerId, ['DELIVERED'])
  expect(await lab.attempts(partnerId)).toMatchObject([{ number: 1, http_status: 200 }])
})

describe('what is sent at once', () => {
  test('five of an endpoint, whatever the number of workers, and the others continue', async () => {
    const [slow, quick] = [await startReceiver(), await startReceiver()]
    slow.answer('STALL')
    const stalled = await lab.register(slow.url)
    const others = await Promise.all([1, 2, 3].map(() => lab.register(quick.url)))
    await lab.happen(stalled.partnerId, 30)
    await expect.poll(slow.waiting).toBe(5)
    for (const { partnerId } of others) await lab.happen(partnerId, 30)
    for (const { partnerId } of others) await lab.settled(partnerId, states(30, 'DELIVERED'))
    expect(slow.waiting()).toBe(5)
    slow.answer({ status: 200 })
    slow.release()
    await lab.settled(stalled.partnerId, states(30, 'DELIVERED'))
    expect([slow.waitingMax(), slow.received.length, quick.received.length]).toEqual([5, 30, 90])
    await Promise.all([slow.close(), quick.close()])
  })

  test('five also of one that was quick and then stalls; what was claimed for it is released in time', async () => {
    const lonely = await deliveryLab()
    // Of this lease a tenth may be spent waiting here.
    for (let n = 0; n < 2; n += 1) lonely.work({ leaseMs: 3_000 })
    const slow = await startReceiver()
    const { partnerId } = await lonely.register(slow.url)
    await lonely.happen(partnerId, 10)
    await lonely.settled(partnerId, states(10, 'DELIVERED'))
    slow.answer('STALL')
    await lonely.happen(partnerId, 20)
    await expect.poll(slow.waiting).toBe(5)
    const underWay = async () =>
      (await lonely.deliveries(partnerId)).filter(({ status }) => status === 'IN_FLIGHT').length
    await expect.poll(underWay).toBeGreaterThanOrEqual(5)
    await new Promise((resolve) => setTimeout(resolve, 400))
    slow.answer({ status: 200 })
    slow.release()
    await lonely.settled(partnerId, states(30, 'DELIVERED'))
    expect([slow.waitingMax(), slow.received.length]).toEqual([5, 30])
    await lonely.close()
    await slow.close()
  })

  test('nothing more of what lay ready, once the endpoint answered that it is gone', async () => {
    const { partnerId } = await lab.register(receiver.url)
    await lab.happen(partnerId, 10)
    await lab.settled(partnerId, states(10, 'DELIVERED'))
    receiver.answer({ status: 410 })
    await lab.happen(partnerId, 30)
    await expect.poll(async () => (await lab.endpoint(partnerId)).status).toBe('DISABLED')
    const ends = async () => {
      const found = (await lab.deliveries(partnerId)).map(({ status }) => status)
      return [...new Set(found)].toSorted()
    }
    await expect.poll(ends).toEqual(['DELIVERED', 'EXHAUSTED', 'SKIPPED'])
    // Those on their way from each of the two workers, and hardly the next of them.
    expect(receiver.received.length).toBeLessThanOrEqual(10 + 10)
    expect((await lab.endpoint(partnerId)).skipped_from).not.toBeNull()
  })

  test('nothing while it is PAUSED, but for what was asked for by hand', async () => {
    const { partnerId } = await lab.register(receiver.url, { status: 'PAUSED' })
    await lab.happen(partnerId, 2)
    await lab.deps.db.asWorker((tx) =>
      tx
        .updateTable('webhook_delivery')
        .set({ trigger: 'MANUAL' })
        .where('partner_id', '=', partnerId)
        .where('sequence', '=', 2)
        .execute(),
    )
    lab.deps.wake.notify('published')
    await lab.settled(partnerId, ['PENDING', 'DELIVERED'])
    // The first attempt of a delivery is never a repeat, even when requested manually.
    expect(receiver.received.map(({ headers }) => headers['webhook-replay'])).toEqual([undefined])
    await lab.patch(partnerId, { status: 'ACTIVE' })
    lab.deps.wake.notify('published')
    await lab.settled(partnerId, ['DELIVERED', 'DELIVERED'])
  })

  test('only test events to one that is not verified; the first that arrives verifies it', async () => {
    const { partnerId } = await lab.register(receiver.url, { status: 'UNVERIFIED' })
    await lab.happen(partnerId)
    await lab.test(partnerId)
    await lab.settled(partnerId, ['DELIVERED', 'DELIVERED'])
    expect(receiver.received.map(({ body }) => JSON.parse(body).eventType)).toEqual([
      'test',
      'updated',
    ])
    expect((await lab.endpoint(partnerId)).status).toBe('ACTIVE')
  })

  test('an event that cannot be written waits for its turn and holds up no other', async () => {
    const { partnerId } = await lab.register(receiver.url)
    await lab.patch(partnerId, { status: 'PAUSED' })
    await lab.happen(partnerId, 3)
    await lab.deps.db.asWorker((tx) =>
      tx
        .updateTable('webhook_delivery')
        .set({ event_at: new Date(0) })
        .where('partner_id', '=', partnerId)
        .where('sequence', '=', 1)
        .execute(),
    )
    await lab.patch(partnerId, { status: 'ACTIVE' })
    lab.deps.wake.notify('published')
    await lab.settled(partnerId, ['RETRYING', 'DELIVERED', 'DELIVERED'])
    expect(await lab.endpoint(partnerId)).toMatchObject({ straight_failures: 0 })
  })
})

describe('while a delivery is on its way', () => {
  test('its address is replaced: where it fails, the event begins anew at the new one', async () => {
    const other = await startReceiver()
    const { partnerId } = await lab.register(receiver.url)
    receiver.answer('STALL')
    await lab.happen(partnerId)
    await expect.poll(receiver.waiting).toBe(1)
    await lab.patch(partnerId, { url: other.url })
    receiver.release({ status: 410 })
    await lab.settled(partnerId, ['CANCELLED', 'DELIVERED'])
    expect(await lab.endpoint(partnerId)).toMatchObject({ status: 'ACTIVE', straight_failures: 0 })
    expect(other.received[0]?.body).toBe(receiver.received[0]?.body)
    expect(other.received[0]?.headers['webhook-id']).toBe(
      receiver.received[0]?.headers['webhook-id'],
    )
    await other.close()
  })

  test('its lease ends and another worker sends it again: what the first comes to counts no more', async () => {
    const lonely = await deliveryLab()
    const answers = [1, 2].map(() => Promise.withResolvers<Reply>())
    receiver.answer(({ nth }) => answers[nth - 1]?.promise ?? 'CUT')
    const first = lonely.work({ leaseMs: 100 })
    const { partnerId } = await lonely.register(receiver.url)
    await lonely.happen(partnerId)
    await expect.poll(receiver.waiting).toBe(1)
    // It claims nothing more, and waits for what is on its way.
    const stopped = first.stop(20_000)
    const other = lonely.work()
    await expect
      .poll(() => {
        other.kick()
        return receiver.waiting()
      })
      .toBe(2)
    answers[0]?.resolve({ status: 500 })
    await stopped
    await lonely.settled(partnerId, ['IN_FLIGHT'])
    expect(await lonely.attempts(partnerId)).toEqual([])
    answers[1]?.resolve({ status: 200 })
    await lonely.settled(partnerId, ['DELIVERED'])
    expect(await lonely.attempts(partnerId)).toMatchObject([{ number: 1, http_status: 200 }])
    await lonely.close()
  })

  test('the process stops: what comes back in time is recorded', async () => {
    const lonely = await deliveryLab()
    const worker = lonely.work()
    const { partnerId } = await lonely.register(receiver.url)
    // More is claimed for an endpoint that was quick than it is sent at once; that is given back.
    await lonely.happen(partnerId, 5)
    await lonely.settled(partnerId, states(5, 'DELIVERED'))
    receiver.answer('STALL')
    await lonely.happen(partnerId, 7)
    await expect.poll(receiver.waiting).toBe(5)
    const stopped = worker.stop(5_000)
    receiver.release()
    await stopped
    const found = (await lonely.deliveries(partnerId)).map(({ status }) => status)
    expect(found.toSorted()).toEqual([...states(10, 'DELIVERED'), 'PENDING', 'PENDING'])
    await lonely.close()
  })
})

describe('rotation', () => {
  test('both secrets sign until the old one ends, then the new one alone', async () => {
    const { partnerId, secret } = await lab.register(receiver.url)
    const next = await lab.rotate(partnerId, 3_600)
    await lab.happen(partnerId)
    await lab.settled(partnerId, ['DELIVERED'])
    await lab.advance(3_601)
    await lab.happen(partnerId)
    await lab.settled(partnerId, ['DELIVERED', 'DELIVERED'])
    const [during, after] = receiver.received
    const signatures = [during, after].map((item) => item?.headers['webhook-signature']?.split(' '))
    expect(signatures.map((list) => list?.length)).toEqual([2, 1])
    const verify = (key: string, item = during) =>
      new Webhook(key).verify(item?.body ?? '', item?.headers ?? {})
    for (const key of [secret, next]) expect(() => verify(key)).not.toThrow()
    expect(() => verify(next, after)).not.toThrow()
    expect(() => verify(secret, after)).toThrow('No matching signature')
  })
})

test('attempts are counted by what came of them, and the wait for the first is timed', async () => {
  const lonely = await deliveryLab()
  const counted = new Registry()
  lonely.work({ metrics: createDeliveryMetrics(counted) })
  const { partnerId } = await lonely.register(receiver.url, { retryPreset: 'single' })
  receiver.answer(() => ({ status: receiver.received.length === 1 ? 500 : 200 }))
  await lonely.happen(partnerId, 3)
  await expect
    .poll(() => counted.metrics())
    .toContain('webhook_attempts_total{outcome="success",status="DELIVERED"} 2')
  const text = await counted.metrics()
  expect(text).toContain('webhook_attempts_total{outcome="refused",status="EXHAUSTED"} 1')
  expect(text).toContain('webhook_first_attempt_lag_seconds_count 3')
  await lonely.close()
})

const states = (count: number, status: DeliveryRow['status']) =>
  Array.from({ length: count }, () => status)
const byNumber = (a: number, b: number) => a - b
