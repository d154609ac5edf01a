import { entityUpdated } from '../../test/support/events/entity-updated.ts'
import { partnerScopes, parseId } from '@corridor/domain'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { ownBff } from '../../test/support/process/bff.ts'
import { expectEventsPublished } from '../../test/support/events/published.ts'
import { recordEvent } from '../records/events/outbox.ts'

const bff = ownBff()

const open = (token: string, headers: Record<string, string> = {}) =>
  bff.instance.app.all.fetch(
    new Request('http://localhost:8787/api/v1/xfer/utility/events/stream', {
      headers: { 'x-api-token': token, ...headers },
    }),
  )

async function issueKey() {
  const issued = await bff.access.issueKey(bff.first.svcPartnerId, {
    name: 'stream',
    scopes: partnerScopes,
  })
  if (!issued.ok) throw new Error(issued.failure)
  return issued.value
}

/** Reads a stream to its end; the test's own time limit is the bound. */
async function rest(response: Response): Promise<string> {
  let text = ''
  for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk)
  return text
}

test('a stream ends when its key is revoked, and one of another key continues', async () => {
  const { apiToken, keyId } = await issueKey()
  const [ending, staying] = [await open(apiToken), await open(bff.first.apiToken)]
  await bff.access.revokeKey(keyId)
  expect(await rest(ending)).toMatch(/retry: 1000\n\n$/)
  const reader = staying.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(':\n\n')
  await reader?.cancel()
})

test('a comment line every fifteen seconds keeps a quiet stream open', async () => {
  // Only the stream's own interval is driven by hand: the service around it has others.
  const { setInterval } = globalThis
  const beats: (() => void)[] = []
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, ms: number) => {
    if (ms === 15_000) beats.push(run)
    return setInterval(run, ms)
  }) as typeof setInterval)
  const quiet = await open(bff.first.apiToken)
  const reader = quiet.body?.getReader()
  const next = async () => new TextDecoder().decode((await reader?.read())?.value)
  try {
    for (let beat = 0; beat < 3; beat += 1) {
      expect(await next()).toBe(':\n\n')
      expect(beats).toHaveLength(1)
      beats[0]?.()
    }
  } finally {
    vi.restoreAllMocks()
    await reader?.cancel()
  }
})

test('changes of keys and members are published under the names of the catalogue', async () => {
  const link = await bff.access.createEnrolmentLink(bff.first.svcPartnerId, 'viewer')
  expect(link.ok).toBe(true)
  await bff.access.revokeKey((await issueKey()).keyId)
  await expectEventsPublished(bff, {
    'api_key.created': 'issued',
    'api_key.deleted': 'revoked',
    'member.created': 'invited',
  })
})

test('a reader that does not read is ended once it is far behind, and may resume without loss', async () => {
  const [slow, quick] = [await open(bff.second.apiToken), await open(bff.second.apiToken)]
  const reader = slow.body?.getReader()
  await reader?.read()
  reader?.releaseLock()
  const partnerId = parseId('par', bff.second.svcPartnerId) ?? ''
  const { last: before } = await sequenceOf(partnerId)
  await bff.deps.db.asWorker(async (tx) => {
    await recordEvent(tx, entityUpdated(partnerId, { id: 'ent_many' }))
    await sql`insert into event (partner_id, id, category, type, status, object, subject_kind,
        subject_id, subject_version, created_at)
      select partner_id, gen_random_uuid(), category, type, status, object, subject_kind,
        subject_id, subject_version, created_at
      from event, generate_series(1, 7000) where subject_id = 'ent_many'`.execute(tx)
  })
  bff.deps.wake.notify('events')
  const last = before + 7_001
  // Both are given an event at the same time: what has come to one lies ready for the other.
  expect((await numbersOf(quick, last)).at(-1)).toBe(last)
  const read = await numbersOf(slow)
  expect(read.length).toBeLessThan(7_001)
  const resumed = await open(bff.second.apiToken, { 'last-event-id': String(read.at(-1)) })
  expect([...read, ...(await numbersOf(resumed, last))]).toEqual(
    Array.from({ length: 7_001 }, (_, n) => before + 1 + n),
  )
})

const sequenceOf = (partnerId: string) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('event_sequence')
      .select('last')
      .where('partner_id', '=', partnerId)
      .executeTakeFirstOrThrow(),
  )

/** The numbers of a stream's events up to this one, or to its end. */
async function numbersOf(response: Response, last = Infinity): Promise<number[]> {
  const numbers: number[] = []
  for await (const chunk of response.body ?? []) {
    const ids = new TextDecoder().decode(chunk).matchAll(/^id: (\d+)$/gm)
    numbers.push(...[...ids].map(([, id]) => Number(id)))
    if ((numbers.at(-1) ?? 0) >= last) break
  }
  return numbers
}
