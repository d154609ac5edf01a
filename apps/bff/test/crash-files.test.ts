import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDraft, isHash } from '../src/outside/files/disk.ts'
import type { AnyBody } from './support/process/bff.ts'
import { fileInput, sampleFiles } from './support/process/files.ts'
import { aPerson } from './support/people/samples.ts'
import { makeServer, type Started } from './support/process/server.ts'

let server: Awaited<ReturnType<typeof makeServer>>
let running: Started
const paths: string[] = []
/** Where an upload is cut off: one at each, and the last holds locks. */
const points = ['file_put:before_effect', 'file_put:after_effect', 'file_put:before_commit']

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
  // Uploads of one customer wait for each other.
  for (const at of points.keys()) {
    const sent = aPerson({ email: `crash-${at}@example.com` })
    const { data } = await ask('POST', '/api/v1/xfer/entity/create', sent)
    paths.push(`/api/v1/xfer/entity/kyc/${data.entityId}/documents`)
  }
}, 180_000)
afterAll(() => server.remove(), 60_000)

/** How many files and drafts lie in the data directory; the picture of an empty page is one for all. */
function onDisk(): number {
  const folder = join(server.dataDir, 'files')
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split('/').at(-1) ?? '')
    .filter((name) => isHash(name) || isDraft(name)).length
}

/** The processes of a server in which documents are opened. */
const openersOf = (owner: number): number[] =>
  readFileSync(`/proc/${owner}/task/${owner}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('opener'))
    .map(Number)

test('kill -9 while a file is kept: no record without its file, and sent again it is kept', async () => {
  await running.kill('SIGTERM')
  running = await server.start({ CRASH_AT: points.join(',') })
  const uploads = points.map((point, at) => ({
    point,
    path: paths[at] ?? '',
    sent: {
      type: 'PASSPORT',
      country: 'DE',
      number: 'C01X00T47',
      frontFile: fileInput('application/pdf', point),
    },
  }))
  let openers: number[] = []
  for (const [at, { path, sent }] of uploads.entries()) {
    // Two stand at their points once one has written its file.
    if (at === 2) {
      await expect.poll(onDisk, { timeout: 60_000 }).toBe(2)
      openers = openersOf(running.child.pid ?? 0)
    }
    void ask('POST', path, sent).catch(() => undefined)
  }
  expect(await running.exited).toBe('SIGKILL')
  // Who opened them goes with the server.
  expect(openers).not.toEqual([])
  await expect.poll(() => openers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])

  running = await server.start()
  for (const path of paths) expect((await ask('GET', path)).data).toEqual([])
  // That of the first was not written yet.
  expect(onDisk()).toBe(3)
  for (const { point, path, sent } of uploads) {
    const again = await ask('POST', path, sent)
    expect(again.success).toBe(true)
    const answer = await fetch(again.data.downloadUrl)
    const expected = new Uint8Array(sampleFiles['application/pdf'](point))
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(expected)
  }
  expect(onDisk()).toBe(4)
}, 180_000)
