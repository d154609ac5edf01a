import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutbound, type OutboundParts } from './client.ts'
import { openOutbound } from './open.ts'
import { addPort, ownPortsOf } from './own-ports.ts'

/** A port of the service, on both loopbacks, and one of somebody else. */
let own = 0
let other = 0
let connections = 0
let answer: RequestListener
const servers: Server[] = []

async function listen(host: string, port: number, onRequest: RequestListener): Promise<number> {
  const server = createServer(onRequest)
  servers.push(server.listen(port, host))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const ours: RequestListener = (_incoming, outgoing) => void outgoing.end('ours')
  own = await listen('127.0.0.1', 0, ours)
  await listen('::1', own, ours)
  for (const server of servers) server.on('connection', () => (connections += 1))
  other = await listen('127.0.0.1', 0, (...exchange) => answer(...exchange))
})
afterAll(() => {
  for (const server of servers) server.close()
})
beforeEach(() => {
  connections = 0
  answer = (_incoming, outgoing) => void outgoing.end('theirs')
})

const names: Record<string, string[]> = {
  'four.example.com': ['127.0.0.1'],
  'six.example.com': ['::1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
  'any.example.com': ['0.0.0.0'],
  'both.example.com': ['93.184.216.34', '127.0.0.1'],
}

const outbound = (parts: Partial<OutboundParts>) =>
  createOutbound({
    environment: 'sandbox',
    resolve: (name) =>
      Promise.resolve(
        names[name]
          ? { ok: true, value: names[name] }
          : { ok: false, failure: { message: 'does not exist' } },
      ),
    ownAddresses: () => Promise.resolve(new Set<string>()),
    clock: () => performance.now(),
    ...parts,
  })

const call = (url: string) => ({ url, headers: {}, body: '' })

/** Every way to write this machine, and what an address of the own port is refused by. */
const spellings: [host: string, rule: string][] = [
  ['127.0.0.1', 'ADDRESS_OWN'],
  ['127.9.8.7', 'ADDRESS_OWN'],
  ['localhost', 'ADDRESS_OWN'],
  ['LOCALHOST', 'ADDRESS_OWN'],
  ['[::1]', 'ADDRESS_OWN'],
  ['[0:0:0:0:0:0:0:1]', 'HOST_NOT_CANONICAL'],
  ['[::ffff:127.0.0.1]', 'HOST_NOT_CANONICAL'],
  ['[::ffff:7f00:1]', 'PORT_NOT_ALLOWED'],
  ['[::]', 'PORT_NOT_ALLOWED'],
  ['0.0.0.0', 'PORT_NOT_ALLOWED'],
  ['0', 'HOST_NOT_CANONICAL'],
  ['127.1', 'HOST_NOT_CANONICAL'],
  ['2130706433', 'HOST_NOT_CANONICAL'],
  ['0x7f000001', 'HOST_NOT_CANONICAL'],
  ['017700000001', 'HOST_NOT_CANONICAL'],
  ['0177.0.0.1', 'HOST_NOT_CANONICAL'],
  ['localhost.', 'HOST_NOT_CANONICAL'],
  ...Object.keys(names).map((name): [string, string] => [name, 'PORT_NOT_ALLOWED']),
]

describe('loopback', () => {
  test.each(spellings)(
    '%s with a port of our own: %s, and zero connections',
    async (host, rule) => {
      const client = outbound({ ownPorts: new Set([own]) })
      for (const scheme of ['http', 'https']) {
        const url = `${scheme}://${host}:${own}/hook`
        expect(await client.vet(url)).toMatchObject({ ok: false, failure: { rule } })
        expect(await client.post(call(url))).toMatchObject({ kind: 'failed', reason: 'ADDRESS' })
        expect(await client.get(url)).toMatchObject({ kind: 'failed', reason: 'ADDRESS' })
      }
      expect(connections).toBe(0)
    },
  )

  test.each([80, 443, 8080, 8443])(
    'a name that leads here, at the port %i that names may have, is refused',
    async (port) => {
      const client = outbound({ ownPorts: new Set([port]) })
      for (const host of [...Object.keys(names), '0.0.0.0', '[::]', '[::ffff:7f00:1]']) {
        const url = `http://${host}:${port}/hook`
        const refused = { ok: false, failure: { rule: 'ADDRESS_NOT_PUBLIC' } }
        expect([url, await client.vet(url)]).toMatchObject([url, refused])
        expect(await client.post(call(url))).toMatchObject({ kind: 'failed', reason: 'ADDRESS' })
      }
    },
  )

  test.each([301, 302, 303, 307, 308])(
    'an answer %i that leads to a port of our own is not followed',
    async (status) => {
      answer = (_incoming, outgoing) =>
        void outgoing.writeHead(status, { location: `http://127.0.0.1:${own}/` }).end('elsewhere')
      const client = outbound({ ownPorts: new Set([own]) })
      const url = `http://127.0.0.1:${other}/hook`
      expect(await client.post(call(url))).toMatchObject({ status, body: 'elsewhere' })
      expect(await client.get(url)).toMatchObject({ status })
      expect(connections).toBe(0)
    },
  )

  test('other ports may be called, and our own would have answered', async () => {
    const url = (port: number) => `http://127.0.0.1:${port}/hook`
    expect(await outbound({ ownPorts: new Set([own]) }).post(call(url(other)))).toMatchObject({
      body: 'theirs',
    })
    expect(await outbound({}).post(call(url(own)))).toMatchObject({ body: 'ours' })
    expect(connections).toBe(1)
  })
})

/** Where a setting of HOST has the service listen, and whether loopback may be called there. */
const hosts: [host: string, may: boolean][] = [
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.5', false],
  ['::ffff:127.0.0.1', false],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
]

test.each(hosts)('a service that listens on %s: loopback may be called, %s', async (HOST, may) => {
  const base = { ENVIRONMENT: 'sandbox', BASE_URL: 'http://localhost:8787', PORT: 8787 } as const
  const client = openOutbound({ ...base, HOST })
  for (const host of ['127.0.0.1', 'localhost']) {
    const outcome = await client.post(call(`http://${host}:${other}/hook`))
    expect(outcome).toMatchObject(may ? { status: 200 } : { kind: 'failed', reason: 'ADDRESS' })
  }
  const live = openOutbound({ ...base, ENVIRONMENT: 'live', HOST })
  expect(await live.post(call(`http://127.0.0.1:${other}/`))).toMatchObject({ reason: 'ADDRESS' })
})

describe('ports of our own', () => {
  const config = { PORT: 8787, METRICS_PORT: 9100, BASE_URL: 'http://localhost:8788' }

  test.each([
    ['postgresql://app:x@localhost/corridor?host=/tmp/socket&port=54321', [54_321]],
    ['postgres://app:x@127.0.0.1:6432/corridor', [6_432]],
    ['postgres://app:x@127.0.0.1/corridor', [5_432]],
    ['http://127.0.0.1:8545', [8_545]],
    ['https://rpc.example.com', []],
  ])('the settings’, the known address’s and that of %s', (address, ports) => {
    expect([...ownPortsOf(config, [address])]).toEqual([8_787, 9_100, 8_788, ...ports])
  })

  test('are known to a client as soon as they are opened', async () => {
    const ports = ownPortsOf(config)
    const client = outbound({ ownPorts: ports })
    const url = `http://127.0.0.1:${own}/`
    expect(await client.vet(url)).toMatchObject({ ok: true })
    addPort(ports, url)
    expect(await client.vet(url)).toMatchObject({ ok: false, failure: { rule: 'ADDRESS_OWN' } })
  })
})
