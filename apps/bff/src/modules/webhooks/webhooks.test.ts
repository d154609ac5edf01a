import { describe, expect, test } from 'vitest'
import { type AnyBody, ownBff } from '../../../test/support/process/bff.ts'
import { startReceiver } from '../../../test/support/events/webhook-receiver.ts'
import { makeEntity } from '../../../test/support/money/wallets.ts'

const bff = ownBff()

const path = '/api/v1/xfer/utility/webhook/events'
const eventsOf = async (query = '') => (await bff.get(`${path}${query}`)).body.data

/** Waits until the publisher has numbered the events of these entities. */
async function published(ids: readonly string[]) {
  for (;;) {
    const events = await eventsOf('?category=entity')
    const seen = new Set(
      events.map((event: { eventObject: { entityId: string } }) => event.eventObject.entityId),
    )
    if (ids.every((id) => seen.has(id))) return events
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('webhooks.events', () => {
  test('200: newest first, numbered without gaps, with the four specified members', async () => {
    const ids = [await makeEntity(bff), await makeEntity(bff), await makeEntity(bff)]
    await published(ids)
    const events = await eventsOf()
    const numbers = events.map((event: { sequence: number }) => event.sequence)
    expect(numbers).toEqual(numbers.map((_: number, i: number) => numbers[0] - i))
    expect(numbers.at(-1)).toBe(1)
    expect(events[0]).toMatchObject({
      eventId: expect.stringMatching(/^evt_/),
      eventCategory: 'entity',
      eventType: 'created',
      eventStatus: 'created',
      eventObject: { executionId: '', transactionId: '', previousStatus: '', entityId: ids[2] },
    })
  })

  test('200: filters, pages and as much as `fields` names; another partner sees none of it', async () => {
    const id = await makeEntity(bff)
    await published([id])
    expect(await eventsOf(`?entityId=${id}`)).toHaveLength(1)
    expect(await eventsOf('?category=none')).toEqual([])
    const first = await bff.get(`${path}?limit=1`)
    const second = await bff.get(`${path}?limit=1&cursor=${first.body.pagination.nextCursor}`)
    expect(second.body.data[0].sequence).toBe(first.body.data[0].sequence - 1)
    const few = `${path}?limit=1&fields=sequence,eventObject.status,eventObject.entityId`
    expect((await bff.get(few)).body.data).toEqual(
      first.body.data.map(({ sequence, eventObject: { status, entityId } }: AnyBody) => ({
        eventObject: { status, entityId },
        sequence,
      })),
    )
    const unknown = await bff.get(`${path}?fields=eventObject.nothing`)
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'FIELD_INVALID'])
    const foreign = await bff.get(`${path}?category=entity`, bff.second)
    expect(foreign.body.data).toEqual([])
  })
})

describe('a webhook', () => {
  const root = '/api/v1/partner/webhook'
  const deliveries = async (query: string) =>
    (await bff.get(`${root}/deliveries?${query}`)).body.data

  test('is sent what happens, tried again by hand after a failure, and recovers what is missing', async () => {
    const receiver = await startReceiver()
    const registered = await bff.send('/api/v1/partner/registerPartnerWebhook', {
      method: 'PUT',
      body: { webhookUrl: receiver.url },
    })
    expect(registered.body.data.status).toBe('ACTIVE')
    await expect.poll(() => receiver.received.length).toBe(2)

    receiver.answer({ status: 503, body: 'not now' })
    const id = await makeEntity(bff)
    await expect.poll(() => deliveries('status=RETRYING')).toHaveLength(1)
    const [failed] = await deliveries('status=RETRYING')
    expect(failed.attempts).toMatchObject([{ httpStatus: 503, bodyExcerpt: 'not now' }])

    receiver.answer({ status: 200 })
    await bff.post(`${root}/deliveries/${failed.deliveryId}/redeliver`, undefined)
    await expect.poll(() => deliveries('status=DELIVERED')).toHaveLength(3)
    const last = receiver.received.at(-1)
    expect(last?.headers).toMatchObject({
      'webhook-id': failed.eventId,
      'webhook-replay': 'manual',
    })
    expect(JSON.parse(last?.body ?? '').eventObject.entityId).toBe(id)

    // Events of before the registration were never sent.
    const before = (await eventsOf('?limit=200')).length - 3
    const asked = { since: '2020-01-01T00:00:00Z', ratePerSecond: 500 }
    const { body } = await bff.post(`${root}/recover`, asked)
    expect(body.data.scheduled).toBe(before)
    const done = () => bff.get(`${root}/recover/${body.data.recoveryId}`)
    await expect
      .poll(async () => (await done()).body.data)
      .toMatchObject({ status: 'COMPLETED', delivered: before })
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(before + 3)
    await bff.post(`${root}/pause`, undefined)
    await receiver.close()
  })
})

describe('webhooks.stream', () => {
  const open = (headers: Record<string, string> = {}) =>
    bff.instance.app.all.fetch(
      new Request('http://localhost:8787/api/v1/xfer/utility/events/stream', {
        headers: { 'x-api-token': bff.first.apiToken, ...headers },
      }),
    )

  /** Reads until so many messages came, of a kind or of any, then hangs up. */
  async function read(
    response: Response,
    count: number,
    kind?: string,
  ): Promise<{ id: number; data: { kind: string; id: string } }[]> {
    const found: { id: number; data: { kind: string; id: string } }[] = []
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk)
      found.splice(0)
      for (const [, id, data] of text.matchAll(/^id: (\d+)\ndata: (.+)$/gm))
        found.push({ id: Number(id), data: JSON.parse(data ?? '') })
      if (found.filter(({ data }) => (kind ?? data.kind) === data.kind).length >= count) break
    }
    return found
  }

  test('200: a change arrives unprompted, and a reader resumes where it was', async () => {
    const response = await open()
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    const made = [await makeEntity(bff), await makeEntity(bff)]
    // What the tests before did may still be on its way.
    const seen = (await read(response, 2, 'entity')).filter(({ data }) => data.kind === 'entity')
    expect(seen.map(({ data }) => data)).toMatchObject(made.map((id) => ({ kind: 'entity', id })))
    const [first] = seen
    const resumed = await read(await open({ 'last-event-id': String(first?.id) }), 1)
    expect(resumed[0]?.id).toBe((first?.id ?? 0) + 1)
  })

  test('401: no key', async () => {
    const refused = await open({ 'x-api-token': '' })
    expect(refused.status).toBe(401)
  })
})
