import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { type Certificate, createAuthority } from '../../../test/support/network/certificates.ts'
import { type Receiver, startReceiver } from '../../../test/support/events/receiver.ts'
import { createOutbound, type OutboundParts } from './client.ts'

const authority = createAuthority('Authority')
const stranger = createAuthority('Stranger')
const impostor = createAuthority('Authority')
const good = authority.issue({ names: ['localhost', '127.0.0.1'] })
const hour = 60 * 60 * 1_000
const started: Receiver[] = []
afterAll(() => {
  for (const receiver of started) receiver.close()
})

async function serve(tls: Certificate & Record<string, unknown>) {
  const receiver = await startReceiver({ tls })
  started.push(receiver)
  return receiver
}

const post = (url: string, parts: Partial<OutboundParts> = {}) =>
  createOutbound({
    environment: 'sandbox',
    resolve: () => Promise.resolve({ ok: false, failure: { message: 'does not exist' } }),
    ownAddresses: () => Promise.resolve(new Set<string>()),
    clock: () => performance.now(),
    limits: { lookupMs: 2_000, connectMs: 5_000, exchangeMs: 10_000 },
    trust: [authority.cert],
    ...parts,
  }).post({ url, headers: {}, body: '{}' })

test.each(['localhost', '127.0.0.1'])('a trusted certificate for %s is taken', async (host) => {
  const { port } = await serve(good)
  expect(await post(`https://${host}:${port}/`)).toMatchObject({ kind: 'answered', status: 204 })
})

test('the name is sent to the server, an address is not', async () => {
  const names: (string | false | null)[] = []
  const receiver = await serve(good)
  receiver.server.on('secureConnection', (socket: { servername: string | false | null }) =>
    names.push(socket.servername),
  )
  await post(`https://localhost:${receiver.port}/`)
  await post(`https://127.0.0.1:${receiver.port}/`)
  expect(names).toEqual(['localhost', false])
})

const oldProtocol = {
  ...good,
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
  ciphers: 'ALL@SECLEVEL=0',
}

test.each<[string, Certificate & Record<string, unknown>, string]>([
  [
    'an expired certificate',
    authority.issue({ names: ['localhost'], until: new Date(Date.now() - hour) }),
    'the certificate has expired',
  ],
  [
    'a certificate of tomorrow',
    authority.issue({ names: ['localhost'], from: new Date(Date.now() + hour) }),
    'the certificate is not valid yet',
  ],
  [
    'a certificate for another name',
    authority.issue({ names: ['other.example.com'] }),
    'the certificate is for another name',
  ],
  [
    'a certificate of an unknown authority',
    stranger.issue({ names: ['localhost'] }),
    'the certificate comes from an unknown authority, or its chain is incomplete',
  ],
  [
    'a certificate in the name of a known authority',
    impostor.issue({ names: ['localhost'] }),
    'the signature of the certificate is wrong',
  ],
  ['an old protocol', oldProtocol, 'the server offers no protocol from TLS 1.2 on'],
])('%s is refused with its reason, and no byte is sent', async (_what, tls, reason) => {
  let read = 0
  const receiver = await serve(tls)
  receiver.server.on('secureConnection', (socket: Socket) =>
    socket.on('data', (part: Buffer) => (read += part.length)),
  )
  expect(await post(`https://localhost:${receiver.port}/`)).toMatchObject({
    kind: 'failed',
    reason: 'TLS',
    message: `There is no secure connection: ${reason}.`,
  })
  await receiver.ended()
  expect({ read, connections: receiver.connections() }).toEqual({ read: 0, connections: 1 })
})

test('a port without TLS is reported as such, and a connection that ends within the handshake too', async () => {
  const plain = await startReceiver({ http: (_incoming, outgoing) => outgoing.end() })
  const ending = await startReceiver({ raw: (socket) => socket.end() })
  const resetting = await startReceiver({ raw: (socket) => socket.resetAndDestroy() })
  started.push(plain, ending, resetting)
  expect(await post(`https://localhost:${plain.port}/`)).toMatchObject({
    reason: 'TLS',
    message: 'There is no secure connection: the port does not speak TLS.',
  })
  for (const { port } of [ending, resetting]) {
    expect(await post(`https://localhost:${port}/`)).toMatchObject({
      reason: 'TLS',
      message: expect.stringMatching(/the handshake failed \([A-Z_]+\)/),
    })
  }
})

test('a handshake that does not go on is given up in time', async () => {
  const silent = await startReceiver({ raw: () => {} })
  started.push(silent)
  const limits = { lookupMs: 150, connectMs: 150, exchangeMs: 10_000 }
  expect(await post(`https://localhost:${silent.port}/`, { limits })).toMatchObject({
    reason: 'TLS',
    message: 'The TLS handshake was not complete within 0.15 s.',
  })
  await silent.ended()
})

test('a connection that turns out to lead elsewhere gets no handshake', async () => {
  let read = 0
  const receiver = await startReceiver({
    connected: (socket) => socket.on('data', (part: Buffer) => (read += part.length)),
  })
  started.push(receiver)
  const outcome = await post('https://93.184.216.34/', {
    environment: 'live',
    dial: () => connect({ host: '127.0.0.1', port: receiver.port }),
  })
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'ADDRESS' })
  await expect.poll(() => receiver.connections()).toBe(1)
  await receiver.ended()
  expect(read).toBe(0)
})
