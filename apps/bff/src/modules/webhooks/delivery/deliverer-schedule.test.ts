import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../../test/support/events/webhook-receiver.ts'
import { deliveryLab, type Lab } from '../../../../test/support/events/webhooks.ts'
import { now } from '../../../db/open.ts'
import type { DeliveryRow } from '../endpoint/store.ts'

let lab: Lab
let receiver: Receiver
beforeAll(async () => {
  lab = await deliveryLab()
  receiver = await startReceiver()
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
const states = (count: number, status: DeliveryRow['status']) =>
  Array.from({ length: count }, () => status)

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

  test('with 410 is DISABLED at once, its delivery is EXHAUSTED, and an event reports it', async () => {
    const { partnerId } = await lab.register(receiver.url)
    receiver.answer({ status: 410 })
    await lab.happen(partnerId)
    await lab.settled(partnerId, ['EXHAUSTED'])
    expect(await lab.endpoint(partnerId)).toMatchObject({
      status: 'DISABLED',
      status_reason: 'RECEIVER_GONE',
    })
    await lab.publish()
    const [, notice] = await lab.deliveries(partnerId)
    expect(notice).toMatchObject({ category: 'webhook', status: 'SKIPPED', reason: 'DISABLED' })
  })

  test('ten times in a row is left alone for a while, then tried one at a time', async () => {
    const { partnerId } = await lab.register(receiver.url)
    receiver.answer({ status: 500 })
    await lab.happen(partnerId, 10)
    await lab.settled(partnerId, states(10, 'RETRYING'))
    expect((await lab.endpoint(partnerId)).held_until).not.toBeNull()
    await lab.happen(partnerId)
    const before = receiver.received.length
    receiver.answer('STALL')
    await lab.advance(6)
    await expect.poll(receiver.waiting).toBe(1)
    expect(receiver.received).toHaveLength(before + 1)
    receiver.answer({ status: 200 })
    receiver.release()
    await lab.settled(partnerId, states(11, 'DELIVERED'))
  })
})

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
