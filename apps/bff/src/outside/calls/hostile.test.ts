import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  hostileAddresses,
  ownForHostile,
  publicAddress,
} from '../../../test/support/network/hostile-addresses.ts'
import { createOutbound, type OutboundParts } from './client.ts'
import type { Dial } from './socket.ts'

const request = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{}',
})

/** Both loopbacks, on one port: what every connection to them is counted by. */
let connections = 0
let answer: RequestListener
const servers: Server[] = []
let port = 0
const bodies: string[] = []

beforeAll(async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer((...exchange) => answer(...exchange))
    server.on('connection', () => (connections += 1))
    servers.push(server.listen(port, host))
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
})
afterAll(() => {
  for (const server of servers) server.close()
})
beforeEach(() => {
  connections = 0
  bodies.length = 0
  answer = (incoming, outgoing) => {
    incoming.on('data', (part: Buffer) => bodies.push(part.toString()))
    incoming.on('end', () => outgoing.end('thanks'))
  }
})

const namesOf = new Map(
  hostileAddresses.flatMap(({ url, addresses }) =>
    addresses === undefined ? [] : [[new URL(url).hostname, addresses] as const],
  ),
)

function outbound(parts: Partial<OutboundParts>) {
  return createOutbound({
    environment: 'live',
    resolve: (name) => {
      const addresses = namesOf.get(name)
      return Promise.resolve(
        addresses === undefined
          ? { ok: false, failure: { message: 'does not exist' } }
          : { ok: true, value: [...addresses] },
      )
    },
    ownAddresses: () => Promise.resolve(ownForHostile),
    clock: () => performance.now(),
    limits: { lookupMs: 2_000, connectMs: 2_000, exchangeMs: 2_000 },
    ...parts,
  })
}

/** An internet in which every address is our listener: no connection anywhere goes uncounted. */
const everywhere: Dial = ({ host = '' }) =>
  connect({ port, host: host.includes(':') ? '::1' : '127.0.0.1' })

describe.each(['live', 'sandbox'] as const)('hostile addresses, %s', (environment) => {
  const rows = hostileAddresses.filter(({ sandboxMay }) => environment === 'live' || !sandboxMay)

  test(`there are more than 150 of them`, () => {
    expect(rows.length).toBeGreaterThan(150)
    expect(new Set(rows.map(({ url }) => url)).size).toBe(rows.length)
  })

  test('each is refused by its rule, at registration and at an attempt; zero connections', async () => {
    for (const dial of [connect as Dial, everywhere]) {
      const client = outbound({ environment, dial })
      for (const { url, rule } of rows) {
        expect({ url, ...(await client.vet(url)) }).toMatchObject({
          url,
          ok: false,
          failure: { rule },
        })
        expect({ url, ...(await client.post(request(url))) }).toMatchObject({
          url,
          reason: 'ADDRESS',
        })
      }
    }
    expect(connections).toBe(0)
  })

  test('the same at the port of the listeners, by https and by http; zero connections', async () => {
    const client = outbound({ environment })
    for (const { url } of rows) {
      if (!/^https:\/\/[^/]+\/hook$/.test(url) || /:\d+\/hook$/.test(url)) continue
      for (const scheme of ['https', 'http']) {
        const there = url.replace(/^https/, scheme).replace('/hook', `:${port}/hook`)
        expect({ there, ...(await client.vet(there)) }).toMatchObject({ there, ok: false })
        expect({ there, ...(await client.post(request(there))) }).toMatchObject({
          reason: 'ADDRESS',
        })
      }
    }
    expect(connections).toBe(0)
  })
})

describe('the listeners would have counted', () => {
  test.each(['http://127.0.0.1', 'http://localhost', 'http://[::1]', 'http://127.9.8.7'])(
    'a delivery to %s in the sandbox arrives by a real socket',
    async (origin) => {
      // 127.9.8.7 is loopback too; on some systems nothing listens there by default.
      const dial: Dial = (options) =>
        connect({ ...options, ...(options.host === '127.9.8.7' && { host: '127.0.0.1' }) })
      const client = outbound({ environment: 'sandbox', dial })
      const outcome = await client.post({
        ...request(`${origin}:${port}/hook?a=1`),
        body: '{"é":"ü"}',
      })
      expect(outcome).toMatchObject({ kind: 'answered', status: 200, body: 'thanks' })
      expect(connections).toBe(1)
      expect(bodies).toEqual(['{"é":"ü"}'])
    },
  )

  test('a public address is dialled, and one that leads here gets no byte', async () => {
    const client = outbound({ dial: everywhere })
    const outcome = await client.post(request(`https://${publicAddress}/hook`))
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'ADDRESS' })
    expect(connections).toBe(1)
  })

  test('loopback that leads elsewhere gets no byte either', async () => {
    const raw: Buffer[] = []
    const server = servers[0]
    server?.once('connection', (socket) => socket.on('data', (part: Buffer) => raw.push(part)))
    const dial: Dial = () => {
      const socket = connect({ host: '127.0.0.1', port })
      return Object.defineProperty(socket, 'remoteAddress', { get: () => publicAddress })
    }
    const client = outbound({ environment: 'sandbox', dial })
    expect(await client.post(request(`http://localhost:${port}/`))).toMatchObject({
      reason: 'ADDRESS',
    })
    await expect.poll(() => connections).toBe(1)
    expect(raw).toEqual([])
  })
})

describe('a resolver that changes its answer', () => {
  /** Public at first, loopback ever after; its lookup shows where a connection would go. */
  function flipping() {
    let asked = 0
    let outside = 0
    const resolve = () => {
      asked += 1
      return Promise.resolve({
        ok: true as const,
        value: [asked === 1 ? publicAddress : '127.0.0.1'],
      })
    }
    const dial: Dial = (options) => {
      const socket = connect({
        ...options,
        port,
        lookup: (name, wanted, done) => {
          options.lookup?.(name, wanted, (error, found, family) => {
            const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
            if (addresses.every((address) => address === publicAddress)) outside += 1
            // There is no internet here: what goes outside ends.
            if (outside > 0) return done(new Error('outside'), [], 4)
            done(error, found, family)
          })
        },
      })
      return socket
    }
    return { resolve, dial, asked: () => asked, outside: () => outside }
  }

  test('between registration and attempt is refused at the attempt; zero connections', async () => {
    const { resolve, dial } = flipping()
    const client = outbound({ resolve, dial })
    expect(await client.vet('https://rebind.example.com/')).toMatchObject({ ok: true })
    expect(await client.post(request('https://rebind.example.com/'))).toMatchObject({
      reason: 'ADDRESS',
    })
    expect(connections).toBe(0)
  })

  test('within an attempt is not asked again: the vetted address alone is called', async () => {
    const { resolve, dial, asked, outside } = flipping()
    const client = outbound({ resolve, dial })
    expect(await client.post(request('https://rebind.example.com/'))).toMatchObject({
      reason: 'CONNECT',
    })
    expect({ asked: asked(), outside: outside() }).toEqual({ asked: 1, outside: 1 })
    expect(connections).toBe(0)
  })

  test('has no say in what localhost and written addresses are', async () => {
    const { resolve, asked } = flipping()
    const client = outbound({ environment: 'sandbox', resolve })
    for (const host of ['localhost', '127.0.0.1', '[::1]', publicAddress]) {
      expect(await client.vet(`https://${host}/`)).toMatchObject({ ok: true })
    }
    expect(asked()).toBe(0)
  })
})

test.each([300, 301, 302, 303, 304, 307, 308])(
  'a redirect by %d is an answer and is not followed; zero connections',
  async (status) => {
    let first = 0
    const redirecting = createServer((_incoming, outgoing) => {
      first += 1
      outgoing.writeHead(status, { location: `http://127.0.0.1:${port}/secret` }).end()
    }).listen(0, '127.0.0.1')
    await once(redirecting, 'listening')
    const client = outbound({ environment: 'sandbox' })
    const there = (redirecting.address() as AddressInfo).port
    const outcome = await client.post(request(`http://127.0.0.1:${there}/`))
    expect(outcome).toMatchObject({
      kind: 'answered',
      status,
      headers: { location: `http://127.0.0.1:${port}/secret` },
    })
    expect({ first, connections }).toEqual({ first: 1, connections: 0 })
    redirecting.close()
  },
)
