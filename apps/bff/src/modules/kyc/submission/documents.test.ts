import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ownBff } from '../../../../test/support/process/bff.ts'
import { encryptedPdf, latin } from '../../../../test/support/process/documents.ts'
import { fileInput } from '../../../../test/support/process/files.ts'
import {
  aPdf,
  decide,
  kycPath,
  makeCustomer,
  submitWhole,
  until,
  wholeSubmission,
} from '../../../../test/support/people/kyc.ts'
import { withClient } from '../../../db/server/server.ts'

const bff = ownBff()

const aPassport = (change: object = {}) => ({
  type: 'PASSPORT',
  country: 'GB',
  number: 'QX44107823',
  frontFile: aPdf(),
  expiryDate: '2099-12-31',
  ...change,
})
/** A PDF as JSON carries it. */
const paperOf = (content: Buffer) => ({ ...aPdf(), contentBase64: content.toString('base64') })
const upload = (entityId: string, body: object) => bff.post(kycPath(entityId, '/documents'), body)

describe('kyc.upload', () => {
  test('200: kept ahead of a submission, masked, and taken in by its id', async () => {
    const entityId = await makeCustomer(bff)
    const got = await upload(entityId, aPassport())
    expect(got.status).toBe(200)
    expect(got.body.data).toMatchObject({
      documentId: expect.stringMatching(/^doc_[0-9a-z]{26}$/),
      numberMasked: '••••7823',
      side: ['front'],
      status: 'RECEIVED',
      expiryDate: '2099-12-31',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    const { documentId } = got.body.data
    const whole = await wholeSubmission(bff, entityId)
    const sent = await bff.post(kycPath(entityId, '/submit'), {
      ...whole,
      documents: [
        { documentId },
        ...whole.documents.filter(({ type }) => type === 'PROOF_OF_ADDRESS'),
      ],
    })
    expect(sent.body.data).toMatchObject({ kycStatus: 'SUBMITTED', missing: [] })
    expect(
      sent.body.data.acceptedDocuments.map((item: { type: string }) => item.type).toSorted(),
    ).toEqual(['PASSPORT', 'PROOF_OF_ADDRESS'])
  })

  test('200: as multipart, both sides', async () => {
    const entityId = await makeCustomer(bff)
    const form = new FormData()
    form.set('type', 'NATIONAL_ID')
    form.set('country', 'GB')
    const bytes = Buffer.from(fileInput('image/png').contentBase64, 'base64')
    form.set('frontFile', new File([bytes], 'front.png', { type: 'image/png' }))
    form.set('backFile', new File([bytes], 'back.png', { type: 'image/png' }))
    const response = await bff.instance.app.all.fetch(
      new Request(`http://localhost:8787${kycPath(entityId, '/documents')}`, {
        method: 'POST',
        headers: { 'x-api-token': bff.first.apiToken },
        body: form,
      }),
    )
    const body = (await response.json()) as { data: { side: string[]; files: object[] } }
    expect([response.status, body.data?.side]).toEqual([200, ['front', 'back']])
  })

  test('400: a kind of document that is none', async () => {
    const entityId = await makeCustomer(bff)
    const got = await upload(entityId, aPassport({ type: 'LIBRARY_CARD' }))
    expect([got.status, got.body.error.details[0].path]).toEqual([400, 'type'])
  })

  test('404: another partner’s customer', async () => {
    const entityId = await makeCustomer(bff, undefined, bff.second)
    const got = await upload(entityId, aPassport())
    expect([got.status, got.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })

  test.each([
    [
      'a disguised file',
      { frontFile: { ...fileInput('image/png'), mime: 'image/jpeg' } },
      'frontFile',
    ],
    ['a web page', { frontFile: { ...aPdf(), contentBase64: btoa('<html></html>') } }, 'frontFile'],
    [
      'a file that is too large',
      { frontFile: { ...aPdf(), contentBase64: 'A'.repeat(14_100_000) } },
      'frontFile',
    ],
    ['a PDF with a password', { frontFile: paperOf(latin(encryptedPdf('secret'))) }, 'frontFile'],
    ['a PDF without a page', { frontFile: paperOf(latin('%PDF-1.7')) }, 'frontFile'],
    ['a passport that ran out', { expiryDate: '2020-01-01' }, 'expiryDate'],
    ['a country that is none', { country: 'QQ' }, 'country'],
    ['an unknown associated person', { person: 0 }, 'person'],
    ['a card without its back', { type: 'DRIVING_LICENCE' }, 'backFile'],
  ])('422: %s, and nothing is stored', async (_, change, path) => {
    const entityId = await makeCustomer(bff)
    const got = await upload(entityId, aPassport(change))
    expect([got.status, got.body.error.details[0].path]).toEqual([422, path])
    expect((await bff.get(kycPath(entityId, '/documents'))).body.data).toEqual([])
  })

  test('422: a customer that was turned away for good', async () => {
    const entityId = await makeCustomer(bff)
    await decide(bff, entityId, 'REJECTED', [{ code: 'FRAUD', retryable: false }])
    const got = await upload(entityId, aPassport())
    expect([got.status, got.body.error.code]).toEqual([422, 'ILLEGAL_TRANSITION'])
  })
})

describe('kyc.documents', () => {
  test('200: newest first, with a link to each file; VERIFIED by the approval', async () => {
    const entityId = await makeCustomer(bff)
    await submitWhole(bff, entityId)
    await decide(bff, entityId, 'APPROVED')
    const { status, body } = await bff.get(kycPath(entityId, '/documents'))
    expect(status).toBe(200)
    expect(body.data.map((item: { status: string }) => item.status)).toEqual([
      'VERIFIED',
      'VERIFIED',
    ])
    const { pathname } = new URL(body.data[0].downloadUrl)
    const file = await bff.instance.app.all.fetch(new Request(`http://localhost:8787${pathname}`))
    expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('%PDF')])
  })

  test('200: a photograph of a phone, with a picture that every browser shows', async () => {
    const entityId = await makeCustomer(bff)
    const photo = fileInput('image/heic', '1', 'Foto 1.heic')
    expect((await upload(entityId, aPassport({ frontFile: photo }))).status).toBe(200)
    const [document] = (await bff.get(kycPath(entityId, '/documents'))).body.data
    const [{ mime, pages, previews }] = document.files
    expect([mime, pages, previews]).toEqual([
      'image/heic',
      1,
      [{ page: 1, width: 16, height: 8, downloadUrl: expect.stringContaining('/files/') }],
    ])
    const { pathname } = new URL(previews[0].downloadUrl)
    const file = await bff.instance.app.all.fetch(new Request(`http://localhost:8787${pathname}`))
    const bytes = Buffer.from(await file.arrayBuffer())
    expect([file.headers.get('content-type'), bytes.subarray(0, 2).toString('hex')]).toEqual([
      'image/jpeg',
      'ffd8',
    ])
    expect(file.headers.get('content-disposition')).toContain('filename="Foto 1-1.jpg"')
  })

  test('404: no such customer', async () => {
    const got = await bff.get(kycPath('ent_nobody', '/documents'))
    expect([got.status, got.body.error.code]).toEqual([404, 'ENTITY_NOT_FOUND'])
  })

  test('REJECTED with its reason where a reason names it; another one mends it', async () => {
    const entityId = await makeCustomer(bff)
    await submitWhole(bff, entityId)
    await decide(bff, entityId, 'REJECTED', [
      { code: 'DOCUMENT_UNREADABLE', message: 'Blurred.', fixField: 'document:identity' },
    ])
    const { body } = await bff.get(kycPath(entityId, '/documents'))
    const passport = body.data.find((item: { type: string }) => item.type === 'PASSPORT')
    expect(passport).toMatchObject({ status: 'REJECTED', reasonCode: 'DOCUMENT_UNREADABLE' })
    const status = await bff.get(kycPath(entityId))
    expect(status.body.data.capabilities[0].requirements.issues).toEqual([
      expect.objectContaining({ key: 'document:identity', code: 'DOCUMENT_UNREADABLE' }),
    ])
    const again = await bff.post(kycPath(entityId, '/submit'), {
      documents: [aPassport({ frontFile: aPdf('sharp') })],
      feeSource: 'PREPAID',
    })
    expect(again.body.data).toMatchObject({ kycStatus: 'SUBMITTED', missing: [] })
  })
})

describe('what is kept', () => {
  test('no tax id and no document number are in the database, wherever they were sent', async () => {
    const entityId = await makeCustomer(bff)
    const planted = { taxId: 'NP987654D', number: 'ZK55019284', india: 'BNZPM2501F' }
    const whole = await wholeSubmission(bff, entityId)
    const body = {
      ...whole,
      fields: { ...whole.fields, taxId: planted.taxId, 'taxIds.IN': planted.india },
      documents: whole.documents.map((item) => ({ ...item, number: planted.number })),
    }
    const key = { 'Idempotency-Key': 'planted' }
    expect((await bff.post(kycPath(entityId, '/submit'), body, key)).status).toBe(200)
    await until(bff, entityId, 'UNDER_REVIEW')
    const text = await everyRow(bff.adminUrl)
    expect(text).toContain('Okonkwo')
    for (const secret of Object.values(planted)) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
      expect(text).not.toContain(Buffer.from(secret).toString('base64').replaceAll('=', ''))
    }
  })

  test('no file lies in the data directory as it was sent', async () => {
    const entityId = await makeCustomer(bff)
    await upload(entityId, aPassport({ frontFile: aPdf('planted text of a file') }))
    const folder = `${bff.deps.config.DATA_DIR}/files`
    const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((item) =>
      item.isFile(),
    )
    expect(kept.length).toBeGreaterThan(0)
    for (const { parentPath, name } of kept)
      expect(readFileSync(`${parentPath}/${name}`, 'latin1')).not.toContain('planted text')
  })
})

/** Every row of every table as text. */
async function everyRow(adminUrl: string): Promise<string> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    let text = ''
    for (const { name } of rows) {
      const all = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      text += all.rows.map(({ row }) => row).join('\n')
    }
    return text
  })
}
