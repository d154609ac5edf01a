import { afterAll, beforeAll, expect, test } from 'vitest'
import { consents, examples, proofs } from '../../../test/support/people/kyc.ts'
import { aPerson } from '../../../test/support/people/samples.ts'
import { makeServer } from '../../../test/support/process/server.ts'

let place: Awaited<ReturnType<typeof makeServer>>
beforeAll(async () => {
  place = await makeServer()
})
afterAll(() => place.remove(), 60_000)

test('a process that dies between screening and its record loses nothing: the next one continues', async () => {
  const first = await place.start({ CRASH_AT: 'kyc_screening:after_effect' })
  const { entityId } = await submitted(first)
  expect(await first.exited).toBe('SIGKILL')

  const second = await place.start()
  const status = () => call(second, `/kyc/${entityId}`)
  await expect
    .poll(async () => (await status()).data.kycStatus, { timeout: 20_000 })
    .toBe('UNDER_REVIEW')
  const { data } = await status()
  const [place0] = data.capabilities
  const own = data.history.filter(
    (jurisdiction: { jurisdictionId: string }) =>
      jurisdiction.jurisdictionId === place0.jurisdictionId,
  )
  expect(own.map((item: { to: string }) => item.to)).toEqual([
    'UNDER_REVIEW',
    'SUBMITTED',
    'INCOMPLETE',
  ])
}, 120_000)

type Server = Awaited<ReturnType<typeof place.start>>

// oxlint-disable-next-line typescript/no-explicit-any -- read as it came
async function call({ baseUrl, apiToken }: Server, path: string, body?: object): Promise<any> {
  const response = await fetch(`${baseUrl}/api/v1/xfer/entity${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-token': apiToken, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.json()
}

async function submitted(server: Server): Promise<{ entityId: string }> {
  const { data } = await call(server, '/create', aPerson())
  const { data: asked } = await call(server, `/kyc/${data.entityId}/requirements`)
  const whole = {
    fields: examples(asked),
    documents: proofs(asked),
    consents,
    feeSource: 'PREPAID',
  }
  // Its answer may be lost with the process; what counts is whether it was committed.
  await call(server, `/kyc/${data.entityId}/submit`, whole).catch(() => undefined)
  return { entityId: data.entityId }
}
