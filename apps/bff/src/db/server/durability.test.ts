import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDirectory } from '../../../test/support/database/data-dir.ts'
import {
  type ForeignServer,
  startForeignServer,
} from '../../../test/support/database/foreign-server.ts'
import { keptLog } from '../../../test/support/database/quiet.ts'
import { openDatabase } from '../open.ts'

let server: ForeignServer
beforeAll(async () => {
  server = await startForeignServer()
})
afterAll(() => server.stop())

test.each([
  ['fsync', 'off'],
  ['full_page_writes', 'off'],
  ['synchronous_commit', 'off'],
  ['data_sync_retry', 'on'],
])('a server with %s = %s is refused', async (name, setting) => {
  await server.restart({ [name]: setting })
  const config = { DATA_DIR: makeDataDirectory('durability'), DATABASE_URL: server.url('postgres') }
  await expect(openDatabase(config, { random: randomBytes, log: keptLog() })).rejects.toThrow(
    `${name} = ${setting}`,
  )
})
