import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@corridor/contract'
import { afterAll, expect, test } from 'vitest'
import { makeDataDirectory } from '../../../test/support/database/data-dir.ts'
import { createIntake } from './intake.ts'
import { Refusal } from './refusal.ts'

const DATA_DIR = makeDataDirectory('intake')
afterAll(() => rmSync(DATA_DIR, { recursive: true }))
const open = (idleMs?: number) =>
  createIntake(
    {
      config: { DATA_DIR, RATE_LIMIT: 'on' },
      random: (bytes) => randomBytes(bytes),
      log: { error: () => undefined },
    },
    idleMs,
  )

const mebibyte = 1_024 * 1_024
const ordinary = { method: 'POST' } as Endpoint
const upload = { method: 'POST', bodyLimit: 16 * mebibyte } as Endpoint

function bodyOf(bytes: Uint8Array<ArrayBuffer>, stated?: number): Request {
  const headers = stated === undefined ? {} : { 'content-length': String(stated) }
  return new Request('http://localhost', { method: 'POST', headers, body: bytes })
}

const codeOf = (taken: Promise<unknown>) =>
  taken.then(
    () => 'taken',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

test('an upload comes back as it was sent, and leaves nothing readable on the disk', async () => {
  const bytes = new Uint8Array(randomBytes(3 * mebibyte + 17))
  const { bytes: read, done } = await open()(bodyOf(bytes), upload, 'a')
  expect(Buffer.compare(Buffer.from(read ?? []), Buffer.from(bytes))).toBe(0)
  done()
  expect(readdirSync(join(DATA_DIR, 'uploads'))).toEqual([])
})

test('uploads are in memory one at a time', async () => {
  const take = open()
  const first = await take(bodyOf(new Uint8Array(mebibyte)), upload, 'a')
  const seen: number[] = []
  const others = [1, 2, 3].map(async (size) => {
    const { bytes, done } = await take(bodyOf(new Uint8Array(mebibyte + size)), upload, 'b')
    seen.push((bytes?.byteLength ?? 0) - mebibyte)
    done()
  })
  expect(seen).toEqual([])
  first.done()
  await Promise.all(others)
  expect(new Set(seen)).toEqual(new Set([1, 2, 3]))
})

test('a partner with too much in flight waits, others do not; all together have a limit too', async () => {
  const take = open()
  const full = () => bodyOf(new Uint8Array(1), 256 * 1_024)
  const own = await Promise.all(Array.from({ length: 32 }, () => take(full(), ordinary, 'a')))
  expect(await codeOf(take(full(), ordinary, 'a'))).toBe('RATE_LIMITED')
  for (const partner of ['b', 'c', 'd'])
    await Promise.all(Array.from({ length: 32 }, () => take(full(), ordinary, partner)))
  expect(await codeOf(take(full(), ordinary, 'e'))).toBe('SERVICE_UNAVAILABLE')
  for (const { done } of own) done()
  expect(await codeOf(take(full(), ordinary, 'a'))).toBe('taken')
})

test('what is larger than its operation allows is refused, declared or not, and takes nothing', async () => {
  const take = open()
  for (let n = 0; n < 40; n += 1) {
    const announced = bodyOf(new Uint8Array(1), 17 * mebibyte)
    expect(await codeOf(take(announced, upload, 'a'))).toBe('BODY_TOO_LARGE')
  }
  const unsaid = bodyOf(new Uint8Array(16 * mebibyte + 1))
  expect(await codeOf(take(unsaid, upload, 'a'))).toBe('BODY_TOO_LARGE')
  const small = bodyOf(new Uint8Array(256 * 1_024 + 1))
  expect(await codeOf(take(small, ordinary, 'a'))).toBe('BODY_TOO_LARGE')
})

const inUploads = () => readdirSync(join(DATA_DIR, 'uploads'))

/** An upload that begins and ends as the controller says. */
function begun() {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: (own) => void (control = own) })
  const init = { method: 'POST', body, duplex: 'half' }
  const send = (bytes: number) => control?.enqueue(new Uint8Array(bytes))
  return {
    request: new Request('http://localhost', init),
    send,
    breakOff: () => control?.error(new Error('the connection is gone')),
  }
}

test('an upload that breaks off or stands still leaves nothing and takes nothing', async () => {
  const take = open(20)
  for (let n = 0; n < 20; n += 1) {
    const broken = begun()
    const taken = codeOf(take(broken.request, upload, 'a'))
    broken.send(mebibyte)
    broken.breakOff()
    expect(await taken).toBe('Error: the connection is gone')
  }
  const slow = begun()
  slow.send(1)
  expect(await codeOf(take(slow.request, upload, 'a'))).toBe('RATE_LIMITED')
  expect(inUploads()).toEqual([])
  expect(await codeOf(take(bodyOf(new Uint8Array(mebibyte)), upload, 'a'))).toBe('taken')
})

test('a disk that takes nothing is reported as such, and works again when it does', async () => {
  const take = open()
  rmSync(join(DATA_DIR, 'uploads'), { recursive: true, force: true })
  writeFileSync(join(DATA_DIR, 'uploads'), '')
  for (let n = 0; n < 20; n += 1)
    expect(await codeOf(take(bodyOf(new Uint8Array(mebibyte)), upload, 'a'))).toBe(
      'SERVICE_UNAVAILABLE',
    )
  rmSync(join(DATA_DIR, 'uploads'))
  expect(await codeOf(take(bodyOf(new Uint8Array(mebibyte)), upload, 'a'))).toBe('taken')
})

test('what a killed process left of an upload is taken away by the next', async () => {
  writeFileSync(join(DATA_DIR, 'uploads', '0123456789abcdef'), '')
  await open()(bodyOf(new Uint8Array(mebibyte)), upload, 'a')
  expect(inUploads()).toEqual([])
})
