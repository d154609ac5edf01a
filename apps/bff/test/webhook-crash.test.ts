import { entityUpdated } from './support/events/entity-updated.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatId } from '@corridor/domain'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordEvent } from '../src/records/events/outbox.ts'
import { startWorkerProcess, type WorkerProcess } from './support/events/webhook-processes.ts'
import { type Received, type Receiver, startReceiver } from './support/events/webhook-receiver.ts'
import { deliveryLab, type Lab } from './support/events/webhooks.ts'
import { sampled } from './support/process/tiers.ts'

/** 2,000 in the full run, 10,000 on demand: `WEBHOOK_EVENTS=10000`. */
const eventCount = Number(process.env['WEBHOOK_EVENTS'] ?? (process.env['FULL'] ? 2_000 : 100))
const partnerCount = 8
const kills = process.env['FULL'] ? 20 : 2
const side = 3
/** A test does not wait 20 s for the deliveries of a process that died. */
const leaseMs = 1_200
/** Half of all attempts fail, but none of an event's last ones: nothing may be EXHAUSTED here. */
const failuresMax = 7
const perTransaction = 10

let lab: Lab
let receiver: Receiver
const running: WorkerProcess[] = []
beforeAll(async () => {
  lab = await deliveryLab()
  receiver = await startReceiver()
}, 60_000)
afterAll(async () => {
  await Promise.all(running.map((process) => process.kill()))
  await lab.close()
  await receiver.close()
}, 60_000)

function start(crashAt?: string): WorkerProcess {
  const made = startWorkerProcess(lab, { leaseMs, ...(crashAt === undefined ? {} : { crashAt }) })
  running.push(made)
  return made
}

type Partner = { partnerId: string; secret: string; url: string }

async function makePartners(count: number): Promise<Partner[]> {
  const made: Partner[] = []
  for (let n = 0; n < count; n += 1) {
    const url = `${receiver.url}/${n}`
    made.push({ ...(await lab.register(url)), url })
  }
  // The first has a second endpoint, which is sent all of its events, too.
  const [first] = made
  const url = `${receiver.url}/${count}`
  if (first) made.push({ ...(await lab.register(url, { partnerId: first.partnerId })), url })
  return made
}

/** Events in transactions of their own, some of several partners, as fast as they commit. */
async function happen(partners: readonly Partner[], count: number): Promise<void> {
  for (let done = 0; done < count; done += perTransaction) {
    await lab.deps.db.asWorker(async (tx) => {
      for (let n = done; n < Math.min(done + perTransaction, count); n += 1)
        await recordEvent(
          tx,
          entityUpdated(partners[n % partners.length]?.partnerId ?? '', {
            object: { entityId: `ent_${n}` },
            id: `ent_${n}`,
          }),
        )
    })
    lab.deps.wake.notify('events')
  }
}

type Progress = {
  events: number
  wanted: number
  delivered: number
  soon: number
  waitSeconds: number
}

/** How many are delivered or could be at once, and how far off the others are. */
async function look(): Promise<Progress> {
  return lab.deps.db.asWorker(async (tx) => {
    const { rows } = await sql<Progress>`
      select (select count(*) from event) as events,
        (select count(*) from event join webhook_endpoint using (partner_id)) as wanted,
        count(*) filter (where status = 'DELIVERED') as delivered,
        count(*) filter (where status = 'IN_FLIGHT' or next_attempt_at <= service_now()) as soon,
        coalesce(ceil(extract(epoch from max(next_attempt_at) - service_now())), 0)::int
          as "waitSeconds"
      from webhook_delivery`.execute(tx)
    const [row] = rows
    if (!row) throw new Error('no figures')
    return row
  })
}

/** Continues until all is delivered; when only later attempts are left, moves the clock there. */
async function untilDelivered(count: number): Promise<void> {
  for (;;) {
    const { events, wanted, delivered, soon, waitSeconds } = await look()
    if (events === count && delivered === wanted) return
    // An endpoint that failed ten times in a row rests for five minutes at most.
    if (soon < partnerCount * 2) await lab.advance(Math.max(waitSeconds + 1, 301))
    await sleep(50)
  }
}

describe('webhooks are delivered at least once', () => {
  test(
    `${eventCount} events, half of the attempts fail, ${kills} workers killed: none is lost`,
    async () => {
      const partners = await makePartners(partnerCount)
      let asked = 0
      receiver.answer(({ nth }) => {
        asked += 1
        return { status: asked % 2 === 0 && nth <= failuresMax ? 500 : 200 }
      })
      let workers = Array.from({ length: side }, () => start())
      await Promise.all(workers.map(({ ready }) => ready))
      const killing = (async () => {
        for (let n = 0; n < kills; n += 1) {
          const [oldest, ...others] = workers
          const next = start()
          await sleep(150)
          await oldest?.kill()
          workers = [...others, next]
          await next.ready
        }
      })()
      await happen(partners, eventCount)
      await Promise.all([untilDelivered(eventCount), killing])
      await expectAll(partners)
      await Promise.all(workers.map((worker) => worker.kill()))
      expect(
        running.filter((process) => process.errors() !== '').map((item) => item.errors()),
      ).toEqual([])
    },
    240_000 + eventCount * 50,
  )

  test.each(
    sampled(
      [
        ['before_effect', 0],
        ['after_effect', 1],
        ['before_commit', 1],
        ['after_commit', 0],
      ] as const,
      1,
    ),
  )(
    'killed at %s: the next worker goes on, and at most this one comes twice',
    async (moment, twice) => {
      receiver.answer({ status: 200 })
      const { partnerId } = await lab.register(receiver.url)
      const doomed = start(`webhook:${moment}`)
      await doomed.ready
      await lab.happen(partnerId)
      expect(await doomed.exited).toBe('SIGKILL')
      const next = start()
      await lab.settled(partnerId, ['DELIVERED'])
      const [delivery] = await lab.deliveries(partnerId)
      const id = formatId('evt', delivery?.event_id ?? '')
      const came = receiver.received.filter(({ headers }) => headers['webhook-id'] === id)
      expect(came).toHaveLength(1 + twice)
      expect(new Set(came.map(bodyOf)).size).toBe(1)
      expect(await lab.attempts(partnerId)).toMatchObject([{ number: 1, http_status: 200 }])
      await next.kill()
    },
    60_000,
  )
})

/** What the receiver holds, against what happened. */
async function expectAll(partners: readonly Partner[]): Promise<void> {
  const { db } = lab.deps
  const events = await db.asWorker((tx) =>
    tx.selectFrom('event_number').select(['event_id as id', 'partner_id', 'sequence']).execute(),
  )
  const byId = Map.groupBy(receiver.received, ({ headers }) => headers['webhook-id'] ?? '')
  const lost = events.filter(
    ({ id }) => !byId.get(formatId('evt', id))?.some(({ status }) => status === 200),
  )
  expect(lost).toEqual([])
  expect(byId.size).toBe(events.length)
  for (const attempts of byId.values()) expect(new Set(attempts.map(bodyOf)).size).toBe(1)
  for (const [n, { secret }] of partners.entries()) {
    const webhook = new Webhook(secret)
    const mine = receiver.received.filter(({ path }) => path === `/hooks/${n}`)
    const sequences = new Set<number>()
    for (const { body, headers } of mine)
      sequences.add((webhook.verify(body, headers) as { sequence: number }).sequence)
    expect([...sequences].toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: sequences.size }, (_, place) => place + 1),
    )
  }
}

const bodyOf = ({ body }: Received): string => body
