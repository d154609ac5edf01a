import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, connect as plainConnect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../test/support/events/receiver.ts'
import { readTarget } from './address-rules.ts'
import { createOutbound, type Limits, type OutboundParts, usualLimits } from './client.ts'
import { exchange } from './exchange.ts'
import { pinnedLookup } from './socket.ts'

const ample: Limits = { lookupMs: 2_000, connectMs: 5_000, exchangeMs: 10_000 }
const short: Limits = { lookupMs: 150, connectMs: 150, exchangeMs: 150 }

const open = new Set<Receiver>()
afterEach(() => {
  for (const each of open) each.close()
  open.clear()
})

async function receiver(behaviour: Parameters<typeof startReceiver>[0]) {
  const started = await startReceiver(behaviour)
  open.add(started)
  return started
}

function outbound(parts: Partial<OutboundParts> = {}) {
  return createOutbound({
    environment: 'sandbox',
    resolve: () => Promise.resolve({ ok: false, failure: { message: 'does not exist' } }),
    ownAddresses: () => Promise.resolve(new Set<string>()),
    clock: () => performance.now(),
    limits: ample,
    ...parts,
  })
}

const post = (port: number, limits = ample) =>
  outbound({ limits }).post({
    url: `http://127.0.0.1:${port}/hook`,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

describe('an answer', () => {
  test('arrives with status, the headers worth showing, and its first 4 KiB', async () => {
    const { port } = await receiver({
      http: (_incoming, outgoing) => {
        outgoing.writeHead(503, { 'retry-after': '30', 'x-secret': 'a', server: 'receiver/1' })
        outgoing.end(`\u0000sorry${'.'.repeat(10_000)}`)
      },
    })
    const outcome = await post(port)
    expect(outcome).toMatchObject({ kind: 'answered', status: 503 })
    if (outcome.kind !== 'answered') return
    expect(outcome.headers).toMatchObject({ 'retry-after': '30', server: 'receiver/1' })
    expect(outcome.headers).not.toHaveProperty('x-secret')
    expect(outcome.body).toBe(`sorry${'.'.repeat(4_090)}`)
    expect(Number.isInteger(outcome.durationMs)).toBe(true)
  })

  test('gets exactly the headers and bytes that were given, and the host as it was written', async () => {
    let seen: Record<string, unknown> = {}
    const { port } = await receiver({
      http: (incoming, outgoing) => {
        const parts: Buffer[] = []
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.on('end', () => {
          const { method, url, headers } = incoming
          seen = { method, url, headers, body: Buffer.concat(parts).toString() }
          outgoing.end()
        })
      },
    })
    const body = '{"name":"Zoë 😀"}'
    const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' }
    await outbound().post({ url: `http://localhost:${port}/a%20b?c=d#e`, headers, body })
    expect(seen).toEqual({
      method: 'POST',
      url: '/a%20b?c=d',
      headers: {
        ...headers,
        host: `localhost:${port}`,
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      },
      body,
    })
  })

  test('comes from a receiver that listens on IPv6 alone, by the name localhost too', async () => {
    const six = createHttp((_incoming, outgoing) => outgoing.end('six')).listen(0, '::1')
    await once(six, 'listening')
    const { port } = six.address() as AddressInfo
    for (const host of ['localhost', '[::1]']) {
      const url = `http://${host}:${port}/`
      const outcome = await outbound().post({ url, headers: {}, body: '' })
      expect(outcome).toMatchObject({ kind: 'answered', body: 'six' })
    }
    six.close()
  })

  test.each([200, 201, 204, 301, 400, 401, 404, 410, 418, 429, 500, 599])(
    'with status %d is one, whatever it means',
    async (status) => {
      const { port } = await receiver({
        http: (_incoming, outgoing) => outgoing.writeHead(status).end(),
      })
      expect(await post(port)).toMatchObject({ kind: 'answered', status })
    },
  )

  test('just within the time counts, and so does one behind many interim answers', async () => {
    const { port } = await receiver({
      raw: (socket) => {
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500))
        setTimeout(() => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'), 100)
      },
    })
    expect(await post(port)).toMatchObject({ kind: 'answered', status: 200, body: 'ok' })
  })

  test('comes over a connection of its own each time, which ends with it', async () => {
    const kept = await receiver({
      http: (_incoming, outgoing) => {
        outgoing.setHeader('connection', 'keep-alive')
        outgoing.end('ok')
      },
    })
    for (const count of [1, 2, 3]) {
      await post(kept.port)
      expect(kept.connections()).toBe(count)
      await kept.ended()
    }
  })
})

describe('too late', () => {
  test('is a connection after 5 s and an answer after 15 s, outside of tests', () => {
    expect(usualLimits).toEqual({ lookupMs: 2_000, connectMs: 5_000, exchangeMs: 15_000 })
  })

  test('is an answer that has not come in time; the connection ends', async () => {
    const silent = await receiver({ raw: () => {} })
    expect(await post(silent.port, short)).toMatchObject({ kind: 'failed', reason: 'TIMEOUT' })
    await silent.ended()
  })

  test.each([
    ['status line', 'H'],
    ['headers', 'HTTP/1.1 200 OK\r\nx-a: '],
    ['interim answers', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['body', 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'],
    ['chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'],
  ])('is one whose %s drips in byte by byte', async (what, start) => {
    const drop = { chunks: '1\r\na\r\n', 'interim answers': start }[what] ?? 'a'
    let dripping: NodeJS.Timeout | undefined
    const slow = await receiver({
      raw: (socket) => {
        socket.write(start)
        if (what !== 'status line') dripping = setInterval(() => socket.write(drop), 5)
      },
    })
    expect(await post(slow.port, short)).toMatchObject({ kind: 'failed', reason: 'TIMEOUT' })
    await slow.ended()
    clearInterval(dripping)
  })

  test('is a receiver that takes no body', async () => {
    const stuck = await receiver({ connected: (socket) => socket.pause() })
    const outcome = await outbound({ limits: short }).post({
      url: `http://127.0.0.1:${stuck.port}/`,
      headers: {},
      body: 'x'.repeat(20_000_000),
    })
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'TIMEOUT' })
  })
})

describe('too much', () => {
  test.each([
    ['with a length', 'content-length: 10737418240'],
    ['in chunks', 'transfer-encoding: chunked'],
    ['until the end', 'connection: close'],
  ])('ten gigabytes %s are cut off after 64 KiB', async (_how, header) => {
    const block = Buffer.alloc(64 * 1_024, 'a')
    const chunk = header.includes('chunked')
      ? Buffer.concat([Buffer.from('10000\r\n'), block, Buffer.from('\r\n')])
      : block
    const huge = await receiver({
      raw: (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`)
        const pour = () => {
          while (!socket.destroyed && socket.write(chunk)) continue
        }
        socket.on('drain', pour)
        pour()
      },
    })
    const outcome = await post(huge.port)
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, body: 'a'.repeat(4_096) })
    await huge.ended()
    // What the system's buffers took; the receiver would have sent a thousand times as much.
    expect(huge.written()).toBeLessThan(16 * 1_024 * 1_024)
  })

  test('a gzip bomb is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(16 * 1_024 * 1_024))
    const { port } = await receiver({
      http: (_incoming, outgoing) => {
        outgoing.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' })
        outgoing.end(bomb)
      },
    })
    const outcome = await post(port)
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
    expect(outcome.kind === 'answered' && outcome.body).toMatch(/^\u001F?\uFFFD/)
    expect(outcome.kind === 'answered' && outcome.body.length).toBeLessThanOrEqual(4_096)
  })

  test.each([
    ['headers', `HTTP/1.1 200 OK\r\n${'x-a: bbbbbbbbbbbbbbbbbbbb\r\n'.repeat(4_000)}\r\n`],
    ['one header', `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(100_000)}\r\n\r\n`],
    [
      'trailers',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'x-a: b\r\n'.repeat(40_000)}`,
    ],
    [
      'a chunk extension',
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'a'.repeat(100_000)}`,
    ],
  ])('of %s breaks the answer off', async (_what, text) => {
    const { port } = await receiver({ raw: (socket) => socket.write(text) })
    expect(await post(port)).toMatchObject({ kind: 'failed', reason: 'BROKEN' })
  })
})

describe('broken off', () => {
  test.each<[string, Parameters<typeof startReceiver>[0]]>([
    ['closes at once', { connected: (socket) => socket.resume().end() }],
    ['resets at once', { connected: (socket) => socket.resetAndDestroy() }],
    ['closes before an answer', { raw: (socket) => socket.end() }],
    ['resets before an answer', { raw: (socket) => socket.resetAndDestroy() }],
    ['closes within the headers', { raw: (socket) => socket.end('HTTP/1.1 200 OK\r\nx: ') }],
    [
      'says 200 and resets',
      {
        raw: (socket) =>
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab', () =>
            socket.resetAndDestroy(),
          ),
      },
    ],
    [
      'says 200 and closes before the end',
      { raw: (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab') },
    ],
    [
      'says 200 and closes within the chunks',
      {
        raw: (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab'),
      },
    ],
    ['speaks no HTTP', { raw: (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n') }],
    ['answers an old HTTP', { raw: (socket) => socket.end('<html>hello</html>') }],
    [
      'changes the protocol',
      {
        raw: (socket) =>
          socket.write('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      },
    ],
    [
      'names two lengths',
      {
        raw: (socket) =>
          socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
      },
    ],
  ])('is a receiver that %s: a failure, and the connection ends', async (what, behaviour) => {
    const bad = await receiver(behaviour)
    const outcome = await post(bad.port)
    // A reset can come before the connection is noticed.
    const reason = what === 'resets at once' ? /^(CONNECT|BROKEN)$/ : /^BROKEN$/
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(reason) })
    expect(outcome.kind === 'failed' && outcome.message).toMatch(/^[A-Z].+\.$/)
    await bad.ended()
  })

  test('a connection that ended before the request is a failure at once', async () => {
    const { port } = await receiver({ raw: () => {} })
    const socket = plainConnect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    socket.destroy()
    await once(socket, 'close')
    const target = readTarget(`http://127.0.0.1:${port}/`, 'sandbox')
    if (!target.ok) throw new Error('refused')
    const request = { method: 'POST', headers: {}, body: '', readMax: 1, leftMs: 60_000 } as const
    const outcome = await exchange(socket, target.value, request)
    expect(outcome).toMatchObject({ ok: false, failure: { reason: 'BROKEN' } })
  })

  test('a request that cannot be sent is a failure too, not an exception', async () => {
    const unasked = await receiver({ http: (_incoming, outgoing) => outgoing.end() })
    const outcome = await outbound().post({
      url: `http://127.0.0.1:${unasked.port}/`,
      headers: { 'x-a': 'b\r\nx-c: d' },
      body: '',
    })
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'BROKEN' })
    await expect.poll(() => unasked.connections()).toBe(1)
    await unasked.ended()
  })
})

describe('not connected', () => {
  test('a closed port', async () => {
    const gone = await receiver({ raw: () => {} })
    gone.close()
    expect(await post(gone.port)).toMatchObject({
      kind: 'failed',
      reason: 'CONNECT',
      message: 'The connection was not made (ECONNREFUSED).',
    })
  })

  test('an address that never answers is given up in time', async () => {
    const outcome = await outbound({
      limits: { ...ample, connectMs: 150 },
      // Neither connects nor fails.
      dial: () => plainConnect({ host: 'never', port: 1, lookup: () => {} }),
    }).post({ url: 'http://127.0.0.1:1/', headers: {}, body: '' })
    expect(outcome).toMatchObject({
      reason: 'CONNECT',
      message: 'There was no connection within 0.15 s.',
    })
  })

  test('a name server that never answers is given up in time', async () => {
    const outcome = await outbound({
      limits: { ...ample, lookupMs: 50 },
      resolve: () => new Promise(() => {}),
    }).post({ url: 'https://hooks.example.com/', headers: {}, body: '' })
    expect(outcome).toMatchObject({
      reason: 'DNS',
      message: 'The name hooks.example.com could not be looked up within 0.05 s.',
    })
  })

  test('a name without any address, and a resolver that throws', async () => {
    const none = outbound({ resolve: () => Promise.resolve({ ok: true, value: [] }) })
    const throwing = outbound({ resolve: () => Promise.reject(new Error('x')) })
    for (const client of [none, throwing]) {
      const outcome = await client.post({
        url: 'https://hooks.example.com/',
        headers: {},
        body: '',
      })
      expect(outcome).toMatchObject({ kind: 'failed', reason: 'DNS' })
    }
  })
})

describe('the pinned lookup', () => {
  const known = ['127.0.0.1', '::1']
  const look = (options: { all?: boolean }) =>
    new Promise<unknown[]>((resolve) => {
      pinnedLookup(known)('any.example.com', options, (...answer) => resolve(answer))
    })

  test('answers with every address where all are asked for, and else with one', async () => {
    const both = [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
    expect(await look({ all: true })).toEqual([null, both])
    expect(await look({ all: false })).toEqual([null, '127.0.0.1', 4])
    expect(await look({})).toEqual([null, '127.0.0.1', 4])
  })

  test.each([true, false])('connects a real socket; all asked for: %s', async (all) => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const socket = plainConnect({
      host: 'any.example.com',
      port: typeof address === 'object' ? (address?.port ?? 0) : 0,
      autoSelectFamily: all,
      lookup: pinnedLookup(known),
    })
    await once(socket, 'connect')
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
    server.close()
  })
})
