import { afterAll, beforeAll, expect, test } from 'vitest'
import { partnerScopes } from '@corridor/domain'
import { listen } from './support/events/live-reader.ts'
import { expectPaidOnce, makeTraffic, post } from './support/money/traffic.ts'
import { aPerson } from './support/people/samples.ts'
import { type AnyBody, type Bff, type Partner, startBff } from './support/process/bff.ts'
import { startServer, type Started } from './support/process/server.ts'

// Two web processes and a worker over one database: this one, and two of their own.
let bff: Bff
let web: Started
let worker: Started
beforeAll(async () => {
  bff = await startBff({ ROLE: 'web', RATE_LIMIT: 'on' }, { isShared: true })
  web = await startServer(bff.dataDir, { ROLE: 'web', RATE_LIMIT: 'on' })
  worker = await startServer(bff.dataDir, { ROLE: 'worker' })
}, 240_000)
afterAll(async () => {
  await Promise.all([web.kill('SIGTERM'), worker.kill('SIGTERM')])
  await bff.close()
}, 60_000)

const list = '/api/v1/xfer/entity'
const clock = '/api/v1/sandbox/clock'

/** The other web process, asked to read. */
async function atWeb(path: string, { apiToken }: Pick<Partner, 'apiToken'> = bff.first) {
  const answer = await fetch(web.baseUrl + path, { headers: { 'x-api-token': apiToken } })
  const body: AnyBody = await answer.json()
  return { status: answer.status, headers: answer.headers, body }
}

test('an answer that one process kept is replayed by the other', async () => {
  const body = aPerson({ email: 'replayed@example.com' })
  const key = { 'idempotency-key': 'over-two' }
  const first = await bff.post(`${list}/create`, body, key)
  const again = await post(`${web.baseUrl}${list}/create`, bff.first, body, key)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  expect(await again.json()).toEqual(first.body)
})

test('a key that is revoked at one process is refused by the other', async () => {
  const issued = await bff.access.issueKey(bff.first.svcPartnerId, {
    name: 'revoked',
    scopes: partnerScopes,
  })
  const { apiToken, keyId } = issued.ok ? issued.value : { apiToken: '', keyId: '' }
  expect((await atWeb(list, { apiToken })).status).toBe(200)
  expect(await bff.access.revokeKey(keyId)).toMatchObject({ ok: true })
  await expect
    .poll(async () => (await atWeb(list, { apiToken })).body.error?.code)
    .toBe('API_KEY_REVOKED')
})

test('both count by one bucket: where it is empty, either refuses', async () => {
  for (const ask of [() => bff.get(list, bff.second), () => atWeb(list, bff.second)]) {
    await ask()
    // What this process has leased already is spent first.
    await expect.poll(async () => (await emptyBucket(), (await ask()).status)).toBe(429)
  }
})

/** It is far below nothing, so that no time that passes fills it. */
const emptyBucket = () =>
  bff.deps.db.asWorker((tx) =>
    tx
      .updateTable('rate_bucket')
      .set({ tokens: -1_000_000 })
      .where('name', 'like', '%:entities.list')
      .execute(),
  )

test('a clock that one process moves is the clock of the other', async () => {
  const moved = await bff.post(`${clock}/advance`, { seconds: 3_600 })
  const to = Date.parse(moved.body.data.now)
  await expect
    .poll(async () => Date.parse((await atWeb(clock)).headers.get('x-service-time') ?? ''))
    .toBeGreaterThanOrEqual(to)
})

test('a reader of one process receives what another changes and a third publishes', async () => {
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  const received = listen(web.baseUrl, bff.second, {
    isOpen: open,
    isEnough: (events) => events.some(({ kind }) => kind === 'entity'),
  })
  await isOpen
  const { body } = await bff.post(`${list}/create`, aPerson(), {}, bff.second)
  expect((await received).map(({ id }) => id)).toContain(body.data.entityId)
})

test('quoted at one process, executed at the other, completed by the worker, once', async () => {
  const traffic = await makeTraffic(bff, [bff.first])
  for (const kind of ['BANK', 'CHAIN'] as const) {
    const sent = await traffic.quoted(kind)
    expect((await traffic.execute(web.baseUrl, sent)).status).toBe(200)
    expect((await traffic.deposit(web.baseUrl, sent)).status).toBe(200)
  }
  await expectPaidOnce(bff, traffic)
})
