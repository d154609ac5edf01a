import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryLab, type Lab } from '../../../../test/support/events/webhooks.ts'
import { deliveryRetention } from '../jobs.ts'
import { startLeader } from '../../../engine/leader.ts'

let lab: Lab
beforeAll(async () => {
  lab = await deliveryLab()
})
afterAll(() => lab.close())

const counts = () =>
  lab.deps.db.asWorker(async (tx) => {
    const { rows } = await sql<{ deliveries: number; attempts: number; events: number }>`
      select (select count(*) from webhook_delivery) as deliveries,
        (select count(*) from webhook_attempt) as attempts,
        (select count(*) from event) as events`.execute(tx)
    return rows[0]
  })

test('what ended goes after 30 days with its attempts; what is open stays, and events stay', async () => {
  const { partnerId } = await lab.register('http://127.0.0.1:9/hooks')
  await lab.happen(partnerId, 1_203)
  await lab.deps.db.asWorker(async (tx) => {
    await sql`update webhook_delivery set status = 'DELIVERED', next_attempt_at = null
      where sequence > 3`.execute(tx)
    await sql`insert into webhook_attempt (partner_id, endpoint_id, delivery_id, number, trigger, at, url,
        duration_ms, error, body_excerpt, response_headers, webhook_timestamp, webhook_signature)
      select partner_id, endpoint_id, id, 1, 'SCHEDULE', service_now(), url, 1, '', '', '{}', 1, ''
      from webhook_delivery where sequence between 2 and 5`.execute(tx)
  })
  const leader = startLeader({ databaseUrl: lab.deps.db.urls.worker, log: lab.deps.log })
  const retention = deliveryRetention(lab.deps).start({ ...lab.deps, leader })
  await lab.advance(29 * 86_400)
  await lab.happen(partnerId)
  await expect.poll(counts).toMatchObject({ deliveries: 1_204, attempts: 4 })
  await lab.advance(2 * 86_400)
  await expect.poll(counts).toEqual({ deliveries: 4, attempts: 2, events: 1_204 })
  await retention.stop()
  await leader.stop()
})
