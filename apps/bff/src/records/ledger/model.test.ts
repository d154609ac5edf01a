import { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/support/database/recycled.ts'
import { installDriver, runSeeds } from '../../../test/support/money/ledger-model/driver.ts'
import { seedsFor } from '../../../test/support/process/seeds.ts'
import { typeParsers } from '../../db/pool.ts'
import { withClient } from '../../db/server/server.ts'

/** Some seconds of walks in the ordinary run, 500 in the full one; 10,000 with SEEDS=10000. */
const seeds = seedsFor({ full: 500, seconds: 3 })
const length = 200
const clients = 2
/** Walks side by side: one check after each round sees them all. */
const batch = process.env['FULL'] ? 125 : 15

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
  test(`in random days of ${length} operations no unit is lost: the ledger is what banks and chains hold, the position what is on its way, and nothing is lent`, async () => {
    const names = new Map<string, number>()
    const walkAll = (client: Client) => walkBatches(client, names)
    const walked = await Promise.all(Array.from({ length: clients }, () => withWalker(walkAll)))
    // A walk that never came to some operation would prove nothing about it.
    if (walked.reduce((sum, count) => sum + count) >= 500)
      expect(Math.min(...names.values())).toBeGreaterThan(100)
  }, 7_200_000)
})

/** Gives how many walks it took. */
async function walkBatches(client: Client, names: Map<string, number>): Promise<number> {
  for (let walked = 0; ;) {
    const numbers: number[] = []
    for (let next = seeds.next(); !next.done; next = seeds.next())
      if (numbers.push(next.value) === batch) break
    if (numbers.length === 0) return walked
    const wrong = await runSeeds(client, numbers, length, { names, end: 'rollback' })
    if (wrong) throw new Error(`seeds from ${numbers[0]}: ${wrong}`)
    walked += numbers.length
  }
}
