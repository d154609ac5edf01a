import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { admin } from '../../test/support/process/admin.ts'
import { aPdf, consents, examples, proofs } from '../../test/support/people/kyc.ts'
import { aPerson } from '../../test/support/people/samples.ts'
import { makeServer, type Running } from '../../test/support/process/server.ts'

// Every command is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let place: Awaited<ReturnType<typeof makeServer>>
let server: Running
let token: string
beforeAll(async () => {
  place = await makeServer()
  server = await place.start()
  const { json } = await run('partner create --name Heron')
  const { svcPartnerId } = json as { svcPartnerId: string }
  const key = await run(`api-key issue --partner ${svcPartnerId} --scopes all`)
  token = (key.json as { apiToken: string }).apiToken
}, 120_000)
afterAll(() => place.remove(), 60_000)

const run = (command: string, ...more: string[]) =>
  admin(place.dataDir, [...command.split(' '), ...more])

// oxlint-disable-next-line typescript/no-explicit-any -- read as it came
async function call(path: string, body?: object): Promise<any> {
  const response = await fetch(`${server.baseUrl}/api/v1/xfer/entity${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-token': token, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.json()
}

const statusOf = (entityId: string) => call(`/kyc/${entityId}`)

test('an operator asks, approves, pauses, resumes and ends, beside the running server', async () => {
  const { data } = await call('/create', aPerson())
  const entityId = data.entityId as string
  const { data: asked } = await call(`/kyc/${entityId}/requirements`)
  const whole = { fields: examples(asked), documents: proofs(asked), consents }
  await call(`/kyc/${entityId}/submit`, { ...whole, feeSource: 'PREPAID' })
  await expect
    .poll(async () => (await statusOf(entityId)).data.kycStatus, { timeout: 10_000 })
    .toBe('UNDER_REVIEW')

  const decide = `kyc decide --entity ${entityId} --decision`
  const { documents } = (await run(`kyc show --entity ${entityId}`)).json as {
    documents: { documentId: string }[]
  }
  const other = await run(
    `kyc likeness --entity ${entityId} --other ${entityId} --decision SAME_PERSON --reason Seen`,
  )
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('not alike')])
  const documentId = documents[0]?.documentId ?? ''
  const to = join(place.dataDir, 'page.jpg')
  const opened = await run(`kyc document --document ${documentId} --page 1 --to ${to}`)
  expect(opened.json).toMatchObject({ written: to, mime: 'image/jpeg' })
  expect(readFileSync(to).subarray(0, 2).toString('hex')).toBe('ffd8')
  const none = await run(`kyc document --document ${documentId} --page 2 --to ${to}.2`)
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no picture')])

  const early = await run(`kyc resume --entity ${entityId} --reason early`)
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('ILLEGAL_TRANSITION')])

  const rfi = await run(
    `${decide} INFORMATION_REQUIRED --field document:identity --reason`,
    'DOCUMENT_UNREADABLE',
  )
  expect(rfi.json).toMatchObject({
    kycStatus: 'INFORMATION_REQUIRED',
    reasons: [{ code: 'DOCUMENT_UNREADABLE', fixField: 'document:identity' }],
  })
  const [request] = (await statusOf(entityId)).data.informationRequests
  const answered = await call(`/kyc/${entityId}/rfi/${request.rfiId}`, {
    documents: [{ type: 'PASSPORT', country: 'GB', frontFile: aPdf('sharper') }],
  })
  expect(answered.data.status).toBe('ANSWERED')
  await expect
    .poll(async () => (await statusOf(entityId)).data.kycStatus, { timeout: 10_000 })
    .toBe('UNDER_REVIEW')

  expect((await run(`${decide} APPROVED`)).json).toMatchObject({ kycStatus: 'APPROVED' })
  const [actor] = (await statusOf(entityId)).data.history
  expect(actor).toMatchObject({ to: 'APPROVED', actor: 'service' })
  const pause = await run(`kyc pause --entity ${entityId} --reason`, 'Under investigation')
  expect(pause.json).toMatchObject({ kycStatus: 'PAUSED', waitingOn: null })
  expect((await run(`kyc resume --entity ${entityId} --reason cleared`)).json).toMatchObject({
    kycStatus: 'APPROVED',
    reasons: [],
  })
  await run(`kyc pause --entity ${entityId} --reason again`)
  const ended = await run(`kyc offboard --entity ${entityId} --reason closed`)
  expect(ended.json).toMatchObject({ kycStatus: 'OFFBOARDED' })
  const after = await run(`${decide} APPROVED`)
  expect([after.code, after.stderr]).toEqual([1, expect.stringContaining('It is final.')])
  const shown = await run(`kyc show --entity ${entityId}`)
  expect(shown.json).toMatchObject((await statusOf(entityId)).data)
})

test('what is written wrong ends with 2, and an unknown customer with 1', async () => {
  const wrong = await run('kyc decide --entity ent_1 --decision PERHAPS')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--decision')])
  const unknown = await run('kyc show --entity ent_01h455vb4pex5vsknk084sn02q')
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('No entity')])
})
