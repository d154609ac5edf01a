import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyBody } from './support/bff.ts'
import { aPerson } from './support/samples.ts'
import { makeServer, type Running } from './support/server.ts'

let server: Awaited<ReturnType<typeof makeServer>>
let running: Running
let account: AnyBody

async function ask(method: string, to: string, body?: unknown): Promise<AnyBody> {
  const answer = await fetch(running.baseUrl + to, {
    method,
    headers: { 'x-api-token': running.apiToken, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return answer.json()
}

beforeAll(async () => {
  server = await makeServer()
  running = await server.start()
  const { entityId } = (await ask('POST', '/api/v1/xfer/entity/create', aPerson())).data
  await ask('POST', `/api/v1/sandbox/kyc/${entityId}/decision`, { decision: 'APPROVED' })
  const all = (await ask('GET', '/api/v1/xfer/utility/jurisdictions?limit=200')).data
  const { id } = all.find((one: AnyBody) => one.countryCode === 'US')
  const asked = { entityId, jurisdictionId: id }
  account = (await ask('POST', '/api/v1/xfer/accounts/funding/create', asked)).data
}, 120_000)
afterAll(() => server.remove(), 60_000)

const path = '/api/v1/xfer/accounts/funding'
const totals = async () => (await ask('GET', `${path}/${account.fundingAccountId}`)).data.totals

test('kill -9 between the statement and the commit, and again between entry and commit: credited once', async () => {
  const before = await totals()
  await running.kill('SIGTERM')
  running = await server.start({ CRASH_AT: 'bank_feed:before_commit' })
  const deposit = { amount: 75, currency: 'USD', senderName: 'Ada Okonkwo' }
  const sent = ask('POST', `/api/v1/sandbox/funding/${account.fundingAccountId}/deposit`, deposit)
  await sent.catch(() => undefined)
  expect(await running.exited).toBe('SIGKILL')

  // The watcher takes the entry up as soon as it runs, which may be before anybody is answered.
  const second = await server.start({ CRASH_AT: 'bank_entry:before_commit' }).catch(() => undefined)
  expect(await (second?.exited ?? 'SIGKILL')).toBe('SIGKILL')

  running = await server.start()
  const once = { deposits: before.deposits + 1, amount: before.amount + 75 }
  await expect.poll(totals, { timeout: 10_000 }).toEqual(once)
}, 120_000)
