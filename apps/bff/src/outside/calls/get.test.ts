import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/support/events/receiver.ts'
import { createOutbound, type OutboundParts } from './client.ts'

const open = new Set<Receiver>()
afterEach(() => {
  for (const each of open) each.close()
  open.clear()
})

async function serve(http: (incoming: IncomingMessage, outgoing: ServerResponse) => void) {
  const receiver = await startReceiver({ http })
  open.add(receiver)
  return { receiver, url: `http://localhost:${receiver.port}/keys` }
}

const get = (url: string, parts: Partial<OutboundParts> = {}) =>
  createOutbound({
    environment: 'sandbox',
    resolve: () => Promise.resolve({ ok: false, failure: { message: 'does not exist' } }),
    ownAddresses: () => Promise.resolve(new Set<string>()),
    clock: () => performance.now(),
    limits: { lookupMs: 2_000, connectMs: 5_000, exchangeMs: 10_000 },
    ...parts,
  }).get(url)

test('a document comes whole, with how long it may be kept', async () => {
  const document = Buffer.alloc(256 * 1_024, 'a')
  let seen: object = {}
  const { url } = await serve(({ method, url: path, headers }, outgoing) => {
    seen = { method, path, headers }
    outgoing.writeHead(200, { 'cache-control': 'public, max-age=3600, must-revalidate' })
    outgoing.end(document)
  })
  const outcome = await get(url)
  expect(outcome).toMatchObject({ kind: 'answered', status: 200, maxAgeSeconds: 3_600 })
  expect(outcome.kind === 'answered' && document.equals(outcome.body)).toBe(true)
  expect(seen).toEqual({
    method: 'GET',
    path: '/keys',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      host: expect.stringMatching(/^localhost:\d+$/),
      connection: 'close',
    },
  })
})

test.each([
  [undefined, undefined],
  ['no-store', undefined],
  ['max-age=0', 0],
  ['s-maxage=9', undefined],
  ['max-age=-1', undefined],
  ['max-age=1e9', undefined],
])('an answer with cache-control %s may be kept %s seconds', async (value, maxAgeSeconds) => {
  const { url } = await serve((_incoming, outgoing) => {
    outgoing.writeHead(200, value === undefined ? {} : { 'cache-control': value }).end()
  })
  expect(await get(url)).toMatchObject({ kind: 'answered', maxAgeSeconds })
})

test('a byte more than 256 KiB is a failure, and so is an endless answer', async () => {
  const { url } = await serve((_incoming, outgoing) => {
    outgoing.end(Buffer.alloc(256 * 1_024 + 1, 'a'))
  })
  expect(await get(url)).toMatchObject({ kind: 'failed', reason: 'BROKEN' })
  const endless = await serve((_incoming, outgoing) => {
    const write = () => {
      while (!outgoing.destroyed && outgoing.write(Buffer.alloc(65_536, 'a'))) continue
    }
    outgoing.on('drain', write)
    write()
  })
  expect(await get(endless.url)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('longer than 262144 bytes'),
  })
  await endless.receiver.ended()
})

test('a redirect is an answer like any other, and is not followed', async () => {
  let asked = 0
  const { url } = await serve((_incoming, outgoing) => {
    asked += 1
    outgoing.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await get(url)).toMatchObject({ kind: 'answered', status: 302 })
  expect(asked).toBe(1)
})

test('an answer that does not come in time is a failure', async () => {
  const { url, receiver } = await serve(() => undefined)
  const limits = { lookupMs: 2_000, connectMs: 5_000, exchangeMs: 100 }
  expect(await get(url, { limits })).toMatchObject({ kind: 'failed', reason: 'TIMEOUT' })
  await receiver.ended()
})

test.each<[string, string, Partial<OutboundParts>]>([
  ['plain http in live', 'http://keys.example.com/', { environment: 'live' }],
  ['loopback in live', 'https://127.0.0.1/', { environment: 'live' }],
  ['the name of loopback in live', 'https://localhost/', { environment: 'live' }],
  ['the metadata address', 'http://169.254.169.254/', {}],
  ['a user name', 'https://user@keys.example.com/', {}],
  [
    'a name that leads inside',
    'https://keys.example.com/',
    { resolve: () => Promise.resolve({ ok: true, value: ['10.0.0.1'] }) },
  ],
  [
    'a name of which one address leads inside',
    'https://keys.example.com/',
    { resolve: () => Promise.resolve({ ok: true, value: ['8.8.8.8', '::1'] }) },
  ],
])('%s is not called', async (_what, url, parts) => {
  const refused = { kind: 'failed', reason: 'ADDRESS' }
  const dial = () => expect.fail('dialled')
  expect(await get(url, { ...parts, dial })).toMatchObject(refused)
})
