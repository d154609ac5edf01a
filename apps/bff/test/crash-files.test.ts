import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDraft, isHash } from '../src/outside/files/disk.ts'
import type { AnyBody } from './support/process/bff.ts'
import { fileInput, sampleFiles } from './support/process/files.ts'
import { aPerson } from './support/people/samples.ts'
import { makeServer, type Running } from './support/process/server.ts'

let server: Awaited<ReturnType<typeof makeServer>>
let running: Running
let path = ''

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
  const sent = aPerson({ email: 'crash@example.com' })
  const { data } = await ask('POST', '/api/v1/xfer/entity/create', sent)
  path = `/api/v1/xfer/entity/kyc/${data.entityId}/documents`
}, 180_000)
afterAll(() => server.remove(), 60_000)

/** How many files and drafts lie in the data directory. */
function onDisk(): number {
  const folder = join(server.dataDir, 'files')
  if (!existsSync(folder)) return 0
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split('/').at(-1) ?? '')
    .filter((name) => isHash(name) || isDraft(name)).length
}

describe('kill -9 while a file is kept', () => {
  test.each([
    ['file_put:before_effect', 0],
    ['file_put:after_effect', 1],
    ['file_put:before_commit', 1],
  ])(
    '%s: no record without its file, and sent again it is kept',
    async (point, leftBehind) => {
      const before = (await ask('GET', path)).data.length
      await running.kill('SIGTERM')
      running = await server.start({ CRASH_AT: point })
      const files = onDisk()
      const sent = {
        type: 'PASSPORT',
        country: 'DE',
        number: 'C01X00T47',
        frontFile: fileInput('application/pdf', point),
      }
      await ask('POST', path, sent).catch(() => undefined)
      expect(await running.exited).toBe('SIGKILL')

      running = await server.start()
      expect((await ask('GET', path)).data).toHaveLength(before)
      expect(onDisk()).toBe(files + leftBehind)

      const again = await ask('POST', path, sent)
      expect(again.success).toBe(true)
      const answer = await fetch(again.data.downloadUrl)
      const expected = new Uint8Array(sampleFiles['application/pdf'](point))
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(expected)
      expect(onDisk()).toBe(files + 1)
    },
    180_000,
  )
})
