import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/support/events/webhook-receiver.ts'
import { aMember } from '../../../test/support/people/acting.ts'
import { aPerson } from '../../../test/support/people/samples.ts'
import { type Got, type Partner, sharedBff } from '../../../test/support/process/bff.ts'
import { freePort } from '../../../test/support/process/server.ts'
import { type Listening, serveApp } from '../../start/listen.ts'

// Two of a partner at a time and three in all; of each two may wait.
const bff = sharedBff({ REQUESTS_AT_ONCE: '2', REQUESTS_WAITING: '2', STANDSTILL_MS: '60000' })
const list = '/api/v1/xfer/entity'
const check = '/api/v1/partner/webhook/check'

let receiver: Receiver
let server: Listening
let port: number
let third: Partner
beforeAll(async () => {
  receiver = await startReceiver()
  port = await freePort()
  server = await serveApp({ HOST: '127.0.0.1', PORT: port }, (request, env) =>
    bff.instance.app.all.fetch(request, env),
  )
  third = await bff.makePartner('Third')
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})
/** What the partners' server holds, by name, until it is let go. */
const holds = new Map<string, () => void>()
const letGo = (name: string) => holds.get(name)?.()
const letAllGo = () => {
  receiver.answer({ status: 200 })
  for (const name of holds.keys()) letGo(name)
}
beforeEach(() => {
  holds.clear()
  receiver.answer(
    ({ path }) =>
      new Promise((resolve) => {
        holds.set(path.split('/').at(-1) ?? '', () => resolve({ status: 200 }))
      }),
  )
})
afterEach(async () => {
  letAllGo()
  await isEmpty()
})

type Answer = { status: number; retryAfter: string | null; code: string | undefined }
type Options = { signal?: AbortSignal; headers?: Record<string, string> }

/** A request whose handler is under way until the partner's server answers, which it calls. */
const held = (partner: Partner, name: string, { signal, headers = {} }: Options = {}) =>
  fetch(`http://127.0.0.1:${port}${check}`, {
    method: 'POST',
    headers: { 'x-api-token': partner.apiToken, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ webhookUrl: `${receiver.url}/${name}` }),
    ...(signal ? { signal } : {}),
  }).then(shown)

async function shown(answer: Response): Promise<Answer> {
  const { error }: { error?: { code: string } } = JSON.parse(await answer.text())
  const { status, headers } = answer
  return { status, retryAfter: headers.get('retry-after'), code: error?.code }
}

async function figures(): Promise<{ underWay: number; waiting: number }> {
  const of = async (name: string) =>
    (await bff.deps.metrics.getSingleMetric(name)?.get())?.values[0]?.value ?? -1
  return {
    underWay: await of('http_requests_under_way'),
    waiting: await of('http_requests_waiting'),
  }
}

/** What the partners' server was asked so far, in its order. */
const begun = () => receiver.received.map(({ path }) => path.split('/').at(-1) ?? '')
const isEmpty = () => expect.poll(figures).toEqual({ underWay: 0, waiting: 0 })
const isBegun = (...names: string[]) =>
  expect.poll(() => begun().slice(-names.length).toSorted()).toEqual(names.toSorted())
const waits = (waiting: number) => expect.poll(async () => (await figures()).waiting).toBe(waiting)

/** Its line is full: two under way and two that wait. */
async function fill(
  partner: Partner,
  as: string,
  more: Options[] = [],
): Promise<Promise<Answer>[]> {
  const first = [held(partner, `${as}1`), held(partner, `${as}2`)]
  await isBegun(`${as}1`, `${as}2`)
  const next = held(partner, `${as}3`, more[0])
  await waits(1)
  const last = held(partner, `${as}4`, more[1])
  await waits(2)
  return [...first, next, last]
}

const statusOf = ({ status }: Answer | Got) => status

describe('admission', () => {
  test('503 with Retry-After at once where the line is full; each of the others is answered, once', async () => {
    const answers = await fill(bff.first, 'full')
    const refused = [await held(bff.first, 'full5'), await held(bff.first, 'full6')]
    for (const { status, code, retryAfter } of refused) {
      expect([status, code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(['1', '2', '3']).toContain(retryAfter)
    }
    // Also one whose body has not come yet, and one that only reads.
    expect((await bff.get(list)).status).toBe(503)
    expect(await figures()).toEqual({ underWay: 2, waiting: 2 })
    letAllGo()
    expect((await Promise.all(answers)).map(statusOf)).toEqual([200, 200, 200, 200])
    const done = begun().filter((name) => name.startsWith('full'))
    expect(done.toSorted()).toEqual(['full1', 'full2', 'full3', 'full4'])
  })

  test('while one partner’s line is full another’s request begins at once, and a further one is the next', async () => {
    const answers = await fill(bff.first, 'flood')
    const another = held(third, 'another')
    await isBegun('another')
    const last = held(bff.second, 'last')
    await waits(3)
    letGo('flood1')
    await waits(2)
    await isBegun('last')
    letAllGo()
    expect((await Promise.all([...answers, another, last])).map(statusOf)).toEqual(
      Array.from({ length: 6 }, () => 200),
    )
  })

  test('the people of a partner do not wait behind its programs', async () => {
    const member = await aMember(bff)
    const answers = await fill(bff.first, 'staff')
    expect((await member.get(list)).status).toBe(200)
    expect((await bff.get(list)).status).toBe(503)
    letAllGo()
    await Promise.all(answers)
  })

  test('a client that goes away leaves the line, and what it asked is not done', async () => {
    const gone = new AbortController()
    const answers = await fill(bff.first, 'gone', [{ signal: gone.signal }])
    const lost = answers[2]?.catch((error: unknown) => String(error))
    gone.abort()
    expect(await lost).toContain('aborted')
    await waits(1)
    const next = held(bff.first, 'next')
    await waits(2)
    letAllGo()
    expect((await Promise.all([...answers.toSpliced(2, 1), next])).map(statusOf)).toEqual([
      200, 200, 200, 200,
    ])
    expect(begun()).not.toContain('gone3')
  })

  test('a refused request leaves its Idempotency-Key free', async () => {
    const answers = await fill(bff.first, 'key')
    const create = () =>
      bff.post(`${list}/create`, aPerson({ email: 'door@example.com' }), {
        'idempotency-key': 'd1',
      })
    expect((await create()).status).toBe(503)
    letAllGo()
    await Promise.all(answers)
    const done = await create()
    expect([done.status, done.headers.get('idempotency-replayed')]).toEqual([200, null])
  })
})
