import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicAddress, publicAddress6 } from '../../../test/support/network/hostile-addresses.ts'
import { type NameServer, startNameServer } from '../../../test/support/network/name-server.ts'
import { createOutbound } from './client.ts'
import { createOwnAddresses } from './own-addresses.ts'
import { createResolve, limitedTo, type Resolve } from './resolve.ts'

let server: NameServer
let resolve: Resolve
let flips = 0
const clock = () => performance.now()

beforeAll(async () => {
  server = await startNameServer({
    'both.example.com': [publicAddress, publicAddress6],
    'four.example.com': [publicAddress],
    'six.example.com': [publicAddress6],
    'empty.example.com': [],
    'silent.example.com': 'SILENT',
    'failing.example.com': 'SERVFAIL',
    'half.example.com': (kind) => (kind === 'A' ? [publicAddress] : 'SERVFAIL'),
    'private6.example.com': [publicAddress, 'fd00::1'],
    'many.example.com': Array.from({ length: 60 }, (_, at) => `93.184.216.${at}`),
    'flip.example.com': (kind) => {
      if (kind === 'A') flips += 1
      return kind === 'A' ? [flips === 1 ? publicAddress : '127.0.0.1'] : []
    },
  })
  resolve = limitedTo(createResolve({ clock, servers: [server.address] }), 400)
})
afterAll(() => server.close())

describe('a name', () => {
  test.each([
    ['both.example.com', [publicAddress, publicAddress6]],
    ['four.example.com', [publicAddress]],
    ['six.example.com', [publicAddress6]],
  ])('%s stands for all its addresses of both kinds', async (name, addresses) => {
    expect(await resolve(name)).toEqual({ ok: true, value: addresses })
  })

  test.each([
    ['nowhere.example.com', 'does not exist'],
    ['empty.example.com', 'has no address'],
    ['failing.example.com', 'could not be looked up (ESERVFAIL)'],
    ['half.example.com', 'could not be looked up (ESERVFAIL)'],
    ['silent.example.com', 'could not be looked up within 0.4 s'],
  ])('%s %s', async (name, message) => {
    expect(await resolve(name)).toEqual({ ok: false, failure: { message } })
  })
})

describe('an attempt', () => {
  const outbound = () =>
    createOutbound({
      environment: 'live',
      resolve,
      ownAddresses: () => Promise.resolve(new Set<string>()),
      clock,
      // Nothing may be dialled here but where a case says so.
      dial: () => {
        throw new Error('dialled')
      },
    })
  const post = (name: string) =>
    outbound().post({ url: `https://${name}/`, headers: {}, body: '{}' })

  test.each(['nowhere', 'empty', 'failing', 'half', 'silent'])(
    'fails closed where %s.example.com is not known, which a registration forgives',
    async (name) => {
      expect(await post(`${name}.example.com`)).toMatchObject({ kind: 'failed', reason: 'DNS' })
      expect(await outbound().vet(`https://${name}.example.com/`)).toEqual({
        ok: true,
        value: { resolved: false, addresses: [] },
      })
    },
  )

  test('refuses a name that hides a private address, or resolves to sixty', async () => {
    expect(await post('private6.example.com')).toMatchObject({ reason: 'ADDRESS' })
    expect(await post('many.example.com')).toMatchObject({ reason: 'ADDRESS' })
  })

  test('asks anew each time, and once for each kind; a flipped answer is refused', async () => {
    expect(await outbound().vet('https://flip.example.com/')).toMatchObject({ ok: true })
    expect(server.asked('flip.example.com')).toBe(2)
    expect(await post('flip.example.com')).toMatchObject({ reason: 'ADDRESS' })
    expect(server.asked('flip.example.com')).toBe(4)
  })
})

test('the service’s own name and its addresses are known, and outlast a failing name server', async () => {
  let now = 0
  let fails = false
  const own = createOwnAddresses({
    baseUrl: 'https://corridor.example.com:8443',
    resolve: (name) =>
      Promise.resolve(
        fails || name !== 'corridor.example.com'
          ? { ok: false, failure: { message: 'does not exist' } }
          : { ok: true, value: [publicAddress] },
      ),
    clock: () => now,
  })
  const first = await own()
  expect([...first]).toEqual(
    expect.arrayContaining(['corridor.example.com', publicAddress, '127.0.0.1']),
  )
  fails = true
  now = 120_000
  await own()
  expect((await own()).has(publicAddress)).toBe(true)
})
