import type { RetryPreset } from '@corridor/domain'
import { entityUpdated } from './entity-updated.ts'
import { type Selectable, sql } from 'kysely'
import { expect } from 'vitest'
import { loadKek } from '../../../src/db/kek.ts'
import type { DB } from '../../../src/db/schema/types.generated.ts'
import { createIds } from '../../../src/outside/ids.ts'
import type { EndpointRow, DeliveryRow } from '../../../src/modules/webhooks/endpoint/store.ts'
import { recordEvent } from '../../../src/records/events/outbox.ts'
import { insertTestDelivery } from '../../../src/modules/webhooks/delivery/store.ts'
import { insertSecret } from '../../../src/modules/webhooks/endpoint/secret-store.ts'
import { newSecret } from '../../../src/modules/webhooks/endpoint/signature.ts'
import { openOutbound } from '../../../src/outside/calls/open.ts'
import { advanceClock } from '../../../src/modules/sandbox/clock.ts'
import {
  type Deliverer,
  type DelivererOptions,
  startDeliverer,
} from '../../../src/modules/webhooks/delivery/deliverer.ts'
import { insertPartner } from '../people/partners.ts'
import { workerDeps } from '../process/workers.ts'

export type AttemptRow = Selectable<DB['webhook_attempt']>
export type Lab = Awaited<ReturnType<typeof deliveryLab>>

/** Endpoints, events and the real deliverer over a database of its own; no app and no chain. */
export async function deliveryLab() {
  const base = await workerDeps()
  const deps = {
    ...base,
    kek: loadKek(base.config, base.random),
    ids: createIds(base.random),
    outbound: openOutbound(base.config),
    chains: new Map<string, never>(),
  }
  const { db, ids, wake } = deps
  const running: Deliverer[] = []
  return {
    deps,
    work,
    register,
    rotate,
    happen,
    test,
    publish,
    advance,
    endpoint,
    patch,
    deliveries,
    attempts,
    settled,
    close,
  }

  /** A worker, as each process has one. */
  function work(options: DelivererOptions = {}): Deliverer {
    const deliverer = startDeliverer(deps, options)
    running.push(deliverer)
    return deliverer
  }

  /**
   * A partner of its own with an endpoint, or another endpoint of the partner that is given; gives the
   * ids and the secret.
   */
  async function register(
    url: string,
    given: {
      partnerId?: string
      events?: string[]
      status?: EndpointRow['status']
      retryPreset?: RetryPreset
    } = {},
  ): Promise<{ partnerId: string; endpointId: string; secret: string }> {
    const partnerId = given.partnerId ?? (await insertPartner(db))
    const endpointId = ids.uuid()
    const secret = newSecret(deps.random)
    await db.asWorker(async (tx) => {
      await tx
        .insertInto('webhook_endpoint')
        .values({
          partner_id: partnerId,
          id: endpointId,
          is_primary: given.partnerId === undefined,
          url,
          description: '',
          events: given.events ?? [],
          retry_preset: given.retryPreset ?? 'standard',
          status: given.status ?? 'ACTIVE',
          version: 1,
          created_at: sql<Date>`service_now()`,
          updated_at: sql<Date>`service_now()`,
        })
        .execute()
      const of = { partner_id: partnerId, id: endpointId }
      await insertSecret(tx, deps.kek, { of, id: ids.uuid(), secret })
    })
    return { partnerId, endpointId, secret }
  }

  /** A new secret of the primary endpoint; the one before signs beside it for so long (service time). */
  async function rotate(partnerId: string, overlapSeconds: number): Promise<string> {
    const secret = newSecret(deps.random)
    const of = await endpoint(partnerId)
    await db.asWorker(async (tx) => {
      await sql`
        update webhook_secret set valid_until = service_now() + ${overlapSeconds} * interval '1 second'
        where partner_id = ${partnerId} and endpoint_id = ${of.id} and valid_until is null`.execute(
        tx,
      )
      await insertSecret(tx, deps.kek, { of, id: ids.uuid(), secret })
    })
    return secret
  }

  /** So many events that were published. */
  async function happen(partnerId: string, count = 1): Promise<void> {
    await db.asWorker(async (tx) => {
      for (let n = 0; n < count; n += 1)
        await recordEvent(
          tx,
          entityUpdated(partnerId, {
            object: { entityId: `ent_${n}`, note: 'Żółw 🐢' },
            id: `ent_${n}`,
          }),
        )
    })
    await publish()
  }

  /** A test event of the primary endpoint. */
  async function test(partnerId: string): Promise<void> {
    const of = await endpoint(partnerId)
    const id = ids.uuid()
    await db.asWorker(async (tx) => {
      await recordEvent(tx, {
        partnerId,
        id,
        category: 'webhook',
        type: 'test',
        status: 'ping',
        object: {},
        subject: { kind: 'webhook', id: 'webhook', version: 1 },
      })
      await insertTestDelivery(tx, of, { eventId: id, trigger: 'SCHEDULE' })
    })
    await publish()
  }

  async function publish(): Promise<void> {
    await db.asWorker((tx) => sql`select publish_events(10000)`.execute(tx))
    wake.notify('published')
  }

  async function advance(seconds: number): Promise<void> {
    await advanceClock(deps, seconds)
  }

  function endpoint(partnerId: string): Promise<EndpointRow> {
    return db.asWorker((tx) =>
      tx
        .selectFrom('webhook_endpoint')
        .selectAll()
        .where('partner_id', '=', partnerId)
        .where('is_primary', '=', true)
        .executeTakeFirstOrThrow(),
    )
  }

  async function patch(
    partnerId: string,
    change: Partial<Pick<EndpointRow, 'url' | 'status' | 'held_until'>>,
  ): Promise<void> {
    await db.asWorker((tx) =>
      tx.updateTable('webhook_endpoint').set(change).where('partner_id', '=', partnerId).execute(),
    )
  }

  function deliveries(partnerId: string): Promise<DeliveryRow[]> {
    return db.asWorker((tx) =>
      tx
        .selectFrom('webhook_delivery')
        .selectAll()
        .where('partner_id', '=', partnerId)
        .orderBy('created_at')
        .orderBy('sequence')
        .execute(),
    )
  }

  function attempts(partnerId: string): Promise<AttemptRow[]> {
    return db.asWorker((tx) =>
      tx
        .selectFrom('webhook_attempt')
        .selectAll()
        .where('partner_id', '=', partnerId)
        .orderBy('at')
        .orderBy('number')
        .execute(),
    )
  }

  /** Waits until the partner's deliveries, oldest first, have come to these states. */
  async function settled(partnerId: string, states: DeliveryRow['status'][]): Promise<void> {
    const present = async () => (await deliveries(partnerId)).map(({ status }) => status)
    await expect.poll(present, { interval: 5 }).toEqual(states)
  }

  async function close(): Promise<void> {
    await Promise.all(running.map((process) => process.stop(1_000)))
    await deps.close()
  }
}
