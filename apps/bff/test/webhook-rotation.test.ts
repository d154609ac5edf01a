import { entityUpdated } from './support/events/entity-updated.ts'
import { routes } from '@corridor/contract/routes'
import { parseId } from '@corridor/domain'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordEvent } from '../src/records/events/outbox.ts'
import { type Bff, startBff } from './support/process/bff.ts'
import { type Received, type Receiver, startReceiver } from './support/events/webhook-receiver.ts'

const { webhooks } = routes
const rounds = 12
const perRound = 40

let bff: Bff
let receiver: Receiver
beforeAll(async () => {
  bff = await startBff()
  receiver = await startReceiver()
})
afterAll(async () => {
  await bff.close()
  await receiver.close()
})

/** Events of the first partner, announced to the publisher as every change is. */
async function happen(count: number): Promise<void> {
  const partnerId = parseId('par', bff.first.svcPartnerId) ?? ''
  for (let n = 0; n < count; n += 1) {
    await bff.deps.db.asWorker((tx) =>
      recordEvent(
        tx,
        entityUpdated(partnerId, { object: { entityId: `ent_${n}` }, id: `ent_${n}` }),
      ),
    )
    bff.deps.wake.notify('events')
  }
}

test(`${rounds} rotations while events flow: every delivery verifies by the old secret or the new one`, async () => {
  // What a partner's server holds: the new secret once issued, the old one until it expires.
  let held: string[] = []
  const unverified: Received[] = []
  receiver.answer((received) => {
    const { body, headers } = received
    const isGood = held.some((secret) => {
      try {
        new Webhook(secret).verify(body, headers)
        return true
      } catch {
        return false
      }
    })
    if (!isGood) unverified.push(received)
    return { status: isGood ? 200 : 401 }
  })
  const registering = bff.send(webhooks.register.path, {
    method: 'PUT',
    body: { webhookUrl: receiver.url, events: ['entity'] },
  })
  const { signingSecret } = (await registering).body.data
  held = [signingSecret]
  for (let round = 0; round < rounds; round += 1) {
    const flowing = happen(perRound)
    const rotated = await bff.post(webhooks.rotateSecret.path, { overlapHours: 1 })
    expect(rotated.status).toBe(200)
    held = [rotated.body.data.signingSecret, held[0] ?? '']
    // In every other round the old one ends while deliveries are on their way.
    if (round % 2 === 1) {
      await bff.post('/api/v1/sandbox/clock/advance', { seconds: 3_601 })
      held = held.slice(0, 1)
    }
    await flowing
  }
  const entityEvents = () =>
    receiver.received.filter(({ body }) => JSON.parse(body).eventCategory === 'entity')
  await expect.poll(() => entityEvents().length).toBeGreaterThanOrEqual(rounds * perRound)
  // The first ping may come before this test knows the secret.
  expect(unverified.filter(({ body }) => JSON.parse(body).eventCategory !== 'webhook')).toEqual([])
  // Without faults nothing is sent twice.
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  const duplicates = ids.length - new Set(ids).size
  expect(duplicates).toBeLessThan(ids.length / 100)
}, 60_000)
