import process from 'node:process'
import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/database.ts'
import { installDriver, runSeeds } from '../../../test/support/money/ledger-model/driver.ts'
import { typeParsers } from '../../db/pool.ts'
import { withClient } from '../../db/server/server.ts'

/** 150 walks in the ordinary run, 500 in the full one; 10,000 with LEDGER_SEEDS=10000. */
const seeds = Number(process.env['LEDGER_SEEDS'] ?? (process.env['FULL'] ? 500 : 150))
const first = Number(process.env['LEDGER_FIRST_SEED'] ?? 1)
const length = 200
const clients = 2
/** Walks side by side: one check after each round sees them all. */
const batch = 125

const db = sharedDatabase()
beforeAll(async () => {
  await withClient(db.adminUrl, installDriver)
  // Some walks stay, so that the server knows what the tables hold and plans for it.
  const kept = await withWalker((client) =>
    runSeeds(client, [-4, -3, -2, -1], length, { names: new Map(), end: 'commit' }),
  )
  if (kept) throw new Error(kept)
  await withClient(db.adminUrl, (admin) => admin.query('analyze'))
}, 120_000)

async function withWalker<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: db.urls.worker,
    types: typeParsers,
    options: '-c jit=off',
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('money is conserved', () => {
  test(
    `in ${seeds} random days of ${length} operations no unit is lost: the ledger is what banks and chains hold, the position what is on its way, and nothing is lent`,
    async () => {
      const names = new Map<string, number>()
      const batches = Array.from({ length: Math.ceil(seeds / batch) }, (_, i) => first + i * batch)
      const walkAll = (client: Client) => walkBatches(client, batches, names)
      await Promise.all(Array.from({ length: clients }, () => withWalker(walkAll)))
      // A walk that never came to some operation would prove nothing about it.
      if (seeds >= 500) expect(Math.min(...names.values())).toBeGreaterThan(100)
    },
    300_000 + seeds * 500,
  )
})

async function walkBatches(
  client: Client,
  batches: number[],
  names: Map<string, number>,
): Promise<void> {
  for (let from = batches.shift(); from !== undefined; from = batches.shift()) {
    const start = from
    const size = Math.min(batch, first + seeds - start)
    const numbers = Array.from({ length: size }, (_, i) => start + i)
    const wrong = await runSeeds(client, numbers, length, { names, end: 'rollback' })
    if (wrong) throw new Error(`seeds from ${start}: ${wrong}`)
  }
}
