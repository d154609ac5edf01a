import { beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../test/support/people/authenticator.ts'
import { type AnyBody, type Got, sharedBff } from '../../../test/support/process/bff.ts'
import { createBrowser, enrol, type TestBrowser } from '../../../test/support/people/browser.ts'
import { fileInput, sampleFiles } from '../../../test/support/process/files.ts'
import { aPerson } from '../../../test/support/people/samples.ts'
import { origin } from '../../../test/support/people/staff.ts'

const bff = sharedBff()
let owner: TestBrowser
let path = ''
beforeAll(async () => {
  const made = await bff.post(
    '/api/v1/xfer/entity/create',
    aPerson({ email: 'uploads@example.com' }),
  )
  path = `/api/v1/xfer/entity/kyc/${made.body.data.entityId}/documents`
  const link = await bff.access.createEnrolmentLink(bff.first.svcPartnerId, 'owner')
  owner = createBrowser(bff.instance.app.all)
  const url = link.ok ? link.value.enrolmentUrl : ''
  await enrol(owner, createAuthenticator(origin), url)
})

const passport = { type: 'PASSPORT', country: 'DE', number: 'C01X00T47' }

function formOf(members: Record<string, string>, mark: string, mime = 'application/pdf'): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(members)) form.append(name, value)
  const content = sampleFiles['application/pdf'](mark)
  form.append('frontFile', new File([new Uint8Array(content)], 'Reisepaß.pdf', { type: mime }))
  return form
}

/** As a partner's program sends a form. */
const upload = (form: FormData, headers: Record<string, string> = {}) =>
  send(path, form, { 'x-api-token': bff.first.apiToken, ...headers })

/** As the dashboard's page sends it, cookies and all. */
const uploadByMember = (form: FormData, to = `/bff${path}`) =>
  send(to, form, {
    cookie: [...owner.cookies].map((pair) => pair.join('=')).join('; '),
    origin,
    'sec-fetch-site': 'same-origin',
    'x-requested-by': 'dashboard',
  })

async function send(to: string, form: FormData, headers: Record<string, string>): Promise<Got> {
  const sent = new Response(form)
  const type = sent.headers.get('content-type') ?? ''
  const answer = await bff.instance.app.all.request(origin + to, {
    method: 'POST',
    headers: { ...headers, 'content-type': type },
    body: await sent.arrayBuffer(),
  })
  const body: AnyBody = await answer.json()
  return { status: answer.status, headers: answer.headers, body }
}

const stored = async () =>
  (await bff.deps.db.asWorker((tx) => tx.selectFrom('stored_file').select('sha256').execute()))
    .length

describe('kyc.upload', () => {
  test('200: a form and JSON with the same content are the same document', async () => {
    const byForm = await upload(formOf(passport, 'same'))
    expect(byForm.status).toBe(200)
    const before = await stored()
    const file = fileInput('application/pdf', 'same', 'Reisepaß.pdf')
    const byJson = await bff.post(path, { ...passport, frontFile: file })
    expect(byJson.status).toBe(200)
    expect(byJson.body.data.sha256).toBe(byForm.body.data.sha256)
    expect(await stored()).toBe(before)
  })

  test('200: its link gives the bytes that were sent, under the name that they had', async () => {
    const { body } = await upload(formOf(passport, 'round trip'))
    const answer = await bff.instance.app.all.request(body.data.downloadUrl)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toContain("UTF-8''Reisepa%C3%9F.pdf")
    const expected = new Uint8Array(sampleFiles['application/pdf']('round trip'))
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(expected)
  })

  test('200: repeated under one key, with another boundary, it is one upload', async () => {
    const key = { 'idempotency-key': 'upload-1' }
    const first = await upload(formOf(passport, 'once'), key)
    const again = await upload(formOf(passport, 'once'), key)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = await upload(formOf(passport, 'another'), key)
    expect([other.status, other.body.error.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
  })

  test('200: a member uploads through the dashboard', async () => {
    const answer = await uploadByMember(formOf(passport, 'by member'))
    expect([answer.status, answer.body.data?.files?.[0]?.fileName]).toEqual([200, 'Reisepaß.pdf'])
  })

  test('200: a file of three megabytes passes, through the dashboard too', async () => {
    const large = 'x'.repeat(3 * 1024 * 1024)
    expect((await upload(formOf(passport, large))).status).toBe(200)
    expect((await uploadByMember(formOf(passport, large))).status).toBe(200)
  })

  test('400 FIELD_REQUIRED and FIELD_INVALID: all at once, by their JSON paths', async () => {
    const before = await stored()
    const form = formOf({ type: 'LIBRARY_CARD' }, 'x')
    const { status, body } = await upload(form)
    expect(status).toBe(400)
    const paths = body.error.details.map((detail: { path: string }) => detail.path)
    expect(paths.toSorted()).toEqual(['country', 'type'])
    expect(await stored()).toBe(before)
  })

  test.each([
    ['no end', '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\nPASSPORT'],
    ['a prototype', '--x\r\nContent-Disposition: form-data; name="__proto__.a"\r\n\r\n1\r\n--x--'],
    ['JSON', JSON.stringify(passport)],
  ])('400 BODY_INVALID_JSON: multipart that is none: %s', async (_, body) => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const { status, body: answer } = await bff.send(path, { method: 'POST', body, headers: type })
    expect([status, answer.error.code]).toEqual([400, 'BODY_INVALID_JSON'])
    expect(answer.message).toContain('multipart')
  })

  test('401 before anything is read', async () => {
    const { status } = await bff.send(path, {
      method: 'POST',
      body: 'x',
      token: '',
      headers: { 'content-type': 'multipart/form-data' },
    })
    expect(status).toBe(401)
  })

  test('413 BODY_TOO_LARGE: above 16 MiB, through the dashboard too', async () => {
    const large = formOf(passport, 'x'.repeat(16 * 1024 * 1024))
    for (const answer of [await upload(large), await uploadByMember(large)])
      expect([answer.status, answer.body.error.code]).toEqual([413, 'BODY_TOO_LARGE'])
  })

  test('415 CONTENT_TYPE_UNSUPPORTED: a form for an operation that takes JSON alone', async () => {
    const answer = await uploadByMember(formOf(passport, 'x'), '/bff/api/v1/xfer/entity/create')
    expect([answer.status, answer.body.error.code]).toEqual([415, 'CONTENT_TYPE_UNSUPPORTED'])
    const own = await uploadByMember(formOf(passport, 'x'), '/bff/drafts/x')
    expect([own.status, own.body.error.code]).toEqual([415, 'CONTENT_TYPE_UNSUPPORTED'])
  })

  test('422 FIELD_INVALID: a disguised file is named, and nothing is stored', async () => {
    const before = await stored()
    const { status, body } = await upload(formOf(passport, 'x', 'image/png'))
    expect([status, body.error.code]).toEqual([422, 'FIELD_INVALID'])
    expect(body.error.details[0]).toMatchObject({
      path: expect.stringContaining('frontFile'),
      allowed: expect.arrayContaining(['application/pdf']),
    })
    expect(await stored()).toBe(before)
  })
})
