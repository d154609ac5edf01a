import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../../test/support/events/webhook-receiver.ts'
import { deliveryLab, type Lab } from '../../../../test/support/events/webhooks.ts'
import type { DeliveryRow } from '../endpoint/store.ts'

let lab: Lab
let good: Receiver
let dead: Receiver
beforeAll(async () => {
  lab = await deliveryLab()
})
afterAll(() => lab.close())
beforeEach(async () => {
  good = await startReceiver()
  dead = await startReceiver()
  return async () => {
    dead.release()
    await Promise.all([good.close(), dead.close()])
  }
})

/** A partner with so many endpoints; the first so many go to the dead receiver. */
async function several(count: number, deadCount: number) {
  const made = [await lab.register(deadCount > 0 ? `${dead.url}/0` : `${good.url}/0`)]
  const partnerId = made[0]?.partnerId ?? ''
  for (let n = 1; n < count; n += 1)
    made.push(await lab.register(`${n < deadCount ? dead.url : good.url}/${n}`, { partnerId }))
  return { partnerId, endpoints: made }
}

const statesOf = async (partnerId: string, endpointId: string) =>
  (await lab.deliveries(partnerId))
    .filter((row) => row.endpoint_id === endpointId)
    .map(({ status }) => status)
const all = (count: number, status: DeliveryRow['status']) =>
  Array.from({ length: count }, () => status)
const claim = (max: number) =>
  lab.deps.db.asWorker(async (tx) => {
    const { rows } = await sql<DeliveryRow>`
      select * from claim_deliveries(${max}, interval '1 minute')`.execute(tx)
    return rows
  })

// Before any worker runs: what the database gives is counted.
describe('what a partner’s endpoints are given at once', () => {
  test('five each, twenty together, however many workers ask; each of ten has its place', async () => {
    const { partnerId } = await several(10, 0)
    await lab.happen(partnerId, 9)
    await Promise.all(Array.from({ length: 6 }, () => claim(200)))
    await claim(200)
    const taken = (await lab.deliveries(partnerId)).filter(({ status }) => status === 'IN_FLIGHT')
    const counts = [...Map.groupBy(taken, (row) => row.endpoint_id).values()].map(
      (rows) => rows.length,
    )
    expect([taken.length, counts.length]).toEqual([20, 10])
    expect(Math.max(...counts)).toBeLessThanOrEqual(5)
    await lab.deps.db.asWorker((tx) =>
      sql`delete from webhook_delivery where partner_id = ${partnerId}`.execute(tx),
    )
  })

  test('of four each has its five', async () => {
    const { partnerId } = await several(4, 0)
    await lab.happen(partnerId, 9)
    await claim(200)
    const taken = (await lab.deliveries(partnerId)).filter(({ status }) => status === 'IN_FLIGHT')
    expect(taken).toHaveLength(20)
    await lab.deps.db.asWorker((tx) =>
      sql`delete from webhook_delivery where partner_id = ${partnerId}`.execute(tx),
    )
  })
})

describe('several endpoints of a partner', () => {
  beforeAll(() => {
    lab.work()
    lab.work()
  })

  test('one that never answers takes five calls and delays no other', async () => {
    dead.answer('STALL')
    const { partnerId, endpoints } = await several(10, 1)
    await lab.happen(partnerId, 20)
    await expect.poll(dead.waiting).toBe(5)
    for (const { endpointId } of endpoints.slice(1))
      await expect
        .poll(() => statesOf(partnerId, endpointId), { interval: 20 })
        .toEqual(all(20, 'DELIVERED'))
    expect([dead.waitingMax(), dead.waiting(), good.received.length]).toEqual([5, 5, 180])
    dead.answer({ status: 200 })
    dead.release()
    await expect.poll(() => dead.received.length).toBe(20)
  })

  test('five that never answer leave the other five their places', async () => {
    dead.answer('STALL')
    const { partnerId, endpoints } = await several(10, 5)
    await lab.happen(partnerId, 4)
    for (const { endpointId } of endpoints.slice(5))
      await expect
        .poll(() => statesOf(partnerId, endpointId), { interval: 20 })
        .toEqual(all(4, 'DELIVERED'))
    expect(dead.waitingMax()).toBeLessThanOrEqual(20)
    dead.answer({ status: 200 })
    dead.release()
    await expect.poll(() => dead.received.length).toBe(20)
  })

  test('one event has one id at all, signed for each by its own secret; the breaker of one opens alone', async () => {
    dead.answer({ status: 500 })
    const { partnerId, endpoints } = await several(2, 1)
    await lab.happen(partnerId, 12)
    const [broken, fine] = endpoints
    await expect
      .poll(() => statesOf(partnerId, fine?.endpointId ?? ''), { interval: 20 })
      .toEqual(all(12, 'DELIVERED'))
    await expect.poll(() => dead.received.length).toBeGreaterThanOrEqual(10)
    const idsOf = ({ received }: Receiver) => received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(idsOf(good))).toEqual(new Set(idsOf(good).concat(idsOf(dead))))
    for (const [receiver, secret, wrong] of [
      [good, fine?.secret, broken?.secret],
      [dead, broken?.secret, fine?.secret],
    ] as const)
      for (const { body, headers } of receiver.received) {
        new Webhook(secret ?? '').verify(body, headers)
        expect(() => new Webhook(wrong ?? '').verify(body, headers)).toThrow(
          'No matching signature',
        )
      }
    const rows = await lab.deps.db.asWorker((tx) =>
      tx
        .selectFrom('webhook_endpoint')
        .selectAll()
        .where('partner_id', '=', partnerId)
        .orderBy('is_primary', 'desc')
        .execute(),
    )
    expect(rows[0]?.straight_failures).toBeGreaterThan(0)
    expect(rows[1]).toMatchObject({ straight_failures: 0, failing_since: null, held_until: null })
  })

  test('deleted with calls on their way: what fails is CANCELLED for good, and nothing new comes', async () => {
    dead.answer('STALL')
    const { partnerId, endpoints } = await several(2, 1)
    await lab.happen(partnerId, 2)
    await expect.poll(dead.waiting).toBe(2)
    const endpointId = endpoints[0]?.endpointId ?? ''
    await lab.deps.db.asWorker((tx) =>
      sql`update webhook_endpoint set deleted_at = service_now() where id = ${endpointId}`.execute(
        tx,
      ),
    )
    dead.answer({ status: 200 })
    dead.release({ status: 500 })
    await expect
      .poll(() => statesOf(partnerId, endpointId), { interval: 20 })
      .toEqual(all(2, 'CANCELLED'))
    const rows = (await lab.deliveries(partnerId)).filter((row) => row.endpoint_id === endpointId)
    expect(rows.map(({ reason }) => reason)).toEqual(['ENDPOINT_DELETED', 'ENDPOINT_DELETED'])
    await lab.happen(partnerId, 1)
    await expect.poll(() => good.received.length).toBe(3)
    expect(dead.received).toHaveLength(2)
  })
})
