import { Registry } from 'prom-client'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Receiver, type Reply, startReceiver } from '../../test/support/webhook-receiver.ts'
import { deliveryLab, type Lab } from '../../test/support/webhooks.ts'
import { now } from '../db/open.ts'
import { createDeliveryMetrics } from './delivery-metrics.ts'

let lab: Lab
let receiver: Receiver
beforeAll(async () => {
  lab = await deliveryLab()
  receiver = await startReceiver()
  // Two processes' workers side by side, in all cases.
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
const hour = 3_600 * second

describe('an event is sent', () => {
  test('once, signed as the reference library verifies it, with the text of the history', async () => {
    const { partnerId, secret } = await lab.register(receiver.url)
    await lab.happen(partnerId, 20)
    await lab.settled(
      partnerId,
      Array.from({ length: 20 }, () => 'DELIVERED'),
    )
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
    ['a cut connection', 'CUT', expect.stringContaining('ended') as unknown as string],
  ])('%s is a failure, kept with its words, and is tried again', async (_, reply, error) => {
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
    const [one, two] = receiver.received
    expect(two?.body).toBe(one?.body)
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
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

describe('the schedule', () => {
  test('ten attempts over 75 h 35 min 5 s, ten per cent off at most; then it is EXHAUSTED', async () => {
    const { partnerId } = await lab.register(receiver.url)
    receiver.answer({ status: 500 })
    await lab.happen(partnerId)
    for (let made = 1; made < 10; made += 1) {
      await lab.settled(partnerId, ['RETRYING'])
      const [delivery] = await lab.deliveries(partnerId)
      expect(delivery).toMatchObject({ attempts: made, round: made })
      await lab.advance(await secondsUntilDue(partnerId))
      await expect
        .poll(async () => (await lab.deliveries(partnerId))[0]?.attempts, { interval: 5 })
        .toBe(made + 1)
    }
    await lab.settled(partnerId, ['EXHAUSTED'])
    const times = (await lab.attempts(partnerId)).map(({ at }) => at.getTime())
    const steps = times.slice(1).map((at, n) => at - (times[n] ?? 0))
    const wanted = [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * hour)
    for (const [n, step] of steps.entries()) {
      // Clock and poll may come a little late, never early.
      expect(step).toBeGreaterThanOrEqual((wanted[n] ?? 0) * 0.9 - 50)
      expect(step).toBeLessThanOrEqual((wanted[n] ?? 0) * 1.1 + 3 * second)
    }
    expect(await lab.endpoint(partnerId)).toMatchObject({
      status: 'DEGRADED',
      straight_failures: 10,
    })
    const bodies = new Set(receiver.received.map(({ body }) => body))
    expect([receiver.received.length, bodies.size]).toEqual([10, 1])
  })

  test('a preset of one attempt is exhausted by it', async () => {
    const { partnerId } = await lab.register(receiver.url, { retryPreset: 'single' })
    receiver.answer({ status: 500 })
    await lab.happen(partnerId)
    await lab.settled(partnerId, ['EXHAUSTED'])
  })

  test.each([429, 503])(
    '%i with Retry-After holds the whole endpoint until then',
    async (status) => {
      const { partnerId } = await lab.register(receiver.url)
      receiver.answer(({ nth }) =>
        nth === 1 ? { status, headers: { 'retry-after': '600' } } : { status: 200 },
      )
      await lab.happen(partnerId)
      await lab.settled(partnerId, ['RETRYING'])
      await lab.happen(partnerId)
      await lab.advance(300)
      await lab.settled(partnerId, ['RETRYING', 'PENDING'])
      expect(receiver.received).toHaveLength(1)
      expect(await lab.attempts(partnerId)).toMatchObject([{ retry_after_seconds: 600 }])
      receiver.answer({ status: 200 })
      await lab.advance(310)
      await lab.settled(partnerId, ['DELIVERED', 'DELIVERED'])
    },
  )
})

describe('an endpoint that fails', () => {
  test('is DEGRADED after a day, DISABLED after five, and what was on its way is SKIPPED', async () => {
    const { partnerId } = await lab.register(receiver.url)
    receiver.answer({ status: 500 })
    await lab.happen(partnerId, 3)
    await lab.settled(partnerId, ['RETRYING', 'RETRYING', 'RETRYING'])
    expect((await lab.endpoint(partnerId)).status).toBe('ACTIVE')
    await lab.advance(25 * 3_600)
    await expect.poll(async () => (await lab.endpoint(partnerId)).status).toBe('DEGRADED')
    await lab.advance(96 * 3_600)
    await expect
      .poll(() => lab.endpoint(partnerId))
      .toMatchObject({ status: 'DISABLED', status_reason: 'ONLY_FAILURES', skipped_from: 1 })
    await lab.settled(partnerId, ['SKIPPED', 'SKIPPED', 'SKIPPED'])
    await lab.happen(partnerId)
    // The event that it is disabled is the fourth.
    const skipped = Array.from({ length: 5 }, () => ({ status: 'SKIPPED', reason: 'DISABLED' }))
    expect(await lab.deliveries(partnerId)).toMatchObject(skipped)
  })

  test('and answers again is ACTIVE at once', async () => {
    const { partnerId } = await lab.register(receiver.url)
    receiver.answer({ status: 500 })
    await lab.happen(partnerId, 3)
    await lab.settled(partnerId, ['RETRYING', 'RETRYING', 'RETRYING'])
    await lab.advance(25 * 3_600)
    await expect.poll(async () => (await lab.endpoint(partnerId)).status).toBe('DEGRADED')
    receiver.answer({ status: 200 })
    await lab.advance(3_600)
    await lab.settled(partnerId, ['DELIVERED', 'DELIVERED', 'DELIVERED'])
    expect(await lab.endpoint(partnerId)).toMatchObject({
      status: 'ACTIVE',
      straight_failures: 0,
      failing_since: null,
      held_until: null,
    })
  })

  test('with 410 is DISABLED at once, its delivery is EXHAUSTED, and an event tells it', async () => {
    const { partnerId } = await lab.register(receiver.url)
    receiver.answer({ status: 410 })
    await lab.happen(partnerId)
    await lab.settled(partnerId, ['EXHAUSTED'])
    expect(await lab.endpoint(partnerId)).toMatchObject({
      status: 'DISABLED',
      status_reason: 'RECEIVER_GONE',
    })
    await lab.publish()
    const [, told] = await lab.deliveries(partnerId)
    expect(told).toMatchObject({ category: 'webhook', status: 'SKIPPED', reason: 'DISABLED' })
  })

  test('ten times in a row is left alone for a while, then tried one at a time', async () => {
    const { partnerId } = await lab.register(receiver.url)
    receiver.answer({ status: 500 })
    await lab.happen(partnerId, 10)
    await lab.settled(
      partnerId,
      Array.from({ length: 10 }, () => 'RETRYING'),
    )
    expect((await lab.endpoint(partnerId)).held_until).not.toBeNull()
    await lab.happen(partnerId)
    const before = receiver.received.length
    receiver.answer('STALL')
    await lab.advance(6)
    await expect.poll(receiver.waiting).toBe(1)
    expect(receiver.received).toHaveLength(before + 1)
    receiver.answer({ status: 200 })
    receiver.release()
    await lab.settled(
      partnerId,
      Array.from({ length: 11 }, () => 'DELIVERED'),
    )
  })
})

describe('what is sent at once', () => {
  test('five of an endpoint, whatever the number of workers, and the others go on', async () => {
    const [slow, quick] = [await startReceiver(), await startReceiver()]
    slow.answer('STALL')
    const stalled = await lab.register(slow.url)
    const others = await Promise.all([1, 2, 3].map(() => lab.register(quick.url)))
    await lab.happen(stalled.partnerId, 30)
    await expect.poll(slow.waiting).toBe(5)
    for (const { partnerId } of others) await lab.happen(partnerId, 30)
    for (const { partnerId } of others)
      await lab.settled(
        partnerId,
        Array.from({ length: 30 }, () => 'DELIVERED'),
      )
    expect(slow.waiting()).toBe(5)
    slow.answer({ status: 200 })
    slow.release()
    await lab.settled(
      stalled.partnerId,
      Array.from({ length: 30 }, () => 'DELIVERED'),
    )
    expect([slow.waitingMax(), slow.received.length, quick.received.length]).toEqual([5, 30, 90])
    await Promise.all([slow.close(), quick.close()])
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
    expect(receiver.received.map(({ headers }) => headers['webhook-replay'])).toEqual(['manual'])
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

  test('its worker stands still past its lease: another sends it again, and one result counts', async () => {
    const lonely = await deliveryLab()
    const first = lonely.work({ leaseMs: 100 })
    const { partnerId } = await lonely.register(receiver.url)
    receiver.answer(({ nth }) => (nth === 1 ? 'STALL' : { status: 200 }))
    await lonely.happen(partnerId)
    await expect.poll(receiver.waiting).toBe(1)
    const second = lonely.work()
    await expect
      .poll(() => {
        second.kick()
        return receiver.received.length
      })
      .toBe(2)
    await lonely.settled(partnerId, ['DELIVERED'])
    receiver.release({ status: 500 })
    await first.stop(1_000)
    await lonely.settled(partnerId, ['DELIVERED'])
    expect(await lonely.attempts(partnerId)).toMatchObject([{ number: 1, http_status: 200 }])
    await lonely.close()
  })

  test('the process stops: what comes back in time is recorded', async () => {
    const lonely = await deliveryLab()
    const worker = lonely.work()
    const { partnerId } = await lonely.register(receiver.url)
    receiver.answer('STALL')
    await lonely.happen(partnerId, 7)
    await expect.poll(receiver.waiting).toBe(5)
    const stopped = worker.stop(5_000)
    receiver.release()
    await stopped
    const states = (await lonely.deliveries(partnerId)).map(({ status }) => status)
    expect(states.toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'DELIVERED'),
      'PENDING',
      'PENDING',
    ])
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
    const signatures = [during, after].map((one) => one?.headers['webhook-signature']?.split(' '))
    expect(signatures.map((list) => list?.length)).toEqual([2, 1])
    const verify = (key: string, one = during) =>
      new Webhook(key).verify(one?.body ?? '', one?.headers ?? {})
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

const byNumber = (a: number, b: number) => a - b

/** The clock's own seconds from now to the next attempt, rounded up. */
async function secondsUntilDue(partnerId: string): Promise<number> {
  const present = await lab.deps.db.asWorker(now)
  const [delivery] = await lab.deliveries(partnerId)
  const [endpoint] = [await lab.endpoint(partnerId)]
  const due = Math.max(
    delivery?.next_attempt_at?.getTime() ?? 0,
    endpoint.held_until?.getTime() ?? 0,
  )
  return Math.max(1, Math.ceil((due - present.getTime()) / second))
}
