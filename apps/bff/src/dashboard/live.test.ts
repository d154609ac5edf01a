import { beforeEach, expect, test } from 'vitest'
import { createAuthenticator } from '../../test/support/people/authenticator.ts'
import { sharedBff } from '../../test/support/process/bff.ts'
import { createBrowser, enrol, type TestBrowser } from '../../test/support/people/browser.ts'
import { aPerson } from '../../test/support/people/samples.ts'
import { origin } from '../../test/support/people/staff.ts'
import { withClient } from '../db/server/server.ts'

const bff = sharedBff()
let browser: TestBrowser

beforeEach(async () => {
  browser = await member(bff.first.svcPartnerId)
})

async function member(svcPartnerId: string): Promise<TestBrowser> {
  const link = await bff.access.createEnrolmentLink(svcPartnerId, 'viewer')
  const own = createBrowser(bff.instance.app.all)
  await enrol(own, createAuthenticator(origin), link.ok ? link.value.enrolmentUrl : '')
  return own
}

/** A stream as it is read: `text` grows, `ended` comes true. */
async function listen(own: TestBrowser, lastEventId?: string) {
  const headers = { accept: 'text/event-stream', 'last-event-id': lastEventId }
  const response = await own.open('GET', '/bff/events', undefined, headers)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const stream = { text: '', ended: false, stop: () => reader.cancel() }
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader()
  const decoder = new TextDecoder()
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      stream.text += decoder.decode(value, { stream: true })
    }
    stream.ended = true
  }
  void read()
  return stream
}

async function createEntity(email: string, partner = bff.first): Promise<string> {
  const made = await bff.post('/api/v1/xfer/entity/create', aPerson({ email }), {}, partner)
  return made.body.data.entityId
}

const soon = { interval: 20 }

test('a stream without events shows every few seconds that it is there', async () => {
  const stream = await listen(browser)
  await expect.poll(() => stream.text, { timeout: 20_000 }).toContain('event: beat\ndata: 1\n\n')
  await stream.stop()
})

test('a member receives a change at once: its number, kind, id and version', async () => {
  const stream = await listen(browser)
  const entityId = await createEntity('one@example.com')
  await expect.poll(() => stream.text, soon).toContain(entityId)
  expect(stream.text).toMatch(
    new RegExp(`id: \\d+\\ndata: \\{"kind":"entity","id":"${entityId}","version":1\\}\\n\\n`),
  )
  await stream.stop()
})

test('a member receives no changes of another partner', async () => {
  const stream = await listen(browser)
  const foreign = await createEntity('foreign@example.com', bff.second)
  const own = await createEntity('own@example.com')
  await expect.poll(() => stream.text, soon).toContain(own)
  expect(stream.text).not.toContain(foreign)
  await stream.stop()
})

test('who comes back with the last number misses nothing', async () => {
  const first = await listen(browser)
  const seen = await createEntity('seen@example.com')
  await expect.poll(() => first.text, soon).toContain(seen)
  await first.stop()
  const last = [...first.text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1]
  const missed = await createEntity('missed@example.com')
  const second = await listen(browser, last)
  await expect.poll(() => second.text, soon).toContain(missed)
  expect(second.text).not.toContain(seen)
  await second.stop()
})

test.each([
  ['signs out', (own: TestBrowser) => own.post('/bff/sign-out')],
  [
    'is ended by somebody else in another process',
    () =>
      withClient(bff.deps.db.urls.worker, (client) =>
        client.query('update staff_session set ended_at = $1 where ended_at is null', [new Date()]),
      ),
  ],
])('the stream ends within a second when the session %s', async (_, end) => {
  const stream = await listen(browser)
  await expect.poll(() => stream.text, soon).toContain(':')
  await end(browser)
  const endedAt = performance.now()
  await expect.poll(() => stream.ended, soon).toBe(true)
  expect(performance.now() - endedAt).toBeLessThan(1_000)
})

test('the stream of one session leaves those of others alone', async () => {
  const other = await member(bff.first.svcPartnerId)
  const [mine, theirs] = [await listen(browser), await listen(other)]
  await browser.post('/bff/sign-out')
  await expect.poll(() => mine.ended, soon).toBe(true)
  const entityId = await createEntity('others@example.com')
  await expect.poll(() => theirs.text, soon).toContain(entityId)
  await theirs.stop()
})

test('a browser that opens one stream after the other ends the oldest', async () => {
  const streams = [await listen(browser)]
  while (streams.length < 7) streams.push(await listen(browser))
  await expect
    .poll(() => streams.map(({ ended }) => ended), soon)
    .toEqual([true, ...Array.from({ length: 6 }, () => false)])
  await Promise.all(streams.map((stream) => stream.stop()))
})

test('the operation’s own path answers with the same stream', async () => {
  const response = await browser.open('GET', '/bff/api/v1/xfer/utility/events/stream')
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await response.body?.cancel()
})
