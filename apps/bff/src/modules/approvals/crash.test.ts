import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createAuthenticator,
  type SoftwareAuthenticator,
} from '../../../test/support/people/authenticator.ts'
import { confirm, createBrowser, enrol } from '../../../test/support/people/browser.ts'
import { admin } from '../../../test/support/process/admin.ts'
import { type AnyBody } from '../../../test/support/process/bff.ts'
import { makeServer, type Running } from '../../../test/support/process/server.ts'

let place: Awaited<ReturnType<typeof makeServer>>
beforeAll(async () => {
  place = await makeServer()
})
afterAll(() => place.remove(), 60_000)

type Person = {
  browser: ReturnType<typeof createBrowser>
  authenticator: SoftwareAuthenticator
}

/** Enrols an owner of the partner in a browser of its own. */
async function person({ baseUrl }: Running, svcPartnerId: string): Promise<Person> {
  const browser = createBrowser({ request: (input, init) => fetch(input, init) }, baseUrl)
  const authenticator = createAuthenticator(baseUrl)
  const command = ['enrolment-link', 'create', '--partner', svcPartnerId]
  const { json } = await admin(place.dataDir, command)
  await enrol(browser, authenticator, (json as { enrolmentUrl: string }).enrolmentUrl)
  return { browser, authenticator }
}

/** One confirmed request of a person. */
async function ask(
  { browser, authenticator }: Person,
  method: string,
  path: string,
  body: unknown,
) {
  await confirm(browser, authenticator, { method, path, body })
  const { status, json } = await browser.send(method, `/bff${path}`, body)
  return { status, body: json() as AnyBody }
}

test('a kill between the vote and its effect leaves neither; decided again, it happens once', async () => {
  const policyPath = '/api/v1/partner/policy'
  const wanted = { rules: [], otherwise: 'allow' }
  const server = await place.start({ CRASH_AT: 'approval:before_effect' })
  const me = await fetch(`${server.baseUrl}/api/v1/partner/me`, {
    headers: { 'x-api-token': server.apiToken },
  })
  const { svcPartnerId } = (await me.json()).data
  const terms = ['limits', 'set', '--partner', svcPartnerId, '--approval-above', '0']
  expect((await admin(place.dataDir, terms)).code).toBe(0)
  const [maker, checker] = [await person(server, svcPartnerId), await person(server, svcPartnerId)]
  const asked = await ask(maker, 'PUT', policyPath, wanted)
  expect([asked.status, asked.body.error.code]).toEqual([422, 'APPROVAL_REQUIRED'])
  const approvalId: string = asked.body.error.details[0].existingId
  const decisionPath = `/api/v1/approvals/${approvalId}/decision`
  const decide = () => ask(checker, 'POST', decisionPath, { decision: 'APPROVED' })

  const cut = decide().catch(() => undefined)
  expect(await server.exited).toBe('SIGKILL')
  await cut
  const second = await place.start({ CRASH_AT: 'approval:before_commit' })
  const read = async () => {
    const { browser } = checker
    const request = (await browser.get(`/bff/api/v1/approvals/${approvalId}`)).json() as AnyBody
    const policy = (await browser.get(`/bff${policyPath}`)).json() as AnyBody
    const { status, votes } = request.data
    return { status, votes: votes.length, isDefault: policy.data.isDefault as boolean }
  }
  const untouched = { status: 'REQUESTED', votes: 0, isDefault: true }
  expect(await read()).toEqual(untouched)
  const again = decide().catch(() => undefined)
  expect(await second.exited).toBe('SIGKILL')
  await again
  await place.start()
  expect(await read()).toEqual(untouched)
  expect((await decide()).body.data.status).toBe('EXECUTED')
  expect(await read()).toEqual({ status: 'EXECUTED', votes: 1, isDefault: false })
}, 180_000)
