import { createClient } from '@corridor/client'
import { operations } from '@corridor/contract'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeServer } from '../../test/support/process/server.ts'
import type { SandboxFile } from './sandbox-file.ts'

const { entities, liquidity, transfers } = operations

// The first transfers of a first start run into these points, where the process is killed.
const points = ['activity:after_effect', 'broadcast:after_effect']

test('a first start that is killed again and again is made good by the next', async () => {
  const server = await makeServer({ SEED: 'demo' }, { isFresh: true })
  const path = join(server.dataDir, 'sandbox.json')
  try {
    for (const point of points) {
      await expect(server.start({ CRASH_AT: point })).rejects.toThrow('SIGKILL')
      expect(existsSync(path)).toBe(false)
    }
    const started = await server.start()
    const file = JSON.parse(readFileSync(path, 'utf8')) as SandboxFile
    const records = () =>
      Promise.all(file.partners.map((partner) => recordsOf(file, partner.apiToken)))
    // What is paid by bank comes to its end after the start.
    await expect.poll(records, { timeout: 60_000 }).toEqual([
      {
        customers: 5,
        statuses: { COMPLETED: 42, FAILED: 1, PENDING: 1, REFUNDED: 2 },
        drawings: ['DISBURSED', 'OVERDUE', 'REPLENISHED'],
      },
      {
        customers: 5,
        statuses: { CANCELLED: 2, COMPLETED: 39, IN_REVIEW: 1, REFUNDED: 3 },
        drawings: [],
      },
    ])
    // With as much going on at once as a start can have.
    expect(started.errors()).not.toContain('Warning')
  } finally {
    await server.remove()
  }
}, 400_000)

async function recordsOf({ baseUrl }: SandboxFile, apiToken: string) {
  const { call } = createClient({ baseUrl, apiToken })
  const { summary } = (await call(transfers.listOfPartner)).body
  const customers = (await call(entities.list)).body.pagination.total
  const drawings = (await call(liquidity.list)).body.data.map(({ status }) => status)
  return { customers, statuses: summary.byStatus, drawings: drawings.toSorted() }
}
