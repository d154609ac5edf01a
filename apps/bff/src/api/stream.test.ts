import { partnerScopes, parseId } from '@corridor/domain'
import { expect, test, vi } from 'vitest'
import { sharedBff } from '../../test/support/process/bff.ts'
import { expectEventsPublished } from '../../test/support/events/published.ts'
import { recordEvent } from '../records/events/outbox.ts'

const bff = sharedBff()

const open = (token: string, headers: Record<string, string> = {}) =>
  bff.instance.app.all.fetch(
    new Request('http://localhost:8787/api/v1/xfer/utility/events/stream', {
      headers: { 'x-api-token': token, ...headers },
    }),
  )

/** Reads a stream to its end; the test's own time limit is the bound. */
async function rest(response: Response): Promise<string> {
  let text = ''
  for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk)
  return text
}

test('a stream ends when its key is revoked, and one of another key continues', async () => {
  const issued = await bff.access.issueKey(bff.first.svcPartnerId, {
    name: 'stream',
    scopes: partnerScopes,
  })
  if (!issued.ok) throw new Error(issued.failure)
  const [ending, staying] = [await open(issued.value.apiToken), await open(bff.first.apiToken)]
  await bff.access.revokeKey(issued.value.keyId)
  expect(await rest(ending)).toMatch(/retry: 1000\n\n$/)
  const reader = staying.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n')
  await reader?.cancel()
})

test('a comment line every fifteen seconds keeps a quiet stream open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const quiet = await open(bff.first.apiToken)
  const reader = quiet.body?.getReader()
  const next = async () => new TextDecoder().decode((await reader?.read())?.value)
  try {
    for (let beat = 0; beat < 3; beat += 1) {
      expect(await next()).toBe(':\n\n')
      vi.advanceTimersByTime(15_000)
    }
  } finally {
    vi.useRealTimers()
    await reader?.cancel()
  }
})

test('changes of keys and members are published under the names of the catalogue', async () => {
  const link = await bff.access.createEnrolmentLink(bff.first.svcPartnerId, 'viewer')
  expect(link.ok).toBe(true)
  await expectEventsPublished(bff, {
    'api_key.created': 'issued',
    'api_key.deleted': 'revoked',
    'member.created': 'invited',
  })
})

test('a reader that does not read is ended once it is far behind, and may resume without loss', async () => {
  const slow = await open(bff.second.apiToken)
  const reader = slow.body?.getReader()
  await reader?.read()
  const partnerId = parseId('par', bff.second.svcPartnerId) ?? ''
  const many = Array.from({ length: 500 }, (_, i) => i)
  const seen = () =>
    bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('event_sequence')
        .select('last')
        .where('partner_id', '=', partnerId)
        .executeTakeFirstOrThrow(),
    )
  for (let batch = 0; batch < 12; batch += 1) {
    await bff.deps.db.asWorker(async (tx) => {
      for (const i of many)
        await recordEvent(tx, {
          partnerId,
          category: 'entity',
          type: 'updated',
          status: 'updated',
          object: {},
          subject: { kind: 'entity', id: 'ent_1', version: batch * 500 + i },
        })
    })
    bff.deps.wake.notify('events')
    await expect.poll(async () => (await seen()).last).toBeGreaterThanOrEqual((batch + 1) * 500)
  }
  reader?.releaseLock()
  const ids = [...(await rest(slow)).matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
  const { last } = await seen()
  expect(ids.length).toBeLessThan(last)
  const again = await open(bff.second.apiToken, { 'last-event-id': String(ids.at(-1)) })
  let next = ids.at(-1) ?? 0
  for await (const chunk of again.body ?? []) {
    for (const [, id] of new TextDecoder().decode(chunk).matchAll(/^id: (\d+)$/gm)) {
      expect(Number(id)).toBe(next + 1)
      next += 1
    }
    if (next >= last) break
  }
})
