import { rmSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type ForeignServer,
  startForeignServer,
} from '../../../test/support/database/foreign-server.ts'
import { makeDataDirectory } from '../../../test/support/database/data-dir.ts'
import { type Pooler, startPooler } from '../../../test/support/database/pooler.ts'
import { makeServer, startServer } from '../../../test/support/process/server.ts'
import { withClient } from './server.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let server: ForeignServer
const poolers: Pooler[] = []

beforeAll(async () => {
  server = await startForeignServer()
})
afterAll(async () => {
  for (const pooler of poolers) await pooler.stop()
  await server.stop()
})

async function through(mode: 'session' | 'transaction'): Promise<string> {
  const url = server.url('postgres')
  const pooler = await startPooler(url, mode)
  poolers.push(pooler)
  return pooler.through(url)
}

test('a pooler in session mode that refuses start-up parameters stands before the whole program', async () => {
  const url = await through('session')
  const strict = new Client({ connectionString: url, statement_timeout: 1 })
  await expect(strict.connect()).rejects.toThrow('unsupported startup parameter: statement_timeout')

  const own = await makeServer({ DATABASE_URL: url })
  try {
    const { baseUrl, apiToken } = await own.start()
    const headers = { 'x-api-token': apiToken }
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200)
    expect((await fetch(`${baseUrl}/api/v1/xfer/entity`, { headers })).status).toBe(200)
  } finally {
    await own.remove()
  }
})

test('a pooler in transaction mode stops the start with what to do, before anything is changed', async () => {
  const url = await through('transaction')
  await withClient(server.url('postgres'), (admin) => admin.query('create database untouched'))
  const dataDir = makeDataDirectory('pooler')
  const starting = startServer(dataDir, { DATABASE_URL: url.replace(/postgres$/, 'untouched') })
  const message = await starting.then(
    () => 'started',
    (error: unknown) => String(error),
  )
  rmSync(dataDir, { recursive: true, force: true })
  expect(message).toMatch(/DATABASE_URL leads to a pooler in transaction or statement mode/)
  expect(message).toContain('Set its pool_mode to session, or point DATABASE_URL to')
  expect(message).not.toMatch(/\n\s+at /)
  const tables = await withClient(server.url('untouched'), (admin) =>
    admin.query(`select from pg_tables where schemaname = 'public'`),
  )
  expect(tables.rowCount).toBe(0)
})
