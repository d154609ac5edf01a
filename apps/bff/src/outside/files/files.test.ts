import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { formatId, parseId } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { ownBff } from '../../../test/support/process/bff.ts'
import { sampleFiles } from '../../../test/support/process/files.ts'
import { now } from '../../db/open.ts'
import { pathOf } from './disk.ts'
import { orphanAfterMs, sweepOrphans } from './sweep.ts'

const bff = ownBff()
let partnerId = ''
let otherId = ''
beforeAll(async () => {
  partnerId = uuidOf(bff.first.svcPartnerId)
  otherId = uuidOf(bff.second.svcPartnerId)
})

const mime = 'application/pdf'
const sealedWrong = /unable to authenticate|not a sealed record/
const pdf = (mark: string) => new Uint8Array(sampleFiles[mime](mark))

function uuidOf(svcPartnerId: string): string {
  const id = parseId('par', svcPartnerId) ?? svcPartnerId
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  return id
}

const keepAll = (all: readonly Uint8Array[], owner = partnerId) =>
  bff.deps.db.withPartner(owner, (tx) =>
    bff.deps.files.put(
      tx,
      owner,
      all.map((bytes) => ({ bytes, mime })),
    ),
  )
async function keep(bytes: Uint8Array, owner = partnerId): Promise<{ sha256: string }> {
  const [sha256 = ''] = await keepAll([bytes], owner)
  return { sha256 }
}
const pathIn = (owner: string, sha256: string) => pathOf(bff.deps.config.DATA_DIR, owner, sha256)
const rows = (sha256: string) =>
  bff.deps.db.asWorker((tx) =>
    tx
      .selectFrom('stored_file')
      .selectAll()
      .where('sha256', '=', Buffer.from(sha256, 'hex'))
      .execute(),
  )
async function linkTo(sha256: string, fileName = 'paper.pdf', owner = partnerId): Promise<string> {
  const at = await bff.deps.db.asWorker(now)
  const url = bff.deps.files.linkTo({ partnerId: owner, sha256, fileName, mime }, at)
  expect(url).toMatch(/^http:\/\/localhost:8787\/files\/[\w-]+$/)
  return new URL(url).pathname
}
const download = (path: string) => bff.send(path, { token: '' })
/** As if the file had been written two hours ago. */
function age(path: string): void {
  const before = new Date(bff.deps.realTime().getTime() - 2 * orphanAfterMs)
  utimesSync(path, before, before)
}
const sweep = () => sweepOrphans(bff.deps)

describe('a kept file', () => {
  test('is read back, named by its content, and has one row', async () => {
    const bytes = pdf('kept')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await keep(bytes)).toEqual({ sha256 })
    expect(await bff.deps.files.read(partnerId, sha256)).toEqual(bytes)
    expect(await rows(sha256)).toMatchObject([{ partner_id: partnerId, bytes: bytes.length, mime }])
  })

  test('is encrypted on disk, for its owner alone, and leaves no draft', async () => {
    const { sha256 } = await keep(pdf('a secret of the customer'))
    const path = pathIn(partnerId, sha256)
    const sealed = readFileSync(path)
    expect(sealed.includes('a secret of the customer')).toBe(false)
    expect(sealed.includes('%PDF')).toBe(false)
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(statSync(dirname(path)).mode & 0o077).toBe(0)
    expect(readdirSync(dirname(path))).toEqual([sha256])
  })

  test('kept twice, or by two at once, is one file and one row', async () => {
    const bytes = pdf('twice')
    const all = await Promise.all(Array.from({ length: 8 }, () => keep(bytes)))
    const [{ sha256 } = { sha256: '' }] = all
    await keep(bytes)
    expect(new Set(all.map((file) => file.sha256)).size).toBe(1)
    expect(await rows(sha256)).toHaveLength(1)
  })

  test('comes with others, kept by many at once in whatever order: without a deadlock', async () => {
    const all = Array.from({ length: 6 }, (_, i) => pdf(`side by side ${i}`))
    const hashes = await Promise.all(
      Array.from({ length: 8 }, (_, i) => keepAll(i % 2 === 0 ? all : all.toReversed())),
    )
    const [first = []] = hashes
    expect(hashes[1]?.toReversed()).toEqual(first)
    for (const [i, sha256] of first.entries())
      expect(await bff.deps.files.read(partnerId, sha256)).toEqual(all[i])
    const same = pdf('the same file for two documents')
    expect(new Set(await keepAll([same, same])).size).toBe(1)
    expect(await keepAll([])).toEqual([])
  })

  test('of two partners is two files, and neither opens as the other’s', async () => {
    const bytes = pdf('of both')
    const { sha256 } = await keep(bytes)
    await keep(bytes, otherId)
    const [own, others] = [pathIn(partnerId, sha256), pathIn(otherId, sha256)]
    expect(readFileSync(own).equals(readFileSync(others))).toBe(false)
    writeFileSync(others, readFileSync(own))
    await expect(bff.deps.files.read(otherId, sha256)).rejects.toThrow(sealedWrong)
  })

  test('that was altered, renamed or cut does not open', async () => {
    const { sha256 } = await keep(pdf('altered'))
    const path = pathIn(partnerId, sha256)
    const sealed = readFileSync(path)
    const other = createHash('sha256').update('other').digest('hex')
    mkdirSync(dirname(pathIn(partnerId, other)), { recursive: true })
    writeFileSync(pathIn(partnerId, other), sealed)
    await expect(bff.deps.files.read(partnerId, other)).rejects.toThrow(sealedWrong)
    for (const at of [0, 20, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      writeFileSync(path, changed)
      await expect(bff.deps.files.read(partnerId, sha256)).rejects.toThrow(sealedWrong)
    }
    writeFileSync(path, sealed.subarray(0, -1))
    await expect(bff.deps.files.read(partnerId, sha256)).rejects.toThrow(sealedWrong)
    rmSync(pathIn(partnerId, other))
  })

  test.each(['../../../etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(63)}/`])(
    'has no path under the name %j',
    async (sha256) => {
      await expect(bff.deps.files.read(partnerId, sha256)).rejects.toThrow(TypeError)
      await expect(bff.deps.files.read('../../..', 'a'.repeat(64))).rejects.toThrow(TypeError)
    },
  )
})

describe('a link', () => {
  test('gives the file as an attachment that nothing runs in, without a key', async () => {
    const bytes = pdf('linked')
    const { sha256 } = await keep(bytes)
    const path = await linkTo(sha256, 'Ausweis "Müller".pdf')
    const answer = await bff.instance.app.all.request(path)
    expect(answer.status).toBe(200)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Ausweis _Muller_.pdf"; filename*=UTF-8''Ausweis%20%22M%C3%BCller%22.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'x-request-id': expect.stringMatching(/^req_/),
      'x-service-time': expect.stringMatching(/Z$/),
    })
  })

  test('says nothing of the file or its name', async () => {
    const { sha256 } = await keep(pdf('quiet'))
    const token = (await linkTo(sha256, 'ada-lovelace.pdf')).split('/').at(-1) ?? ''
    const text = Buffer.from(token, 'base64url').toString('latin1')
    for (const part of ['ada', sha256, partnerId]) expect(text).not.toContain(part)
  })

  test('404 RECORD_NOT_FOUND: forged, cut, of no file and of a file that is gone', async () => {
    const { sha256 } = await keep(pdf('forged'))
    const good = await linkTo(sha256)
    const flipped = good.slice(0, -1) + (good.endsWith('A') ? 'B' : 'A')
    const nowhere = await linkTo('a'.repeat(64))
    const foreign = await linkTo(sha256, 'x.pdf', otherId)
    const paths = [flipped, good.slice(0, -2), '/files/x', `${good}AAAA`, nowhere, foreign]
    for (const path of paths) {
      const { status, body } = await download(path)
      expect([path, status, body.error?.code]).toEqual([path, 404, 'RECORD_NOT_FOUND'])
      expect(body).toMatchObject({ success: false, error: { details: [{ path: 'token' }] } })
    }
    expect((await download(good)).status).toBe(200)
  })

  test('is for GET alone, and what lies below or beside it is no page', async () => {
    const { sha256 } = await keep(pdf('methods'))
    const path = await linkTo(sha256)
    expect((await bff.send(path, { method: 'POST', body: {}, token: '' })).status).toBe(404)
    expect((await bff.send(`${path}/x`, { headers: { accept: 'text/html' } })).status).toBe(404)
    expect((await bff.send('/files/', { headers: { accept: 'text/html' } })).status).toBe(404)
  })

  test('410 DOWNLOAD_EXPIRED: after 15 minutes of service time, and not before', async () => {
    const { sha256 } = await keep(pdf('expiring'))
    const path = await linkTo(sha256)
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 14 * 60 + 50 })
    expect((await download(path)).status).toBe(200)
    await bff.post('/api/v1/sandbox/clock/advance', { seconds: 11 })
    const { status, body, headers } = await download(path)
    expect(status).toBe(410)
    expect(body).toMatchObject({
      success: false,
      error: { code: 'DOWNLOAD_EXPIRED', requestId: headers.get('x-request-id'), retryable: false },
    })
    expect((await download(await linkTo(sha256))).status).toBe(200)
  })
})

describe('the sweep', () => {
  test('a roll-back leaves the file without row; it goes once it is an hour old, not before', async () => {
    const bytes = pdf('rolled back')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const path = pathIn(partnerId, sha256)
    const failing = bff.deps.db.withPartner(partnerId, async (tx) => {
      await bff.deps.files.put(tx, partnerId, [{ bytes, mime }])
      expect(existsSync(path)).toBe(true)
      throw new Error('refused after the file was kept')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await rows(sha256)).toEqual([])
    expect([await sweep(), existsSync(path)]).toEqual([0, true])
    age(path)
    expect([await sweep(), existsSync(path)]).toEqual([1, false])
  })

  test('a draft of a write that was cut off goes too; what is kept or not ours stays', async () => {
    const { sha256 } = await keep(pdf('old and kept'))
    const path = pathIn(partnerId, sha256)
    const draft = join(dirname(path), `.${sha256}.0123456789abcdef.tmp`)
    const strange = join(dirname(path), 'notes.txt')
    for (const file of [draft, strange]) writeFileSync(file, 'x')
    for (const file of [path, draft, strange]) age(file)
    expect(await sweep()).toBe(1)
    expect([path, draft, strange].map((file) => existsSync(file))).toEqual([true, false, true])
    rmSync(strange)
  })

  test('an old orphan that is being kept right now stays: the sweep waits for the end', async () => {
    const bytes = pdf('raced')
    const { sha256 } = await keep(bytes)
    const path = pathIn(partnerId, sha256)
    await bff.deps.db.asWorker((tx) =>
      tx.deleteFrom('stored_file').where('sha256', '=', Buffer.from(sha256, 'hex')).execute(),
    )
    age(path)
    let sweeping: Promise<number> | undefined
    await bff.deps.db.withPartner(partnerId, async (tx) => {
      await bff.deps.files.put(tx, partnerId, [{ bytes, mime }])
      sweeping = sweep()
      // Long enough for the sweep to come to the lock.
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(existsSync(path)).toBe(true)
    })
    expect(await sweeping).toBe(0)
    expect(await bff.deps.files.read(partnerId, sha256)).toEqual(bytes)
  })

  test('a row whose file was lost gets it back with the next upload', async () => {
    const bytes = pdf('lost')
    const { sha256 } = await keep(bytes)
    renameSync(pathIn(partnerId, sha256), `${pathIn(partnerId, sha256)}.away`)
    await keep(bytes)
    expect(await bff.deps.files.read(partnerId, sha256)).toEqual(bytes)
  })
})

test('every row has its file', async () => {
  const all = await bff.deps.db.asWorker((tx) => tx.selectFrom('stored_file').selectAll().execute())
  expect(all.length).toBeGreaterThan(8)
  for (const { partner_id, sha256 } of all)
    expect(existsSync(pathIn(partner_id, Buffer.from(sha256).toString('hex')))).toBe(true)
  expect(formatId('par', partnerId)).toBe(bff.first.svcPartnerId)
})
