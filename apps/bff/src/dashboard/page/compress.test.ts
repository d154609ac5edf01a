import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../test/support/people/authenticator.ts'
import { createBrowser, enrol, type TestBrowser } from '../../../test/support/people/browser.ts'
import { aPerson } from '../../../test/support/people/samples.ts'
import { origin } from '../../../test/support/people/staff.ts'
import { sharedBff } from '../../../test/support/process/bff.ts'

const api = '/bff/api/v1'
const list = '/bff/api/v1/xfer/utility/jurisdictions?limit=200'
const both = { 'accept-encoding': 'gzip, deflate, br' }
const bff = sharedBff()
let owner: TestBrowser
beforeAll(async () => {
  const link = await bff.access.createEnrolmentLink(bff.first.svcPartnerId, 'owner')
  owner = createBrowser(bff.instance.app.all)
  await enrol(owner, createAuthenticator(origin), link.ok ? link.value.enrolmentUrl : '')
})

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('what a member reads', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ] as const)('comes as %s where the browser takes it', async (encoding, accepted, decompress) => {
    const plain = await owner.get(list)
    const answer = await owner.open('GET', list, undefined, { 'accept-encoding': accepted })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('content-type')).toBe(plain.headers.get('content-type'))
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const bytes = await bytesOf(answer)
    expect(bytes.length).toBeLessThan(plain.text.length / 3)
    expect(decompress(bytes).toString('utf8')).toBe(plain.text)
  })

  test('stays as it is where the browser takes no encoding, and says that there is another', async () => {
    for (const accepted of [undefined, 'identity', 'br;q=0, gzip;q=0']) {
      const answer = await owner.open('GET', list, undefined, { 'accept-encoding': accepted })
      expect(answer.headers.get('content-encoding')).toBeNull()
      expect(answer.headers.get('vary')).toContain('Accept-Encoding')
      expect(JSON.parse((await bytesOf(answer)).toString('utf8'))).toMatchObject({ success: true })
    }
  })

  test('stays as it is below a kilobyte', async () => {
    const answer = await owner.open('GET', `${api}/xfer/payin`, undefined, both)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect((await bytesOf(answer)).length).toBeLessThan(1024)
  })
})

test('nothing that contains a secret is compressed: writes, the sandbox’s messages, sign-in', async () => {
  const person = aPerson({ email: 'plain@example.com', metadata: longMetadata() })
  const write = () =>
    owner.open('POST', `${api}/xfer/entity/create`, person, { ...both, 'idempotency-key': 'c1' })
  const [first, again] = [await write(), await write()]
  expect([first.status, first.headers.get('content-encoding')]).toEqual([200, null])
  const text = (await bytesOf(first)).toString('utf8')
  expect(text.length).toBeGreaterThan(1024)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect((await bytesOf(again)).toString('utf8')).toBe(text)
  for (const path of [`${api}/sandbox/outbox`, `${api}/sandbox/chain`, '/bff/session']) {
    const answer = await owner.open('GET', path, undefined, both)
    expect([path, answer.status, answer.headers.get('content-encoding')]).toEqual([path, 200, null])
  }
})

test('a stream is sent as it comes', async () => {
  const answer = await owner.open('GET', '/bff/events', undefined, both)
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  expect(answer.headers.get('content-encoding')).toBeNull()
  await answer.body?.cancel()
  const same = await owner.open('GET', '/bff/api/v1/xfer/utility/events/stream', undefined, both)
  expect(same.headers.get('content-encoding')).toBeNull()
  await same.body?.cancel()
})

/** As many members as an entity takes. */
function longMetadata(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`key${at}`, 'x'.repeat(50)]))
}
